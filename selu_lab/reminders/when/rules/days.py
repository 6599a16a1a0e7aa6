"""Days counted from today: tomorrow, weekdays, feasts, weeks, weekends, and the edges of weeks, months and years."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from selu_lab.reminders.when.rules.pointing import ahead, pointer
from selu_lab.reminders.when.rules.rule import Rule, always, rule
from selu_lab.reminders.when.slots import (
    CalendarDay,
    Month,
    NamedDay,
    Past,
    Piece,
    RelativeDay,
    Week,
    Weekday,
    Which,
    Year,
)
from selu_lab.reminders.when.words import Words, any_of

_WEDNESDAY, _FRIDAY, _SATURDAY = 2, 4, 5

_TOMORROW = {
    "de": r"(?:am )?(?:nachsten|folgenden|darauffolgenden) tag|(?:am )?tag (?:darauf|danach)",
    "en": r"(?:on )?(?:the )?(?:next|following) day|the day after",
}
_IN_TWO_DAYS = {"de": r"ubermorgen", "en": r"(?:the )?day after (?:tomorrow|tmrw|tmr)|overmorrow"}
_TWO_DAYS_AGO = {"de": r"vorgestern", "en": r"(?:the )?day before yesterday"}

_ON = {"de": r"(?:am |an |ab |bis |zum )?(?:den |dem |der )?", "en": r"(?:on |by )?(?:the )?"}
_THIS_DAY = {"de": r"diese[nrsm]?", "en": r"this|the"}
_COMING_DAY = {"de": r"(?:diesen )?kommende[nrsm]?", "en": r"(?:this |the )?(?:coming|upcoming)"}
_NEXT_DAY = {"de": r"nachste[nrsm]?|folgende[nrsm]?", "en": r"(?:the )?(?:next|following|nxt)"}
_AFTER_NEXT_DAY = {"de": r"ubernachste[nrsm]?", "en": r"next next"}
_DAY_AFTER_NEXT = {"de": r"nach dem (?:nachsten|kommenden)", "en": r"after next|week"}
# What must follow "Friday 23": a German "Freitag 23" alone is eleven at night.
_BEFORE_TIME = {"de": r" (?:um|gegen)\b", "en": r" (?:at|@|around)\b|$|,"}
_LAST = {
    "de": r"(?:letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)",
    "en": r"(?:(?:the |this )?(?:last|past|previous))",
}
_LAST_THINGS = {"de": r"woche|monat|jahr|nacht|wochenende|mal", "en": r"week|month|year|night|weekend|time"}
_FROM_NOW = {"de": r"ab (?:jetzt|heute)|spater", "en": r"from (?:now|today)|later|hence"}

_OF = {"de": r"(?:(?:in|im|der|des|fur|von|am|zum|ab) )*", "en": r"(?:(?:in|of|for|by|at|on|during) )?(?:the )?"}
_WEEK = {"de": r"woche", "en": r"(?:week|wk)"}
_AFTER_NEXT_WEEK = {"de": r"woche nach der nachsten", "en": r"week after next"}
_WEEKEND = {"de": r"(?:wochenende|weekend)", "en": r"(?:week ?end|wkend)"}
_MONTH = {"de": r"monate?s?", "en": r"month"}
_YEAR = {"de": r"jahre?s?", "en": r"year"}
_BEGIN = {"de": r"(?:(?:zum|am|zu) )?(?:anfang|beginn)", "en": r"(?:at |by )?(?:the )?(?:beginning|start)"}
_MIDDLE = {"de": r"(?:zur )?mitte", "en": r"(?:in |by )?(?:the )?(?:middle|mid)"}
_END = {"de": r"(?:(?:zum|am|bis|gegen) )*ende", "en": r"(?:at |by )?(?:the )?end"}
_SHORT_ENDS = {
    "de": (
        r"wochenschluss",
        r"(?:(?:am|zum|bis) )*(?:monatsende|monatsletzten|ultimo)",
        r"(?:(?:am|zum|bis) )*jahresende",
    ),
    "en": (r"eow", r"eom", r"eoy"),
}


def rules(words: Words) -> list[Rule]:
    """Give the rules for days counted from today."""
    return [*_relative(words), *_weekdays(words), *_weeks(words), *_months_and_years(words)]


def _relative(words: Words) -> list[Rule]:
    language = words.language
    return [
        rule(_TOMORROW[language], always(RelativeDay(1))),
        rule(_IN_TWO_DAYS[language], always(RelativeDay(2))),
        rule(_TWO_DAYS_AGO[language], always(RelativeDay(-2))),
        rule(any_of(words.relative_days), lambda match: RelativeDay(words.relative_days[match[0]])),
        *(rule(pattern, always(NamedDay(key))) for pattern, key in words.named_days.items()),
    ]


def _weekdays(words: Words) -> list[Rule]:
    language = words.language
    name, on = rf"(?P<name>{any_of(words.weekdays)})\.?", _ON[language]
    if language == "de":
        # "so" is Sunday, but "so um 15 Uhr" is "at about three".
        on = rf"(?!so (?:um|gegen|etwa|ca|circa|ungefahr|in|ab|rund|zwischen)\b){on}"

    def weekday(which: Which, weeks: int = 0) -> Callable[[re.Match[str]], Piece]:
        return lambda match: Weekday(words.weekdays[match["name"]], which, weeks)

    def with_day(match: re.Match[str]) -> tuple[Piece, ...]:
        return Weekday(words.weekdays[match["name"]]), CalendarDay(int(match["day"]))

    return [
        rule(rf"{on}{name}", weekday("bare")),
        rule(rf"{on}(?:{_THIS_DAY[language]}) {name}", weekday("this")),
        rule(rf"{on}(?:{_COMING_DAY[language]}) {name}", weekday("coming")),
        rule(rf"{on}(?:{_NEXT_DAY[language]}) {name}", weekday("next")),
        rule(rf"{on}(?:{_AFTER_NEXT_DAY[language]}) {name}", weekday("coming", 1)),
        rule(rf"{on}{name} (?:{_DAY_AFTER_NEXT[language]})", weekday("coming", 1)),
        rule(
            rf"(?P<count>\d{{1,2}}) {name}s? (?:{_FROM_NOW[language]})",
            lambda match: Weekday(words.weekdays[match["name"]], "coming", int(match["count"]) - 1),
        ),
        rule(rf"{on}{name} (?P<day>1[3-9]|2\d|3[01])(?={_BEFORE_TIME[language]})", with_day),
        rule(rf"{on}{_LAST[language]} (?:{_LAST_THINGS[language]}|{name})", always(Past())),
    ]


def _weeks(words: Words) -> list[Rule]:
    language = words.language
    of, point, week = _OF[language], pointer(words.language), _WEEK[language]

    def week_from(stands_for: int | None) -> Callable[[re.Match[str]], Piece]:
        return lambda match: Week(ahead(match) or 0, stands_for)

    def weekend(match: re.Match[str]) -> Piece:
        which: tuple[Which, ...] = ("this", "next", "coming")
        pointed = ahead(match)
        return Weekday(_SATURDAY, which[pointed or 0], 1 if pointed == 2 else 0, weekend=True)

    return [
        rule(rf"{of}{point} {week}", lambda match: Week(ahead(match) or 0, 0 if ahead(match) else None)),
        rule(rf"{of}{_AFTER_NEXT_WEEK[language]}", always(Week(2))),
        rule(rf"(?:{_BEGIN[language]}|early) {of}(?:{point} )?{week}", week_from(0)),
        rule(rf"{_MIDDLE[language]} {of}(?:{point} )?{week}", week_from(_WEDNESDAY)),
        rule(rf"(?:{_END[language]}|late) {of}(?:{point} )?{week}|{_SHORT_ENDS[language][0]}", week_from(_FRIDAY)),
        rule(rf"{of}(?:{point} )?{_WEEKEND[language]}", weekend),
    ]


def _months_and_years(words: Words) -> list[Rule]:
    language = words.language
    of, point, month, year = _OF[language], pointer(language), _MONTH[language], _YEAR[language]
    _, end_of_month, end_of_year = _SHORT_ENDS[language]
    named = rf"(?P<name>{any_of(words.months)})\.?(?: (?P<year>\d{{4}}))?"

    def day(number: int, assumed: Literal["", "month"] = "") -> Callable[[re.Match[str]], Piece]:
        def build(match: re.Match[str]) -> Piece:
            if name := match.groupdict().get("name"):
                return CalendarDay(number, Month(words.months[name], int(match["year"]) if match["year"] else None))
            return CalendarDay(number, Month(ahead=ahead(match) or 0), assumed)

        return build

    def last_of_year(match: re.Match[str]) -> tuple[Piece, ...]:
        return CalendarDay(31, Month(12)), Year(ahead=ahead(match) or 0)

    def edge(words_for: dict[str, str], number: int) -> Rule:
        return rule(rf"{words_for[language]} {of}(?:(?:{point} )?{month}|{named})", day(number))

    return [
        rule(rf"{of}{point} {month}", day(1, "month")),
        edge(_BEGIN, 1),
        edge(_MIDDLE, 15),
        edge(_END, -1),
        rule(end_of_month, always(CalendarDay(-1, Month(ahead=0)))),
        rule(rf"{of}{point} {year}", lambda match: Year(ahead=ahead(match) or 0)),
        rule(rf"{_END[language]} {of}(?:{point} )?{year}|{end_of_year}", last_of_year),
    ]
