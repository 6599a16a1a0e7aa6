"""Times of day: "15.30 Uhr", "3:15pm", "halb vier", "viertel acht", "a quarter past noon", "at 1030"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.rules.rule import Rule, always, rule
from selu_lab.reminders.when.slots import Clock, Piece, Settled
from selu_lab.reminders.when.words import Words, any_of

_AT = {"de": r"(?:um|gegen|ab|punkt|bis|so|circa|ca\.?|etwa|@) ?", "en": r"(?:at|@|around|about|by|till|until|for) ?"}
_ENDING = {"de": r"(?: ?uhr)?", "en": r"(?: (?:o'clock|hours|hrs|h|uhr))?"}
_MERIDIEM = r"(?: ?(?P<half>am_|pm_))?"
_HOUR, _MINUTE = r"(?P<hour>\d{1,2})", r"(?P<minute>\d{2})"
_SECOND = r"(?::(?P<second>\d{2}))?"
_NO_DATE = r"(?!\.\d| ?[./-] ?\d|\. ?(?:jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|dez))"

_NOON = {"de": r"mittags?|12 uhr mittags?", "en": r"(?:12 )?(?:noon|mid ?day)"}
_MIDNIGHT = {"de": r"(?:(?:um|zu|zur|12 uhr|0 uhr) )?mitternachts?", "en": r"(?:at )?(?:12 )?mid ?night"}
_QUARTER = {"de": r"(?:1 |ein )?viertel", "en": r"(?:a )?quarter"}
_MINUTES = {"de": r"(?: (?:minuten?|min\.?))?", "en": r"(?: (?:minutes?|mins?\.?))?"}
_TO = {"de": r"vor", "en": r"to|before|till|til|of"}
_PAST = {"de": r"nach|ab", "en": r"past|after"}


def rules(words: Words) -> list[Rule]:
    """Give the rules for times of day."""
    return [*_digital(words), *_spoken(words.language)]


def _digital(words: Words) -> list[Rule]:
    language = words.language
    units = any_of(re.escape(spelling) for spelling in words.units if spelling not in ("h", "m", "s"))
    at, ending = _AT[language], _ENDING[language]
    found = [
        rule(rf"(?:{at})?{_HOUR}:{_MINUTE}{_SECOND}{_MERIDIEM}{ending}", _clock("literal")),
        rule(rf"(?:{at})?{_HOUR} h(?: {_MINUTE})?(?: ?uhr)?{_MERIDIEM}", _clock("literal")),
        rule(rf"(?:{at})?{_HOUR} ?(?P<half>am_|pm_){ending}", _clock("bare")),
        rule(rf"(?:{at})?{_HOUR}[ .]?{_MINUTE} ?(?P<half>am_|pm_)", _clock("literal")),
        rule(rf"{at}{_HOUR}(?!\d| (?:{units})\b){_NO_DATE}", _clock("bare")),
        rule(rf"{at}{_HOUR} {_MINUTE}(?![./:-]\d)", _clock("bare")),
        rule(rf"{at}(?P<hour>\d{{2}}){_MINUTE}{ending}", _clock("literal")),
        rule(rf"(?P<hour>0\d){_MINUTE}{ending}", _clock("literal")),
        rule(rf"{_HOUR} {_MINUTE}(?![./:-]\d)", _clock("bare")),
        rule(rf"{_HOUR}{_NO_DATE}", _loose),
    ]
    if language == "de":
        hour_only = rf"(?:{at})?{_HOUR} uhr"
        found += [
            rule(
                rf"{hour_only}(?:(?: und)? (?P<minute>\d{{1,2}}){_NO_DATE}(?!:\d)(?: minuten?)?)?{_MERIDIEM}",
                _clock("literal"),
            ),
            rule(rf"(?:{at})?{_HOUR}\.{_MINUTE} (?:uhr|h)", _clock("literal")),
            rule(rf"(?:{at})?{_HOUR}\.{_MINUTE}(?![.\d])", _clock("literal")),
            rule(rf"(?P<hour>\d{{2}}){_MINUTE} uhr", _clock("literal")),
        ]
    else:
        found += [
            rule(rf"(?:{at})?{_HOUR} o'clock{_MERIDIEM}", _clock("bare")),
            rule(rf"{at}{_HOUR}\.{_MINUTE}(?![.\d])", _clock("literal")),
            rule(rf"{_HOUR}\.{_MINUTE}(?![.\d])", _loose),
            rule(rf"(?P<hour>\d{{2}}){_MINUTE} (?:hours|hrs|h)", _clock("literal")),
        ]
    return found


def _spoken(language: str) -> list[Rule]:
    at, ending = rf"(?:{_AT[language]})?", _ENDING[language]
    base = (
        rf"(?:(?P<noon>{_NOON[language]})|(?P<midnight>{_MIDNIGHT[language]})"
        rf"|(?:the )?(?P<hour>\d{{1,2}})(?:[: ](?P<minute>\d{{2}}))?){ending}{_MERIDIEM}"
    )
    before, after = _TO[language], _PAST[language]
    amount = rf"(?:(?P<quarter>{_QUARTER[language]})|(?P<amount>\d{{1,2}}){_MINUTES[language]})"
    hour = rf"(?P<hour>\d{{1,2}}){ending}{_MERIDIEM}"
    found = [
        rule(rf"{at}{amount} (?:{before}) {base}", _shifted(-1)),
        rule(rf"{at}{amount} (?:{after}) {base}", _shifted(1)),
        rule(_MIDNIGHT[language], always(Clock(0, settled="midnight"))),
    ]
    if language == "de":
        return [
            *found,
            rule(rf"{at}halb {hour}", _from_hour(-30)),
            rule(rf"{at}viertel {hour}", _from_hour(-45)),
            rule(rf"{at}3 viertel {hour}", _from_hour(-15)),
            rule(rf"{at}{amount} vor halb {hour}", _around_half(-1)),
            rule(rf"{at}{amount} nach halb {hour}", _around_half(1)),
        ]
    return [
        *found,
        rule(rf"{at}half (?:past|after) {base}", _shifted(1, 30)),
        rule(rf"{at}half {hour}", lambda match: replace(_moved(_base(match), 30), english_half=True)),
        rule(_NOON["en"], always(Clock(12))),
    ]


def _clock(settled: Settled) -> Callable[[re.Match[str]], Piece]:
    def build(match: re.Match[str]) -> Piece:
        found = match.groupdict()
        minute, second = int(found.get("minute") or 0), int(found.get("second") or 0)
        return checked(match["hour"], minute, second, found.get("half"), settled)

    return build


def _loose(match: re.Match[str]) -> Piece:
    found = match.groupdict()
    return replace(checked(match["hour"], int(found.get("minute") or 0), 0, None, "bare"), loose=True)


def checked(text: str, minute: int, second: int, half: str | None, settled: Settled) -> Clock:
    """Take the digits of an hour and the rest of a time of day, give the clock; refuse what no clock shows."""
    hour = int(text)
    token = f"{text}:{minute:02}"
    if hour > 24 or minute > 59 or second > 59 or (hour == 24 and (minute or second)):
        raise Refusal("invalid_time", token)
    if half and hour > 12 and (half == "am_" or settled == "bare"):
        raise Refusal("invalid_time", token)
    if half and hour <= 12:
        return Clock(hour % 12 + (12 if half == "pm_" else 0), minute, second, "exact", hour)
    if hour == 0 or hour > 12 or (len(text) == 2 and text[0] == "0"):
        return Clock(hour, minute, second, "exact", hour)
    return Clock(hour, minute, second, settled, hour)


def _base(match: re.Match[str]) -> Clock:
    found = match.groupdict()
    if found.get("noon"):
        return Clock(12, said=12)
    if found.get("midnight"):
        return Clock(0, settled="midnight")
    return checked(match["hour"], int(found.get("minute") or 0), 0, found.get("half"), "bare")


def _minutes(match: re.Match[str]) -> int:
    minutes = 15 if match["quarter"] else int(match["amount"])
    if minutes > 59:
        raise Refusal("invalid_time", match["amount"])
    return minutes


def _shifted(sign: int, fixed: int | None = None) -> Callable[[re.Match[str]], Piece]:
    def build(match: re.Match[str]) -> Piece:
        return _moved(_base(match), sign * (_minutes(match) if fixed is None else fixed))

    return build


def _from_hour(minutes: int) -> Callable[[re.Match[str]], Piece]:
    return lambda match: _moved(_base(match), minutes)


def _around_half(sign: int) -> Callable[[re.Match[str]], Piece]:
    return lambda match: _moved(_base(match), sign * _minutes(match) - 30)


def _moved(clock: Clock, minutes: int) -> Clock:
    """Move a clock by minutes around the dial: what is left open stays on the 12-hour dial, 1 back is 12."""
    total = (clock.hour * 60 + clock.minute + minutes) % 1440
    hour, minute = divmod(total, 60)
    if clock.settled in ("bare", "literal"):
        hour = (hour - 1) % 12 + 1
    settled: Settled = "exact" if clock.settled == "midnight" else clock.settled
    return Clock(hour, minute, clock.second, settled, clock.said)
