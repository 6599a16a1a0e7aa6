"""ISO 8601 with a date and a time, with or without offset: the form a model can always fall back to."""

from __future__ import annotations

import re
from datetime import datetime

from selu_lab.reminders.when.conventions import EARLIEST_YEAR
from selu_lab.reminders.when.result import Refusal

_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?", re.ASCII
)


def iso_moment(text: str) -> datetime | None:
    """Take a phrase, give its moment (naive where it has no offset), None where it is no ISO form."""
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    if int(match[1]) < EARLIEST_YEAR:
        raise Refusal("past", text)
    if int(match[2]) > 12 or not match[2].strip("0") or not match[3].strip("0"):
        raise Refusal("invalid_date", text)
    if int(match[4]) > 23 or int(match[5]) > 59 or int(match[6] or 0) > 59:
        raise Refusal("invalid_time", text)
    try:
        return datetime.fromisoformat(_plain(match))
    except ValueError:
        raise Refusal("invalid_date", text) from None


def _plain(match: re.Match[str]) -> str:
    year, month, day, hour, minute, second, offset = match.groups()
    offset = "+00:00" if offset in ("Z", "z") else offset or ""
    return f"{year}-{month}-{day}T{hour}:{minute}:{second or '00'}{offset}"
