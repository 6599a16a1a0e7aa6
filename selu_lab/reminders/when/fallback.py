"""The last resort: dateparser, and only for an absolute date that names its day and its month."""

from __future__ import annotations

import re
from datetime import datetime

from selu_lab.reminders.when.words import Words, any_of

_STEM = 3


def fallback_moment(text: str, now: datetime, words: Words) -> datetime | None:
    """Take a phrase in canonical spelling and a naive base, give a naive wall clock moment or None.

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
            "NORMALIZE": True,
        },
    )
    found = parser.get_date_data(text).date_obj
    return found if found is None or found.tzinfo is None else None


def _names_day_and_month(text: str, words: Words) -> bool:
    stems = any_of({name[:_STEM] for name in words.months})
    return bool(re.search(rf"\b\d{{1,2}}\b\W{{0,3}}{stems}|\b{stems}\w*\W{{0,3}}\d{{1,2}}\b", text))
