"""Time zones in a phrase: "UTC", "MEZ", "PST", "Europe/Berlin", "UTC+2", "New Yorker Zeit"."""

from __future__ import annotations

import re
from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.rules.rule import Rule, always, rule
from selu_lab.reminders.when.slots import Piece, Zone
from selu_lab.reminders.when.words import Words, any_of

# An abbreviation is a fixed distance from UTC, in either half of the year; "ET" and its like follow the clocks.
_HOURS = {
    "utc": 0, "gmt": 0, "zulu": 0, "z": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "mez": 1, "cest": 2, "mesz": 2,
    "eet": 2, "eest": 3, "msk": 3, "ist": 5.5, "jst": 9, "aest": 10, "aedt": 11, "est": -5, "edt": -4, "cst": -6,
    "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "akst": -9, "akdt": -8, "hst": -10,
}  # fmt: skip
_FOLLOWING = {"et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver", "pt": "America/Los_Angeles"}
_CITIES = {
    "new york": "America/New_York", "london": "Europe/London", "berlin": "Europe/Berlin", "paris": "Europe/Paris",
    "madrid": "Europe/Madrid", "istanbul": "Europe/Istanbul", "sydney": "Australia/Sydney",
    "los angeles": "America/Los_Angeles",
    "san francisco": "America/Los_Angeles", "chicago": "America/Chicago", "toronto": "America/Toronto",
    "singapore": "Asia/Singapore", "singapur": "Asia/Singapore", "hong kong": "Asia/Hong_Kong", "dubai": "Asia/Dubai",
    "amsterdam": "Europe/Amsterdam", "lisbon": "Europe/Lisbon", "lissabon": "Europe/Lisbon", "dublin": "Europe/Dublin",
    "athens": "Europe/Athens", "delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "beijing": "Asia/Shanghai",
    "shanghai": "Asia/Shanghai", "boston": "America/New_York", "seattle": "America/Los_Angeles",
}  # fmt: skip
_LOCAL_TIME = {"de": r"(?:meiner|unserer|hiesiger|lokaler) zeit|ortszeit", "en": r"(?:my|our|local) time"}
_LOWER_PARTS = {"of", "es", "au", "in"}
_ZONE_SHAPE = re.compile(r"([a-z]+) (?:time|zeit|ortszeit)\b|[a-z]+/[a-z_/+-]+|[a-z]{1,4}[tz] *$")


def rules(words: Words) -> list[Rule]:
    """Give the rules for time zones."""
    cities = _CITIES | dict(words.cities)
    local = r"(?:zeit|ortszeit|zeitzone)" if words.language == "de" else r"(?:local )?(?:time(?: ?zone)?)"
    return [
        rule(r"\(?(?P<name>utc|gmt) ?(?P<sign>[+-]) ?(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?", _distance),
        rule(_LOCAL_TIME[words.language], always()),
        rule(any_of(_HOURS), lambda match: _fixed(match[0], _HOURS[match[0]])),
        rule(rf"(?P<name>{any_of(_FOLLOWING)})(?: time)?", lambda match: _named(_FOLLOWING[match["name"]])),
        rule(rf"(?P<name>{any_of(cities)})(?:er)? {local}", lambda match: _named(cities[match["name"]])),
        rule(rf"in (?P<name>{any_of(_CITIES)})", lambda match: _named(_CITIES[match["name"]])),
        rule(r"[a-z]{3,}/[a-z_]{3,}(?:/[a-z_]{3,})?", lambda match: _named(_spelled(match[0]))),
    ]


def looks_like_zone(text: str) -> bool:
    """Tell whether what no rule knows stands where a time zone would: it must be refused as one, never ignored."""
    return bool(_ZONE_SHAPE.match(text))


def zone_named(key: str) -> ZoneInfo:
    """Take an IANA name, give the zone; refuse what is none."""
    try:
        return ZoneInfo(key)
    except (KeyError, ValueError, OSError):
        raise Refusal("unknown_tz", key) from None


def _named(key: str) -> Piece:
    return Zone(zone_named(key), key)


def _fixed(name: str, hours: float) -> Piece:
    return Zone(timezone(timedelta(hours=hours)), name.upper())


def _distance(match: re.Match[str]) -> Piece:
    hours = int(match["hours"]) + int(match["minutes"] or 0) / 60
    if hours > 14:
        raise Refusal("unknown_tz", match[0])
    return _fixed(match[0], -hours if match["sign"] == "-" else hours)


def _spelled(name: str) -> str:
    """Give an IANA name in its own capitals: "america/new_york" is "America/New_York"."""
    parts = ["_".join(_capital(word) for word in part.split("_")) for part in name.split("/")]
    return "/".join(parts)


def _capital(word: str) -> str:
    return word if word in _LOWER_PARTS else word.capitalize()
