"""A lesson in full: how sure it is and why, the turns it was learned from, and what became of it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from selu_lab.errors import LabError
from selu_lab.events import Entry
from selu_lab.lessons.board import LessonView
from selu_lab.lessons.records import LABELS
from selu_lab.tui.before_after import before_after, difference
from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.messages import OpenReflection, OpenTurn
from selu_lab.tui.screens.lesson_acts import LessonActs, keys_for
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.widgets.key_line import KeyLine
from selu_lab.tui.widgets.lesson_story import doubt, head, timeline, told


class LessonScreen(LessonActs):
    """Enter on a piece of evidence goes to its turn; from there Enter comes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("c", "context", "Context"),
        Binding("e", "reflection", "Reflection"),
    ]

    def __init__(self, lessons: LessonDesk, lesson: str) -> None:
        super().__init__(lessons)
        self._lesson = lesson
        self._view: LessonView | None = None

    def compose(self) -> ComposeResult:
        """Story and evidence, beside them the timeline."""
        yield Static(classes="banner")
        with VerticalScroll(id="lesson"):
            with Vertical(id="what"):
                yield Static(classes="head")
                yield Static("Doubt", classes="title")
                yield Static(classes="doubt")
                yield Static("Evidence", classes="title")
                yield OptionList(markup=False)
            with VerticalScroll(id="when"):
                yield Static("Timeline", classes="title")
                yield Static(classes="timeline")
        yield Static(classes="keys")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the lesson, with the cursor on its evidence."""
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        """It may have changed, or be gone, since."""
        self.look(self._lesson)

    @property
    def chosen(self) -> str:
        """The lesson."""
        return self._lesson

    def heard(self, entry: Entry) -> None:
        """Look again, unless something lies over it."""
        if self.is_current:
            self.look(self._lesson)

    def look(self, lesson: str) -> None:
        """Read the lesson; close when it is gone."""
        try:
            self._view = self.lessons.show(lesson)
        except LabError:
            if self.is_current:
                self.action_close()
        else:
            self._tell(self._view)

    def _tell(self, view: LessonView) -> None:
        user, title = self.lessons.desk.user, self.lessons.title
        status = LABELS[view.card.status][user.language]
        banner = Content.assemble(
            (f" Lesson {view.card.id} of ", "$muted"),
            (self.lessons.agent, "bold $secondary"),
            (f" about {user.name}", "$muted"),
        )
        texts = {
            ".banner": banner,
            ".head": head(view, status),
            ".doubt": doubt(view.score, title),
            ".timeline": timeline(view, user.timezone, title),
            ".keys": Content(f"Enter to the turn · {keys_for(view.card.status)}"),
        }
        for place, text in texts.items():
            self.query_one(place, Static).update(text)
        self._tell_evidence(view)

    def _tell_evidence(self, view: LessonView) -> None:
        rows = self.query_one(OptionList)
        place = rows.highlighted or 0
        rows.clear_options()
        rows.add_options([Option(told(row, self.lessons.title)) for row in view.evidence])
        if view.evidence:
            rows.highlighted = min(place, len(view.evidence) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the turn of the chosen evidence."""
        event.stop()
        if self._view:
            row = self._view.evidence[event.option_index]
            self.post_message(OpenTurn(row.conversation, row.turn, self._lesson))

    def action_reflection(self) -> None:
        """Show the reflection that wrote the chosen evidence down."""
        place = self.query_one(OptionList).highlighted
        if self._view and place is not None and (run := self._view.evidence[place].run):
            self.post_message(OpenReflection(run))

    @work(group="context", exclusive=True)
    async def action_context(self) -> None:
        """Show what it changed in the context."""
        if view := self._view:
            desk = self.lessons.desk
            found = await asyncio.to_thread(before_after, desk.lab, desk.user.id, self.lessons.agent, view)
            below = "- left the context · + came into it"
            self.app.push_screen(
                ReadingScreen(f"Lessons block before and after {view.card.id}", difference(*found), below)
            )
