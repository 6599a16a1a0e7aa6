"""What goes on besides the conversation on screen: warming up, reminders, reflections that were left over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.worker import Worker

from selu_lab.errors import LabError
from selu_lab.events import Entry, LessonChanged, Notice, ReminderFired, TurnFinished
from selu_lab.models.source import is_built_in
from selu_lab.reflection.reflector import RunResult
from selu_lab.reminders.store import Reminder
from selu_lab.text import shorten
from selu_lab.tui.messages import Refused
from selu_lab.tui.screens.following import FollowingScreen
from selu_lab.wiring import cautions

if TYPE_CHECKING:
    from selu_lab.tui.app import LabApp
    from selu_lab.tui.waker import Waker

Work = Callable[[], Awaitable[object]]
LONGEST_TOAST = 200
_SAID_NOTHING = "Nothing was said since the last reflection."
_log = logging.getLogger(__name__)


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
        for sentence in cautions(lab.settings):
            self._app.notify(sentence, severity="warning", markup=False, timeout=15)
        self._waker = Waker(lab.reminders, lab.clock, self.wake)
        self._waker.start()
        self.wake()
        self.warm()
        if lab.settings.reflect:
            self._run(lab.reflect_on_left, "reflection")

    def stop(self) -> None:
        """Wake nobody any more; a reminder that waits for its turn is heard at the next start."""
        self._app.workers.cancel_group(self._app, "reminders")
        if self._waker is not None:
            self._waker.stop()
            self._waker = None

    def wake(self) -> None:
        """Fire what is due, and end what was idle for too long."""
        self._run(self._app.lab.firing.fire_due, "reminders")
        self._run(self._app.lab.end_idle, "idle")

    def fire(self, reminder: Reminder) -> None:
        """Fire a reminder now."""
        self._run(partial(self._app.lab.firing.fire, reminder), "reminders")

    def reflect(self, conversation: str, agent: str = "", *, force: bool = False) -> None:
        """Reflect on a conversation now, for one agent or for all that answered in it."""
        self._run(partial(self._reflect, conversation, agent, force=force), "reflection")

    async def _reflect(self, conversation: str, agent: str, *, force: bool) -> None:
        lab = self._app.lab
        if agent:
            results: Sequence[RunResult] = [await lab.reflector.run(conversation, agent, force=force)]
        else:
            results = await lab.reflect(conversation, force=force)
        if all(one.reused or not one.run for one in results):
            for sentence in dict.fromkeys(_SAID_NOTHING if one.reused else one.sentence for one in results):
                self._app.notify(sentence, markup=False)

    def _run(self, work: Work, group: str, *, alone: bool = False) -> Worker[None]:
        """Begin something; `alone` ends what runs in its group. What fails is told and logged, and ends nothing."""

        async def guarded() -> None:
            try:
                await work()
            except LabError as error:
                self._app.post_message(Refused(str(error)))
            except Exception:
                _log.exception("Something failed in the background.")
                self._app.post_message(Refused("Something went wrong; the log says what (Ctrl+P, Log)."))

        return self._app.run_worker(guarded, group=group, exclusive=alone)

    def arm(self) -> None:
        """Look again when the next reminder is due."""
        if self._waker is not None:
            self._waker.arm()

    def warm(self) -> None:
        """Load what the next turn will need, in threads, once there is a background."""
        if self._waker is None:
            return
        self._run(self._warm, "warm", alone=True)

    async def _warm(self) -> None:
        desk = self._app.desk
        if not is_built_in(desk.model):
            from selu_lab.models.provider import warm

            await warm()
        await asyncio.to_thread(self._app.lab.notes, desk.user.id)
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
                self._mark(entry.conversation, prompt)
            case TurnFinished() as end if entry.conversation in self._fired:
                self._fired.discard(entry.conversation)
                said = shorten(end.text or end.sentence, LONGEST_TOAST)
                self._app.notify(said, title="Reminder", markup=False, timeout=10)
            case LessonChanged() if isinstance(self._app.screen, FollowingScreen):
                pass  # it shows there
            case LessonChanged(text=text, change=change, agent=agent):
                self._app.notify(shorten(text, LONGEST_TOAST), title=f"Lesson of {agent} {change}", markup=False)
            case _:
                pass

    def _mark(self, conversation: str, prompt: str) -> None:
        """Leave a line in the conversation on screen, if it is of the same user."""
        desk = self._app.desk
        if self._app.lab.journal.get(conversation).user == desk.user.id:
            desk.record(Notice(sentence=f"A reminder fired: “{shorten(prompt, 80)}” – F2 shows its conversation."))
