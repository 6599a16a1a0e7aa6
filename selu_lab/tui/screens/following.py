"""A screen about lessons that looks again whenever the journal tells of a reflection or a lesson."""

from __future__ import annotations

from textual import on
from textual.screen import Screen

from selu_lab.events import Entry, LessonChanged, ReflectionFinished, ReflectionStarted, StageFinished
from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.messages import Recorded

_OF_LESSONS = (LessonChanged, ReflectionFinished, ReflectionStarted, StageFinished)


class FollowingScreen(Screen[None]):
    """Subclasses say in `heard` what they do about an entry."""

    CSS_PATH = "lessons.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 – Textual declares it so

    def __init__(self, lessons: LessonDesk) -> None:
        super().__init__()
        self.lessons = lessons

    def on_mount(self) -> None:
        """Listen to the journal."""
        self._silence = self.lessons.desk.lab.journal.subscribe(self._listen)

    def on_unmount(self) -> None:
        """Stop listening."""
        self._silence()

    def _listen(self, entry: Entry) -> None:
        """Called in whichever thread recorded; a message is safe from all of them."""
        if isinstance(entry.event, _OF_LESSONS):
            self.post_message(Recorded(entry))

    @on(Recorded)
    def _recorded(self, message: Recorded) -> None:
        """The chat screen tells the app; telling it twice would show every toast twice."""
        message.stop()
        self.heard(message.entry)

    def heard(self, entry: Entry) -> None:
        """Take an entry about a reflection or a lesson, of whichever conversation."""
        raise NotImplementedError

    def action_close(self) -> None:
        """Go back to the screen below."""
        self.app.pop_screen()
