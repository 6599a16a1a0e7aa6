"""A tab that is a list: what the panel's tabs have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from selu_lab.errors import LabError
from selu_lab.tui.desk import Desk
from selu_lab.tui.messages import Changed, Refused

WAYS = "F8 next tab · 1–5 any tab · Esc prompt"
"""How one leaves a tab: where the panel lies over the transcript, its titles alone do not tell."""


def heading(title: str, *, first: bool) -> Option:
    """A line that begins a group of entries and cannot be chosen; all but the first keep a distance."""
    return Option(Content.styled(title if first else f"\n{title}", "bold $secondary"), disabled=True)


class ListTab(Vertical):
    """A line above, a list, and the keys below. `keys` says in one line what can be done with an entry."""

    keys = ""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """Head, list, keys."""
        yield Static("", classes="head")
        yield OptionList(markup=False)
        yield Static(Content(f"{self.keys}\n{WAYS}"), classes="keys")

    def look(self) -> None:
        """Show things as they are now."""
        raise NotImplementedError

    def fill(self, head: Content | str, options: Sequence[Option]) -> None:
        """Show these entries; the chosen one stays chosen."""
        self.query_one(".head", Static).update(Content(head) if isinstance(head, str) else head)
        entries = self.query_one(OptionList)
        chosen = entries.highlighted
        entries.clear_options()
        entries.add_options(options)
        places = [place for place, option in enumerate(options) if not option.disabled]
        if places:
            entries.highlighted = next((place for place in places if place >= (chosen or 0)), places[-1])

    @property
    def chosen(self) -> str | None:
        """The id of the entry under the cursor."""
        option = self.query_one(OptionList).highlighted_option
        return option.id if option else None

    def do(self, change: Callable[[], object], sentence: str) -> None:
        """Make a change and tell it, or tell why it cannot be."""
        try:
            change()
        except LabError as error:
            self.post_message(Refused(str(error)))
        else:
            self.post_message(Changed(sentence))
