"""The lane “not a lesson”: what reflections set aside, why, and where it belongs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from selu_lab.reflection.view import NoLesson
from selu_lab.tui.messages import OpenTurn

_EMPTY = "Nothing was set aside. Facts about the user, wishes for once, secrets and planted rules would stand here."


class AsideList(OptionList):
    """Enter goes to the turn it came from."""

    def __init__(self) -> None:
        super().__init__(markup=False, id="aside-list")
        self._items: tuple[NoLesson, ...] = ()

    def tell(self, items: Sequence[NoLesson], title: Callable[[str], str]) -> None:
        """Show these; `title` gives a conversation's title."""
        self._items = tuple(items)
        place = self.highlighted or 0
        self.clear_options()
        self.add_options([Option(_told(one, title(one.conversation))) for one in items])
        if items:
            self.highlighted = min(place, len(items) - 1)
        else:
            self.add_option(Option(Content.styled(_EMPTY, "$muted"), disabled=True))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the turn."""
        event.stop()
        one = self._items[event.option_index]
        if one.item.turn:
            self.post_message(OpenTurn(one.conversation, one.item.turn))


def _told(one: NoLesson, title: str) -> Content:
    item = one.item
    belongs = "it belongs nowhere" if item.belongs == "nowhere" else f"it belongs to: {item.belongs}"
    turn = f", turn {item.turn}" if item.turn else ""
    quote = f"\n“{item.quote}”" if item.quote and item.quote != item.text else ""
    return Content.assemble(
        (item.text, ""),
        (quote, "italic $muted"),
        (f"\n{item.reason}", "$warning"),
        (f" · {belongs}", "$muted" if item.belongs == "nowhere" else "$success"),
        (f"\n{title}{turn}\n", "$muted"),
    )
