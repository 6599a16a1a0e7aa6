"""The agent's lessons about this user, by status, and what the user may do with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from selu_lab.lessons.board import Board, Card
from selu_lab.lessons.records import Status
from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.messages import OpenLesson
from selu_lab.tui.widgets.list_tab import ListTab, heading


class LessonsTab(ListTab):
    """A board whose columns stand below each other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "act('activate')", "Activate", show=False),
        Binding("p", "act('pause')", "Pause", show=False),
        Binding("r", "act('resume')", "Resume", show=False),
        Binding("d,delete", "act('remove')", "Remove", show=False),
        Binding("u", "act('restore')", "Restore", show=False),
    ]
    keys = "F6 board · Enter evidence · a activate · p pause · r resume · d remove · u restore"

    def look(self) -> None:
        """Read the board of the agent that answers."""
        board = self.desk.lab.lessons.board(self.desk.user.id, self.desk.agent)
        options = list(_options(board))
        empty = " has no lessons yet; they come from reflection, after conversations."
        self.fill(Content.assemble((self.desk.agent, "bold"), "" if options else empty), options)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the chosen lesson in full."""
        event.stop()
        if event.option_id:
            self.post_message(OpenLesson(self.desk.agent, event.option_id))

    def action_act(self, action: str) -> None:
        """Do with the chosen lesson what the key says."""
        if lesson := self.chosen:
            self.do(lambda: LessonDesk(self.desk).act(action, lesson), "")


def _options(board: Board) -> Iterator[Option]:
    order: tuple[Status, ...] = ("active", "suggested", "paused", "removed")
    columns = [column for status in order if (column := board.column(status)).cards]
    for column in columns:
        yield heading(column.title, first=column is columns[0])
        for card in column.cards:
            yield Option(_card(card), id=card.id)


def _card(card: Card) -> Content:
    warned = " contested" if card.contested else ""
    return Content.assemble(
        (f"{card.id} ", "$accent"),
        card.text,
        (warned, "$warning"),
        (f"\n{card.ladder}\n{card.why}", "$muted"),
    )
