"""The one clock of a lab: the real one, or one that stands still until a scenario moves it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)


class FrozenClock:
    """A clock that only `advance` and `move_to` move."""

    def __init__(self, start: datetime) -> None:
        """`start` must be aware."""
        self._now = start.astimezone(UTC)

    def now(self) -> datetime:
        """The moment it was last moved to, aware, in UTC."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move on by a duration of elapsed time."""
        self._now += by

    def move_to(self, moment: datetime) -> None:
        """Move to an aware moment."""
        self._now = moment.astimezone(UTC)
