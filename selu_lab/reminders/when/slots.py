"""The slots a phrase fills: what was said, before it is known which moment it means."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo
from typing import Literal, TypeAlias

from selu_lab.reminders.when.conventions import PartName

Which = Literal["bare", "this", "coming", "next"]
Settled = Literal["exact", "literal", "bare", "midnight"]


@dataclass(frozen=True)
class Offset:
    """A distance: months and days keep the wall clock, seconds are elapsed time. `anchored` counts from a named day."""

    months: int = 0
    days: int = 0
    seconds: int = 0
    anchored: bool = False
    vague: str = ""


@dataclass(frozen=True)
class RelativeDay:
    """Today, tomorrow, yesterday: days from today."""

    days: int


@dataclass(frozen=True)
class Now:
    """ "Now": the point a distance counts from; alone it is no time for a reminder."""


@dataclass(frozen=True)
class Weekday:
    """A day of the week (Monday is 0), how it was pointed at, the weeks to add, and whether it stands for a weekend."""

    index: int
    which: Which = "bare"
    weeks: int = 0
    weekend: bool = False


@dataclass(frozen=True)
class Week:
    """A calendar week from Monday, counted from this one, and the weekday it stands for (None: one must be named)."""

    weeks: int
    stands_for: int | None = 0


@dataclass(frozen=True)
class Month:
    """A month: by its number and perhaps a year, or counted from this one, or (all None) any that comes."""

    month: int | None = None
    year: int | None = None
    ahead: int | None = None


@dataclass(frozen=True)
class CalendarDay:
    """A day of a month; negative days count from its end. `assumed` is what had to be assumed to read it."""

    day: int
    month: Month = Month()
    assumed: Literal["", "month", "month_first"] = ""


@dataclass(frozen=True)
class NthWeekday:
    """The nth weekday of a month; -1 is the last one."""

    nth: int
    index: int
    month: Month


@dataclass(frozen=True)
class NamedDay:
    """A feast or holiday by its key in the conventions."""

    key: str


@dataclass(frozen=True)
class Year:
    """A year standing away from its date ("Oct 26 11:00 2027"), or counted from this one."""

    year: int | None = None
    ahead: int = 0


@dataclass(frozen=True)
class Part:
    """A part of the day; `shift` is -1 for early, 1 for late."""

    name: PartName
    shift: int = 0


@dataclass(frozen=True)
class Clock:
    """A time of day and what settles it; `said` is the hour that was spoken ("quarter to seven" says 7).

    `loose` is a number that is a time only beside a day or a part of the day."""

    hour: int
    minute: int = 0
    second: int = 0
    settled: Settled = "exact"
    said: int = 0
    english_half: bool = False
    loose: bool = False


@dataclass(frozen=True)
class Zone:
    """A time zone named in the phrase."""

    zone: tzinfo
    name: str


@dataclass(frozen=True)
class Past:
    """A phrase that can only mean the past."""


DayPiece: TypeAlias = RelativeDay | CalendarDay | NthWeekday | NamedDay
Piece: TypeAlias = Offset | Now | DayPiece | Weekday | Week | Year | Part | Clock | Zone | Past


@dataclass
class Slots:
    """One place for each kind of piece; `day` holds whichever names the day."""

    offset: Offset | None = None
    now: Now | None = None
    day: DayPiece | None = None
    weekday: Weekday | None = None
    week: Week | None = None
    year: Year | None = None
    part: Part | None = None
    clock: Clock | None = None
    zone: Zone | None = None
