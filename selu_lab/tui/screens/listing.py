"""A list over the screen: what the screens for conversations, models and users have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option


class ListScreen(ModalScreen[str]):
    """A filter, a list, its keys. Enter gives the chosen entry's id, Esc nothing."""

    CSS_PATH = "over.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close"),
        Binding("slash", "find", "Find"),
    ]
    heading = ""
    keys = ""
    empty = "There is nothing here yet."
    only_choosing = False

    def compose(self) -> ComposeResult:
        """Title, filter, list, keys."""
        with Vertical(classes="sheet"):
            yield Static(Content(self.heading), classes="title")
            yield Input(placeholder="Type / to find", compact=True)
            yield OptionList(markup=False, classes="list")
            yield Static(Content(self.keys), classes="keys")

    def on_mount(self) -> None:
        """Show all, with the cursor in the list."""
        self.look()
        self.query_one(OptionList).focus()

    def options(self, wanted: str) -> Sequence[Option]:
        """The entries that match what was typed into the filter; all for an empty text."""
        raise NotImplementedError

    def look(self) -> None:
        """Show things as they are now."""
        entries = self.query_one(OptionList)
        chosen = entries.highlighted
        wanted = self.query_one(Input).value.strip().casefold()
        found = self.options(wanted)
        nothing = "Nothing matches." if wanted else self.empty
        entries.clear_options()
        entries.add_options(found or [Option(Content.styled(nothing, "$muted"), disabled=True)])
        if found:
            entries.highlighted = min(chosen or 0, len(found) - 1)

    def on_screen_resume(self) -> None:
        """Something may have changed while another screen lay over this one."""
        if self.is_mounted:
            self.look()

    @property
    def chosen(self) -> str:
        """The id of the entry under the cursor; empty when there is none."""
        option = self.query_one(OptionList).highlighted_option
        return (option.id or "") if option else ""

    def on_input_changed(self) -> None:
        """Filter while the user types."""
        self.look()

    def on_input_submitted(self) -> None:
        """Go to the hits; where there is nothing to do but choose, take the only one."""
        entries = self.query_one(OptionList)
        if self.only_choosing and entries.option_count == 1 and self.chosen:
            entries.action_select()
        else:
            entries.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the chosen entry."""
        if event.option_id:
            self.dismiss(event.option_id)

    def action_close(self) -> None:
        """Give nothing."""
        self.dismiss("")

    def action_find(self) -> None:
        """Go to the filter."""
        self.query_one(Input).focus()
