"""The ways between the chat, the lessons board, a lesson, a reflection, a turn and a page to read.

A screen is imported when it is opened first: the one that is seen first needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from selu_lab.conversation.export import markdown
from selu_lab.conversation.transcript import Transcript
from selu_lab.errors import LabError
from selu_lab.tui.messages import Refused
from selu_lab.tui.screens.following import FollowingScreen

if TYPE_CHECKING:
    from textual.content import Content

    from selu_lab.tui.app import LabApp
    from selu_lab.tui.note_files import NoteFiles


class Doors:
    """Opens each of them once: what lies on the stack already is gone back to."""

    def __init__(self, app: LabApp) -> None:
        self._app = app

    def chat(self) -> None:
        """Go back to the chat."""
        while isinstance(self._app.screen, FollowingScreen):
            self._app.pop_screen()

    def board(self) -> None:
        """Show the board of the agent that answers, or go back to it; from the board, back to the chat."""
        from selu_lab.tui.lesson_desk import LessonDesk
        from selu_lab.tui.screens.board import BoardScreen

        if isinstance(self._app.screen, BoardScreen):
            self._app.pop_screen()
        elif not self._back_to(BoardScreen):
            self._app.push_screen(BoardScreen(LessonDesk(self._app.desk)))

    def lesson(self, agent: str, lesson: str) -> None:
        """Show a lesson in full."""
        from selu_lab.tui.lesson_desk import LessonDesk
        from selu_lab.tui.screens.lesson import LessonScreen

        self._app.push_screen(LessonScreen(LessonDesk(self._app.desk, agent), lesson))

    def reflection(self, run: str = "") -> None:
        """Show a reflection; without a run the last one."""
        from selu_lab.tui.lesson_desk import LessonDesk
        from selu_lab.tui.screens.reflection import ReflectionScreen

        found = self._app.lab.reflector.runs.get(run) if run else None
        if self._back_to(ReflectionScreen):
            self._app.pop_screen()
        self._app.push_screen(ReflectionScreen(LessonDesk(self._app.desk, found.agent if found else ""), run))

    async def turn(self, conversation: str, turn: int, lesson: str) -> None:
        """Go to a turn in the chat, with the quotes that are evidence for a lesson in sight."""
        app = self._app
        self.chat()
        try:
            if app.desk.conversation != conversation:
                app.desk.open(conversation)
                await app.chat.show_conversation()
            await app.chat.show_turn(turn, lesson)
        except LabError as error:
            app.post_message(Refused(str(error)))

    def taken_back(self, turn: int) -> None:
        """Show what a turn of the conversation on screen was, before it was taken back."""
        entries = self._app.lab.journal.entries(self._app.desk.conversation)
        text = markdown(Transcript(entry for entry in entries if entry.turn == turn))
        self.page(f"Turn {turn}, taken back", text)

    @property
    def note_files(self) -> NoteFiles:
        """The forms by which notes go into a file and out of one."""
        from selu_lab.tui.note_files import NoteFiles

        return NoteFiles(self._app)

    def page(self, title: str, text: str | Content) -> None:
        """Show a text to read in full."""
        from selu_lab.tui.screens.reading import ReadingScreen

        self._app.push_screen(ReadingScreen(title, text))

    def _back_to(self, kind: type[object]) -> bool:
        """Close what lies over the topmost screen of a kind; tells whether there is one."""
        found = any(isinstance(screen, kind) for screen in self._app.screen_stack)
        while found and not isinstance(self._app.screen, kind):
            self._app.pop_screen()
        return found
