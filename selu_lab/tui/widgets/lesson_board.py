"""The board: four columns side by side, or where there is no room one at a time under the names of all four."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.message import Message
from textual.widgets import OptionList, Static

from selu_lab.lessons.board import Board, Column
from selu_lab.tui.widgets.board_column import BoardColumn


class LessonBoard(Vertical):
    """Left and Right go from column to column."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Column to the left", show=False),
        Binding("right", "step(1)", "Column to the right", show=False),
    ]

    class Moved(Message):
        """Another card is under the cursor, or none."""

    def __init__(self) -> None:
        super().__init__()
        self._titles: list[str] = []
        self._front = 0

    def compose(self) -> ComposeResult:
        """Names, columns."""
        yield Static(classes="names")
        with Horizontal(classes="columns"):
            yield BoardColumn("suggested")
            yield BoardColumn("active")
            yield BoardColumn("paused")
            yield BoardColumn("removed")

    @property
    def columns(self) -> list[BoardColumn]:
        """The columns, from left to right."""
        return list(self.query(BoardColumn))

    @property
    def chosen(self) -> str:
        """The id of the lesson under the cursor; empty when there is none."""
        return self.columns[self._front].chosen

    def tell(self, board: Board, language: str) -> None:
        """Show a board with its titles in this language."""
        self._titles = [_title(column, language) for column in board.columns]
        for widget, column, title in zip(self.columns, board.columns, self._titles, strict=True):
            widget.tell(column, title)
        self._tell_names()

    def begin(self) -> None:
        """Put the cursor on the first card there is."""
        filled = [place for place, column in enumerate(self.columns) if column.chosen]
        self._go(filled[0] if filled else 0)

    def go_to(self, lesson: str) -> None:
        """Put the cursor on a lesson; on the first card when it is gone."""
        for place, column in enumerate(self.columns):
            if lesson in [option.id for option in column.cards.options]:
                column.cards.highlighted = column.cards.get_option_index(lesson)
                return self._go(place)
        return self.begin()

    def action_step(self, step: int) -> None:
        """Go to the next column."""
        self._go(max(0, min(self._front + step, len(self.columns) - 1)))

    def _go(self, place: int) -> None:
        self._bring(place)
        self.columns[place].cards.focus()

    def _bring(self, place: int) -> None:
        self._front = place
        for number, column in enumerate(self.columns):
            column.set_class(number == place, "-front")
        self._tell_names()
        self.post_message(self.Moved())

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """The column with the focus is the one in front."""
        for place, column in enumerate(self.columns):
            if event.widget is column.cards and place != self._front:
                self._bring(place)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell that the cursor moved."""
        event.stop()
        self.post_message(self.Moved())

    def _tell_names(self) -> None:
        parts = [
            (f" {title}  ", "bold $primary" if n == self._front else "$muted") for n, title in enumerate(self._titles)
        ]
        self.query_one(".names", Static).update(Content.assemble(*parts))


def _title(column: Column, language: str) -> str:
    title = column.title_de if language == "de" else column.title
    return title if column.status == "active" or not column.cards else f"{title} {len(column.cards)}"
