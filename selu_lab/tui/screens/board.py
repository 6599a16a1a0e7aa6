"""The lessons board: what an agent learned about the user, what was set aside, and what production would make of it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static, TabbedContent, TabPane

from selu_lab.events import Entry
from selu_lab.lessons.board import Card
from selu_lab.tui.messages import OpenLesson
from selu_lab.tui.screens.lesson_acts import LessonActs, keys_for
from selu_lab.tui.screens.lesson_agents import LessonAgentsScreen
from selu_lab.tui.widgets.aside_list import AsideList
from selu_lab.tui.widgets.key_line import KeyLine
from selu_lab.tui.widgets.lesson_board import LessonBoard
from selu_lab.tui.widgets.two_rules import TwoRules

_TABS = ("board", "aside", "production")
_HOW = "No lessons yet: correct the agent in two conversations, end both, and one becomes active."


class BoardScreen(LessonActs):
    """Follows the journal: a lesson that emerges appears while one looks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("g", "agent", "Agent"),
        Binding("v", "tab", "Next tab"),
        Binding("e", "app.reflection", "Reflections"),
        Binding("n", "app.reflect", "Reflect now"),
    ]

    def compose(self) -> ComposeResult:
        """Whose lessons, the tabs, the keys of the card."""
        yield Static(classes="banner")
        with TabbedContent():
            with TabPane("Board", id="board"):
                yield LessonBoard()
                yield Static(classes="keys")
            with TabPane("Not a lesson", id="aside"):
                yield AsideList()
            with TabPane("Production's view", id="production"):
                yield TwoRules()
        yield KeyLine()

    def on_screen_resume(self) -> None:
        """Show the board as it is; it may have changed while another screen lay over it."""
        self.look(self.chosen)

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
        if self.query_one(TabbedContent).active == "board":
            self.board.go_to(lesson)
        else:
            self._look_aside()

    @work(group="aside", exclusive=True)
    async def _look_aside(self) -> None:
        """What the other tabs show is read from every reflection, so not on the loop."""
        items = await asyncio.to_thread(self.lessons.no_lessons)
        self.query_one(AsideList).tell(items, self.lessons.title)
        production = await asyncio.to_thread(self.lessons.by_production)
        self.query_one(TwoRules).tell(self.lessons.board(), production)

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

    def on_tabbed_content_tab_activated(self, event: TabbedContent.TabActivated) -> None:
        """Look when a tab comes to the front, with the focus in it."""
        self.look(self.chosen)
        if event.pane.id != "board":
            event.pane.query_one("AsideList, TwoRules").focus()

    def action_tab(self) -> None:
        """Bring the next tab to the front."""
        tabs = self.query_one(TabbedContent)
        tabs.active = _TABS[(_TABS.index(tabs.active) + 1) % len(_TABS)]

    def action_agent(self) -> None:
        """Show another agent's lessons."""

        def chosen(agent: str | None) -> None:
            if agent:
                self.lessons.agent = agent
                self.look("")

        self.app.push_screen(LessonAgentsScreen(self.lessons), chosen)


def _keys(card: Card) -> str:
    return f"Enter details · {keys_for(card.status)}"
