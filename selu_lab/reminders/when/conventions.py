"""Every convention of the time grammar in one table: what a phrase means where language leaves it open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from types import MappingProxyType
from typing import Literal

PartName = Literal[
    "early", "tomorrow_early", "morning", "forenoon", "noon", "after_lunch", "afternoon", "after_work",
    "evening", "tonight", "night", "end_of_day",
]  # fmt: skip
NextWeekday = Literal["language", "nearest", "next_week"]
DateOrder = Literal["language", "dmy", "mdy"]

# 0 · Guard and horizon.
LONGEST = 160  # characters
FARTHEST_YEARS = 5
EARLIEST_YEAR = 1900  # an older year is past whatever else is said, and the calendar ends at year 1

# 1 · Part of day: the hour it stands for (a user setting), and the hours (from, until) in which it is running.
PART_HOURS: Mapping[PartName, time] = MappingProxyType(
    {
        "early": time(6),
        "tomorrow_early": time(8),
        "morning": time(8),
        "forenoon": time(10),
        "noon": time(12),
        "after_lunch": time(13, 30),
        "afternoon": time(15),
        "after_work": time(18),
        "evening": time(19),
        "tonight": time(20),
        "night": time(22),
        "end_of_day": time(23, 59),
    }
)
PART_ENDS: Mapping[PartName, int] = MappingProxyType(
    {
        "early": 9,
        "tomorrow_early": 10,
        "morning": 12,
        "forenoon": 12,
        "noon": 14,
        "after_lunch": 17,
        "afternoon": 18,
        "after_work": 21,
        "evening": 24,
        "tonight": 24,
        "night": 24,
        "end_of_day": 24,
    }
)
NIGHT_ENDS = 5  # before this hour "heute Nacht" means the night that is running
RUNNING_DELAY = timedelta(minutes=30)
EARLY_OR_LATE = timedelta(hours=2)  # "early evening", "late afternoon"

# 5 · Hours 1-12 with nothing that settles them.
WAKING_HOURS = range(6, 24)
AFTERNOON_HOURS = range(1, 7)
# From this hour on "at night" and "nachts" mean the evening: "5 Uhr nachts" is 05:00, "5 at night" 17:00.
NIGHT_IS_EVENING_FROM: Mapping[str, int] = MappingProxyType({"de": 6, "en": 5})
HALF_DAY_PARTS: tuple[PartName, ...] = ("after_lunch", "afternoon", "after_work", "evening", "tonight", "end_of_day")
DARK_PARTS: tuple[PartName, ...] = ("evening", "tonight", "night")

# 3 and 7 · What "language" stands for in the settings.
NEXT_WEEKDAY: Mapping[str, NextWeekday] = MappingProxyType({"de": "nearest", "en": "next_week"})
DATE_ORDER: Mapping[str, DateOrder] = MappingProxyType({"de": "dmy", "en": "mdy"})

# 6 · Amounts that are said without a number.
A_COUPLE, A_FEW = 2, 3

# Named days, (month, day); those that move are days after Easter Sunday.
NAMED_DAYS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "new_year": (1, 1),
        "epiphany": (1, 6),
        "valentine": (2, 14),
        "saint_patrick": (3, 17),
        "labour_day": (5, 1),
        "assumption": (8, 15),
        "german_unity": (10, 3),
        "halloween": (10, 31),
        "reformation": (10, 31),
        "all_saints": (11, 1),
        "bonfire_night": (11, 5),
        "martinmas": (11, 11),
        "nicholas": (12, 6),
        "christmas_eve": (12, 24),
        "christmas": (12, 25),
        "boxing_day": (12, 26),
        "new_years_eve": (12, 31),
    }
)
EASTER_DAYS: Mapping[str, int] = MappingProxyType(
    {
        "rose_monday": -48,
        "shrove_tuesday": -47,
        "ash_wednesday": -46,
        "maundy_thursday": -3,
        "good_friday": -2,
        "easter": 0,
        "easter_monday": 1,
        "ascension": 39,
        "whitsun": 49,
        "whit_monday": 50,
        "corpus_christi": 60,
    }
)


@dataclass(frozen=True)
class WhenSettings:
    """What a user may decide: the hours parts of a day stand for, the hour of a day-only phrase, how "next Friday" and
    "3/4" are read; "language" follows the language of the phrase."""

    part_hours: Mapping[PartName, time] = field(default_factory=lambda: PART_HOURS)
    day_hour: time = time(9)
    next_weekday: NextWeekday = "language"
    date_order: DateOrder = "language"


def farthest(today: date) -> date:
    """Give the last day a reminder may be set for."""
    day = min(today.day, 28) if today.month == 2 else today.day
    return today.replace(year=today.year + FARTHEST_YEARS, day=day)
