"""Times in a scenario: the frozen start, durations such as 2h or 1d 30min, and moments to advance to."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from selu_lab.errors import LabError

START = "2026-03-02T09:00:00"
"""When a scenario without `now` begins: a Monday morning far from any clock change, the same on every machine."""

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "min": "minutes", "s": "seconds"}
_DURATION = re.compile(r"(\d{1,6})\s*(w|d|h|min|s)")
_HINT = "Write it like 90min, 2h, 1d or 1d 12h (units: w, d, h, min, s)."


def duration(text: str) -> timedelta:
    """The elapsed time a text such as “2h” means (1d is 24 hours); raises LabError for anything else."""
    parts = _DURATION.findall(text)
    if not parts or _DURATION.sub("", text).strip():
        raise LabError(f"“{text}” is not a duration.", hint=_HINT)
    total = sum((timedelta(**{_UNITS[unit]: int(number)}) for number, unit in parts), timedelta())
    if not total:
        raise LabError("The clock can only advance by more than nothing.", hint=_HINT)
    return total


def moment(text: str, zone: str) -> datetime:
    """The aware moment of an ISO text, taken as local time of the zone when it has no offset.

    Raises LabError for what is no date and time, and for a local time that a clock change leaves out.
    """
    try:
        read = datetime.fromisoformat(text)
    except ValueError as error:
        raise LabError(f"“{text}” is not a date and time.", hint="Write it like 2026-03-28T22:30:00.") from error
    if read.tzinfo is not None:
        return read.astimezone(UTC)
    aware = read.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if aware.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != read:
        raise LabError(f"In {zone} there is no {text}: the clock skips it.", hint="Choose a time beside the change.")
    return aware
