"""What goes on besides the conversation on screen: warming up, reminders, reflections that were left over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from selu_lab.errors import LabError
from selu_lab.events import Entry, LessonChanged, Notice, ReminderFired, TurnFinished
from selu_lab.models.source import is_built_in
from selu_lab.text import shorten

if TYPE_CHECKING:
    from selu_lab.tui.app import LabApp
    from selu_lab.tui.waker import Waker

LONGEST_TOAST = 200


class Background:
    """Begins after the first paint, so that the screen is there at once."""

    def __init__(self, app: LabApp) -> None:
        self._app = app
        self._waker: Waker | None = None
        self._fired: set[str] = set()

    def begin(self) -> None:
        """Wake for reminders, open the notes, import the model's library, reflect on what was left."""
        from selu_lab.tui.waker import Waker

        lab = self._app.lab
        self._waker = Waker(lab.reminders, lab.clock, lab.firing.fire_due)
        self._waker.start()
        self.warm()
        self._app.run_worker(lab.firing.fire_due(), group="reminders", exit_on_error=False)
        if lab.settings.reflect:
            self._app.run_worker(lab.reflect_pending(), group="reflection", exit_on_error=False)

    def stop(self) -> None:
        """Wake nobody any more."""
        if self._waker is not None:
            self._waker.stop()
            self._waker = None

    def arm(self) -> None:
        """Look again when the next reminder is due."""
        if self._waker is not None:
            self._waker.arm()

    def warm(self) -> None:
        """Load what the next turn will need, in threads, once there is a background."""
        if self._waker is None:
            return
        self._app.run_worker(self._warm(), group="warm", exclusive=True, exit_on_error=False)

    async def _warm(self) -> None:
        desk = self._app.desk
        if not is_built_in(desk.model):
            from selu_lab.models.provider import warm

            await warm()
        try:
            await asyncio.to_thread(self._app.lab.notes, desk.user.id)
        except LabError as error:
            self._app.notify(str(error), severity="error", markup=False, timeout=10)
        self._app.chat.refresh_panel()

    def heard(self, entry: Entry) -> None:
        """Tell what happened in another conversation than the one on screen."""
        if self._waker is not None:
            self._waker.heard(entry)
        if entry.conversation != self._app.desk.conversation:
            self._tell(entry)

    def _tell(self, entry: Entry) -> None:
        match entry.event:
            case ReminderFired(prompt=prompt, agent=agent):
                self._fired.add(entry.conversation)
                self._app.notify(shorten(prompt, LONGEST_TOAST), title=f"Reminder, {agent} answers", markup=False)
                notice = f"A reminder fired: {shorten(prompt, 80)} – F2 shows its conversation."
                self._app.desk.record(Notice(sentence=notice))
            case TurnFinished() as end if entry.conversation in self._fired:
                self._fired.discard(entry.conversation)
                said = shorten(end.text or end.sentence, LONGEST_TOAST)
                self._app.notify(said, title="Reminder", markup=False, timeout=10)
            case LessonChanged(text=text, change=change, agent=agent):
                self._app.notify(shorten(text, LONGEST_TOAST), title=f"Lesson of {agent} {change}", markup=False)
            case _:
                pass
