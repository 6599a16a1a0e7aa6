"""Calendar dates: "24.12.", "Dec 24, 2026", "the 15th", "letzter Freitag im Oktober", "20th of next month"."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace

from selu_lab.reminders.when.conventions import EARLIEST_YEAR, DateOrder
from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.rules.pointing import ahead, pointer
from selu_lab.reminders.when.rules.rule import Rule, rule
from selu_lab.reminders.when.slots import CalendarDay, Month, NthWeekday, Piece, Year
from selu_lab.reminders.when.words import Words, any_of

_LEAP_YEAR = 2000
_YEAR = r"(?P<year>\d{4}|'\d\d)"
# Two digits are a year only where nothing follows that could make them a clock.
_SHORT_YEAR = r"(?P<short>\d\d)(?= ?(?:,|$))"
_NO_MORE_DIGITS = r"(?!\.?\d|[:/-]\d|\.\d)"

_SHORT_DATE_SIGNS = {"de": (r"\.?/", r"\.(?= ?(?:0?[1-9]|1[0-2])(?!\d)| ?\d\d?\.)"), "en": ("/", "-")}
_ON = {"de": r"(?:(?:am|an|den|der|dem|ab|bis|zum|vom) )*", "en": r"(?:on )?(?:the )?"}
_OF = {"de": r"(?:(?:im|in|des|der|vom|von|den) )*", "en": r"(?:(?:of|in) )?(?:the )?"}
_MONTH = {"de": r"monate?s?", "en": r"month"}
_DAY = {"de": r"tag", "en": r"day"}
_LAST = {"de": r"letzte[nrsm]?", "en": r"last"}
_LAST_BUT_ONE = {"de": r"vorletzte[nrsm]?", "en": r"(?:2\.|second) (?:to )?last"}
_NTH_LAST = {"de": r"(?P<nth>\d{1,2})\. ?letzte[nrsm]?", "en": r"(?P<nth>\d{1,2})\. (?:to )?last"}
_PLAIN_DAY = {
    "de": r"(?:(?:am|an|den|der|dem|ab|bis|zum|vom) )*(?P<day>\d{1,2})\.",
    "en": r"(?:on )?(?:the )?(?P<day>\d{1,2})\.(?: of)?"
    r"|(?:on the|on|the) (?P<bare>\d{1,2})(?![:.]\d| ?(?:am_|pm_|minutes?|hours?|days?|weeks?))",
}


def rules(words: Words, order: DateOrder) -> list[Rule]:
    """Give the rules for calendar dates; `order` is how "3/4" is read."""
    return [*_numeric(words, order), *_with_month_name(words), *_in_a_month(words)]


def _two_numbers(sign: str) -> str:
    return rf"(?P<first>\d{{1,2}}) ?{sign} ?(?P<second>\d{{1,2}})"


def _date(day: int, month: int, year: int | None = None) -> CalendarDay:
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year or _LEAP_YEAR, month)[1]:
        raise Refusal("invalid_date", f"{day}.{month}.")
    return CalendarDay(day, Month(month, year))


def _year(match: re.Match[str]) -> int | None:
    found = match.groupdict()
    text = (found.get("year") or found.get("short") or "").strip(" '")
    if not text:
        return None
    year = int(text) if len(text) == 4 else 2000 + int(text)
    if year < EARLIEST_YEAR:
        raise Refusal("past", text)
    return year


def _numeric(words: Words, order: DateOrder) -> list[Rule]:
    def year_first(match: re.Match[str]) -> Piece:
        return _date(int(match["day"]), int(match["month"]), _year(match))

    def two_numbers(match: re.Match[str]) -> Piece:
        first, second = int(match["first"]), int(match["second"])
        # With dots the day is first in German always, in English where a dot follows too.
        day_first = "." in match[0] and (words.language == "de" or match[0].endswith("."))
        month_first = not day_first and (first <= 12 if order == "mdy" else second > 12 >= first)
        day, month = (second, first) if month_first else (first, second)
        found = _date(day, month, _year(match))
        return replace(found, assumed="month_first") if month_first and day <= 12 and day != month else found

    on = _ON[words.language]
    last = [rf"{on}{_two_numbers(sign)}{_NO_MORE_DIGITS}" for sign in _SHORT_DATE_SIGNS[words.language]]
    # Two digits are a year only without a space: "3.6. 14 Uhr" has none.
    year = r"(?P<year> ?\d{4}|\d\d)(?!:\d|[-/]\d{1,2}(?![:\d]))"
    patterns = [rf"{on}{_two_numbers(sign)} ?{sign}{year}" for sign in (r"\.", "/", "-")] + last
    if words.language == "en":
        patterns.append(rf"{on}(?P<first>\d{{1,2}})\.(?P<second>\d){_NO_MORE_DIGITS}")
        patterns.append(rf"{on}{_two_numbers(r'[.]')}\.{_NO_MORE_DIGITS}")
    return [
        rule(rf"{on}(?P<year>\d{{4}})[-/.](?P<month>\d{{1,2}})[-/.](?P<day>\d{{1,2}}){_NO_MORE_DIGITS}", year_first),
        rule(r"(?P<year>20\d\d)(?P<month>\d\d)(?P<day>\d\d)", year_first),
        *(rule(pattern, two_numbers) for pattern in patterns),
    ]


def _with_month_name(words: Words) -> list[Rule]:
    name, on, between = rf"(?P<name>{any_of(words.months)})\.?", _ON[words.language], r"[ ./,-]{0,2}"
    of = r"(?:of )?" if words.language == "en" else ""
    day = r"(?P<day>\d{1,2})\.?"
    year = rf"(?:[ ,./-]{{1,2}}(?:in )?{_YEAR}| {_SHORT_YEAR})?(?!:\d)"

    def date(match: re.Match[str]) -> Piece:
        return _date(int(match["day"]), words.months[match["name"]], _year(match))

    return [
        rule(rf"{on}{day}{between}{of}{name}{year}", date),
        rule(rf"{on}{name}{between}(?:the )?{day}(?!:\d| ?(?:uhr|am_|pm_|h)\b){year}", date),
        rule(rf"{_YEAR}[ /-]{name}[ /-]{day}", date),
        rule(r"(?:in )?(?P<year>20\d\d)(?![-:./]\d)", lambda match: Year(_year(match))),
    ]


def _in_a_month(words: Words) -> list[Rule]:
    language = words.language
    on, of, day = _ON[language], _OF[language], _DAY[language]
    month = (
        rf"(?:(?P<name>{any_of(words.months)})\.?(?:[ ,]{{1,2}}(?:in )?{_YEAR})?"
        rf"|(?:{pointer(language)} )?{_MONTH[language]})"
    )
    weekday = rf"(?P<weekday>{any_of(words.weekdays)})\.?"

    def the_month(match: re.Match[str]) -> Month:
        if match["name"]:
            return Month(words.months[match["name"]], _year(match))
        return Month(ahead=ahead(match))

    def from_end(match: re.Match[str], nth: int) -> Piece:
        if match.groupdict().get("weekday"):
            return NthWeekday(-nth, words.weekdays[match["weekday"]], the_month(match))
        return CalendarDay(-nth, the_month(match))

    def nth(match: re.Match[str]) -> Piece:
        number = int(match["nth"])
        if match.groupdict().get("weekday"):
            return NthWeekday(number, words.weekdays[match["weekday"]], the_month(match))
        return _day_of(number, the_month(match))

    def plain(match: re.Match[str]) -> Piece:
        return _day_of(int(match["day"] or match.groupdict().get("bare") or 0), Month())

    return [
        rule(rf"{on}(?P<nth>\d{{1,2}})\.?(?: {day})? {of}{month}", nth),
        rule(rf"{on}(?P<nth>\d)\. {weekday} {of}{month}", nth),
        rule(rf"{on}{_LAST[language]} (?:{day}|{weekday}) {of}{month}", lambda match: from_end(match, 1)),
        rule(rf"{on}{_LAST_BUT_ONE[language]} (?:{day}|{weekday}) {of}{month}", lambda match: from_end(match, 2)),
        rule(rf"{on}{_NTH_LAST[language]} (?:{day}|{weekday}) {of}{month}", lambda m: from_end(m, int(m["nth"]))),
        rule(rf"(?:{_PLAIN_DAY[language]}){_NO_MORE_DIGITS}", plain),
    ]


def _day_of(number: int, month: Month) -> CalendarDay:
    if not 1 <= number <= 31:
        raise Refusal("invalid_date", f"{number}.")
    if month.month:
        return _date(number, month.month, month.year)
    return CalendarDay(number, month)
