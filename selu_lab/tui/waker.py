"""Wakes the app when a reminder is due: a date job for the next one, and a look every 30 seconds.

The rows are the truth; the second job is for machines that were suspended, whose timers came late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from selu_lab.conversation.clock import Clock
from selu_lab.events import Entry, ReminderChanged, ReminderFired, ReminderSet
from selu_lab.reminders.store import Reminders

LOOK_SECONDS = 30
"""Production polls as often (selu.md 4)."""

EARLY = timedelta(milliseconds=50)
"""Timers may come a little early, and a reminder that is not due yet would wait for the next look."""


class Waker:
    """Calls `wake` when the next reminder is due."""

    def __init__(self, reminders: Reminders, clock: Clock, wake: Callable[[], object]) -> None:
        self._reminders = reminders
        self._clock = clock
        self._wake = wake
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Begin; what is overdue is due now."""
        self._scheduler.add_job(self._look, "interval", seconds=LOOK_SECONDS, id="look")
        self._scheduler.start()
        self.arm()

    def stop(self) -> None:
        """Wake nobody any more."""
        self._scheduler.shutdown(wait=False)

    def heard(self, entry: Entry) -> None:
        """Set the date job anew when reminders changed; callable from any thread."""
        if isinstance(entry.event, ReminderSet | ReminderChanged | ReminderFired):
            self._loop.call_soon_threadsafe(self.arm)

    def arm(self) -> None:
        """Set the date job to the next reminder."""
        due = self._reminders.next_due()
        if due is not None:
            left = max(due - self._clock.now(), timedelta(0)) + EARLY
            at = datetime.now(UTC) + left
            self._scheduler.add_job(self._look, "date", run_date=at, id="due", replace_existing=True)

    async def _look(self) -> None:
        """A coroutine, for APScheduler would call a plain function in a thread."""
        self._wake()
