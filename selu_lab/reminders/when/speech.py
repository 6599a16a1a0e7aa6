"""A moment told in the user's language: "Freitag, 4. Dezember 2026, 08:00, in 1 Tag 18 Std."."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

_WEEKDAYS = {
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split(),
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
}
_MONTHS = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "en": "January February March April May June July August September October November December".split(),
}
_UNITS = (86_400, 3_600, 60, 1)
_NAMES = {
    "de": (("Tag", "Tagen"), ("Std.", "Std."), ("Min.", "Min."), ("Sek.", "Sek.")),
    "en": (("day", "days"), ("hr", "hr"), ("min", "min"), ("sec", "sec")),
}
_SHOWN_UNITS = 2


def language_of(language: str) -> str:
    """Give the language texts are told in: German for any German, English otherwise."""
    return "de" if language.lower().split("-")[0].split("_")[0] == "de" else "en"


def describe(fire_at: datetime, now: datetime, zone: str, language: str) -> str:
    """Take two aware moments, give the first one in `zone` (IANA), in words, with the distance from the second."""
    return f"{moment_in_words(fire_at.astimezone(ZoneInfo(zone)), language)}, {distance(fire_at, now, language)}"


def moment_in_words(wall: datetime, language: str) -> str:
    """Give weekday, date and time as the language writes them, seconds only where there are some."""
    language = language_of(language)
    weekday, month = _WEEKDAYS[language][wall.weekday()], _MONTHS[language][wall.month - 1]
    dot = "." if language == "de" else ""
    clock = f"{wall:%H:%M:%S}" if wall.second else f"{wall:%H:%M}"
    return f"{weekday}, {wall.day}{dot} {month} {wall.year}, {clock}"


def distance(fire_at: datetime, now: datetime, language: str) -> str:
    """Give the elapsed time between two aware moments in its two largest units: "in 2 Std. 5 Min.", "5 min ago"."""
    language = language_of(language)
    seconds = round((fire_at.astimezone(UTC) - now.astimezone(UTC)).total_seconds())
    if seconds == 0:
        return "jetzt" if language == "de" else "now"
    spelled = " ".join(_largest_units(abs(seconds), language))
    if seconds > 0:
        return f"in {spelled}"
    return f"vor {spelled}" if language == "de" else f"{spelled} ago"


def _largest_units(seconds: int, language: str) -> list[str]:
    spelled: list[str] = []
    for size, (one, many) in zip(_UNITS, _NAMES[language], strict=True):
        amount, seconds = divmod(seconds, size)
        if amount:
            spelled.append(f"{amount} {one if amount == 1 else many}")
        if spelled and (len(spelled) == _SHOWN_UNITS or not amount):
            break
    return spelled
