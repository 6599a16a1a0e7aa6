"""A column of the board: a title over the cards of one status."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from selu_lab.lessons.board import Column
from selu_lab.lessons.records import Status
from selu_lab.tui.widgets.lesson_card import told


class BoardColumn(Vertical):
    """Its cards are read anew by `tell`; the cursor stays where it was."""

    def __init__(self, status: Status) -> None:
        super().__init__(classes="-main" if status in ("suggested", "active") else "")
        self.status = status

    def compose(self) -> ComposeResult:
        """Title, cards."""
        yield Static(classes="title")
        yield OptionList(markup=False)

    @property
    def cards(self) -> OptionList:
        """The list of cards."""
        return self.query_one(OptionList)

    @property
    def chosen(self) -> str:
        """The id of the lesson under the cursor; empty when there is none."""
        option = self.cards.highlighted_option
        return (option.id or "") if option else ""

    def tell(self, column: Column, title: str) -> None:
        """Show the cards of a column."""
        self.query_one(".title", Static).update(Content(title))
        self.set_class(not column.cards, "-empty")
        place = self.cards.highlighted or 0
        self.cards.clear_options()
        self.cards.add_options([Option(told(card), id=card.id) for card in column.cards])
        if column.cards:
            self.cards.highlighted = min(place, len(column.cards) - 1)
