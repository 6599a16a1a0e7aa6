"""The last resort: dateparser, and only for an absolute date that names its day and its month."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time

from selu_lab.reminders.when.words import Words, any_of

_STEM = 3


@dataclass(frozen=True)
class Found:
    """A date, and the time where the phrase has one."""

    day: date
    clock: time | None


def fallback_date(text: str, now: datetime, words: Words) -> Found | None:
    """Take a phrase in canonical spelling and a naive base, give what dateparser finds or None.

    dateparser gets one language, no time zone and no relative phrases: it reads those wrongly without a sign of it.
    """
    if not _names_day_and_month(text, words):
        return None
    from dateparser.date import DateDataParser  # 300 ms that hardly any phrase needs

    parser = DateDataParser(
        languages=[words.language],
        settings={
            "RELATIVE_BASE": now,
            "PREFER_DATES_FROM": "future",
            "REQUIRE_PARTS": ["day", "month"],
            "PARSERS": ["absolute-time"],
            "DATE_ORDER": "DMY" if words.language == "de" else "MDY",
            "RETURN_AS_TIMEZONE_AWARE": False,
            "RETURN_TIME_AS_PERIOD": True,
        },
    )
    found = parser.get_date_data(text)
    if found.date_obj is None or found.date_obj.tzinfo is not None:
        return None
    return Found(found.date_obj.date(), found.date_obj.time() if found.period == "time" else None)


def _names_day_and_month(text: str, words: Words) -> bool:
    stems = any_of({name[:_STEM] for name in words.months})
    return bool(re.search(rf"\b\d{{1,2}}\b\W{{0,3}}{stems}|\b{stems}\w*\W{{0,3}}\d{{1,2}}\b", text))
