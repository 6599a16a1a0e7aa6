"""The lessons board: what an agent learned about the user, what was set aside, and what production would make of it."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, OptionList, Static, TabbedContent, TabPane

from selu_lab.events import Entry
from selu_lab.lessons.board import Card
from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.messages import OpenLesson
from selu_lab.tui.screens.lesson_acts import LessonActs, keys_for
from selu_lab.tui.screens.lesson_agents import LessonAgentsScreen
from selu_lab.tui.widgets.lesson_board import LessonBoard

_HOW = "No lessons yet: correct the agent in two conversations, end both, and one becomes active."


class BoardScreen(LessonActs):
    """Follows the journal: a lesson that emerges appears while one looks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("g", "agent", "Agent"),
        Binding("e", "app.reflection", "Reflections"),
        Binding("n", "app.reflect", "Reflect now"),
    ]

    def __init__(self, lessons: LessonDesk, lesson: str = "") -> None:
        """`lesson` has the cursor at the beginning."""
        super().__init__(lessons)
        self._begin_at = lesson

    def compose(self) -> ComposeResult:
        """Whose lessons, the tabs, the keys of the card."""
        yield Static(classes="banner")
        with TabbedContent(), TabPane("Board", id="board"):
            yield LessonBoard()
            yield Static(classes="keys")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the board as it is."""
        self.look(self._begin_at)

    @property
    def board(self) -> LessonBoard:
        """The board."""
        return self.query_one(LessonBoard)

    @property
    def chosen(self) -> str:
        """The id of the lesson under the cursor."""
        return self.board.chosen

    def look(self, lesson: str) -> None:
        """Read the lessons, with the cursor on this one."""
        self._tell_banner()
        self.board.tell(self.lessons.board(), self.lessons.desk.user.language)
        self.board.go_to(lesson)

    def _tell_banner(self) -> None:
        user = self.lessons.desk.user
        self.query_one(".banner", Static).update(
            Content.assemble(
                (" Lessons of ", "$muted"), (self.lessons.agent, "bold $secondary"), (f" about {user.name}", "$muted")
            )
        )

    def heard(self, entry: Entry) -> None:
        """A reflection or somebody changed something."""
        self.look(self.chosen)

    @on(LessonBoard.Moved)
    def _moved(self) -> None:
        card = self.lessons.card(self.chosen) if self.chosen else None
        empty = "" if any(column.chosen for column in self.board.columns) else _HOW
        self.query_one(".keys", Static).update(Content(_keys(card) if card else empty))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the chosen lesson in full."""
        event.stop()
        if event.option_id:
            self.post_message(OpenLesson(self.lessons.agent, event.option_id))

    def action_agent(self) -> None:
        """Show another agent's lessons."""

        def chosen(agent: str | None) -> None:
            if agent:
                self.lessons.agent = agent
                self.look("")

        self.app.push_screen(LessonAgentsScreen(self.lessons), chosen)


def _keys(card: Card) -> str:
    return f"Enter details · {keys_for(card.status)}"
