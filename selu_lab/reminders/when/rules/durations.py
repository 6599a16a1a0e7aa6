"""Distances: "in 20 Minuten", "an hour and a half from now", "2 days after", "two hours ago"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from selu_lab.reminders.when.conventions import A_COUPLE, A_FEW
from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.rules.rule import Rule, rule
from selu_lab.reminders.when.slots import Now, Offset, Past, Piece
from selu_lab.reminders.when.words import Unit, Words, any_of

_SECONDS: Mapping[Unit, int] = {"second": 1, "minute": 60, "hour": 3600}
_DAYS: Mapping[Unit, int] = {"day": 1, "week": 7, "fortnight": 14}
_AMOUNTS: Mapping[str, Fraction] = {
    "half": Fraction(1, 2),
    "quarter": Fraction(1, 4),
    "few": Fraction(A_FEW),
    "couple": Fraction(A_COUPLE),
    "one": Fraction(1),
}
_MONTHS: Mapping[Unit, int] = {"month": 1, "quarter": 3, "year": 12}

_COUPLE = {"de": r"ein(?:em|en)? paar", "en": r"(?:a )?(?:couple|pair)(?: of)?"}
_FEW = {"de": r"ein(?:em|en)? (?:paar|wenigen)|einige[nr]?|wenige[nr]?", "en": r"a few|few"}
_ONE = {"de": r"ein(?:e[rnms]?)?|ne[rnm]?", "en": r"an?"}
_HALF = {
    "de": r"(?:ein(?:e[rnms]?)? |ne[rnm]? |der )?halbe[nrsm]?",
    "en": r"(?:an? )?half(?: of)?(?: an?)?",
}
_QUARTER = {"de": r"(?:ein(?:e[rnms]?)? )?viertel", "en": r"(?:an? )?quarter(?: of)?(?: an?)?"}
_AND_A_HALF = {"de": r" ?und (?:eine? )?halbe?n?", "en": r" and (?:a |1 )?half"}
_MORE = {
    "de": r"(?:(?:weitere|ganze|gute|knappe)[nrs]? )?",
    "en": r"(?:more |further |upcoming |next |of an? |whole )?",
}

_BEFORE = {
    "de": r"(?:in(?: den| der)?|nach(?: ablauf von)?|inner(?:halb|t)(?: von| der)?|binnen|fur|\+)"
    r"(?: (?:ca\.?|etwa|circa|ungefahr|rund|genau))?",
    "en": r"(?:in|within|after|for|\+)(?: (?:about|around|approximately|roughly|exactly|just))?",
}
_COMING = {
    "de": r"(?:die |der |den |das )?(?:nachste[nrs]?|folgende[nrs]?|kommende[nrs]?)",
    "en": r"(?:the )?(?:next|upcoming|following|coming)",
}
_WITHIN_THE = {"de": r"innerhalb der", "en": r"within the"}
_AFTERWARDS = {
    "de": r"(?:ab|von) (?:jetzt|nun|heute|sofort)(?: an)?|spater|nach jetzt",
    "en": r"from (?:right )?now|from today|later|hence|out|after now|away|time",
}
_FROM = {"de": r"nach|von|ab", "en": r"from|after|following|past"}
_UNTIL = {"de": r"vor", "en": r"before|prior to"}
_AGO = {"de": r"(?:vor|seit) (?:{})|(?:{}) (?:her|zuvor)", "en": r"(?:{}) (?:ago|before now|earlier)|past (?:{})"}
_NOW = {
    "de": r"(?:genau |ab )?(?:jetzt|sofort|gerade|nun)|jetzt gleich"
    r"|(?:um |zu[r]? )?(?:diese[r]?|(?:die)?selbe[nr]?|(?:der )?gleiche[nr]?) (?:uhr)?zeit",
    "en": r"(?:right |just )?now|immediately|asap|(?:at )?(?:this|(?:the )?same) time",
}


_THE_DAY_AFTER = {"de": r"(?:am )?tag nach", "en": r"(?:on )?(?:the )?day after"}
_THE_DAY_BEFORE = {"de": r"(?:am )?tag vor", "en": r"(?:on )?(?:the )?day before"}


class _Reader:
    """Reads distances in one language."""

    def __init__(self, words: Words) -> None:
        self.words, language = words, words.language
        number = r"\d{1,5}(?:[.,]\d{1,2})?(?: \d/\d{1,2})?|\d{1,2}/\d{1,2}"
        amounts = (
            ("half", _HALF), ("quarter", _QUARTER), ("few", _FEW), ("couple", _COUPLE), ("one", _ONE),
        )  # fmt: skip
        spoken = "|".join(f"(?P<{name}>{table[language]})" for name, table in amounts)
        unit = any_of(re.escape(spelling) for spelling in words.units)
        half = _AND_A_HALF[language]
        one = (
            rf"(?:(?P<number>{number})(?P<half_before>{half})? ?|(?:{spoken}) ){_MORE[language]}"
            rf"(?P<unit>{unit})(?!\w)\.?(?P<half_after>{half}(?! {unit}))?"
        )
        self.term = re.compile(one)
        term = re.sub(r"\?P<\w+>", "?:", one)
        self.pattern = rf"{term}(?:(?: ?,? ?(?:und |and )?| ){term}){{0,4}}"

    def offset(self, text: str, *, sign: int = 1, anchored: bool = False) -> Offset:
        """Take the text of a distance, give the sum of its terms."""
        months = days = seconds = Fraction(0)
        vague = ""
        for match in self.term.finditer(text):
            amount, unit = self._amount(match), self.words.units[match["unit"]]
            months += amount * _MONTHS.get(unit, 0)
            days += amount * _DAYS.get(unit, 0)
            seconds += amount * _SECONDS.get(unit, 0)
            vague = vague or (match["few"] or "")
        days += (months % 1) * 30
        seconds += (days % 1) * 86_400
        return Offset(sign * int(months), sign * int(days), sign * int(seconds), anchored, vague)

    def _amount(self, match: re.Match[str]) -> Fraction:
        halves = Fraction(1, 2) if match["half_before"] or match["half_after"] else Fraction(0)
        return halves + (_number(match["number"]) if match["number"] else _spoken(match))


def _number(text: str) -> Fraction:
    try:
        return sum((Fraction(part.replace(",", ".")) for part in text.split()), Fraction(0))
    except ZeroDivisionError:
        raise Refusal("unparsed", text) from None


def _spoken(match: re.Match[str]) -> Fraction:
    return next(value for name, value in _AMOUNTS.items() if match[name])


def rules(words: Words) -> list[Rule]:
    """Give the rules for distances."""
    language, reader = words.language, _Reader(words)
    span = reader.pattern
    before, afterwards, coming = _BEFORE[language], _AFTERWARDS[language], _COMING[language]

    def plain(match: re.Match[str]) -> Piece:
        return reader.offset(match["span"])

    def anchored(sign: int) -> Rule:
        words_between = (_FROM if sign > 0 else _UNTIL)[language]
        return rule(
            rf"(?P<span>{span}) (?:{words_between})",
            lambda match: reader.offset(match["span"], sign=sign, anchored=True),
        )

    hour = any_of(spelling for spelling, unit in words.units.items() if unit == "hour")
    ago = _AGO[language].format(span, span)
    one_unit = any_of(spelling for spelling, unit in words.units.items() if unit in _SECONDS and len(spelling) > 3)
    return [
        rule(r"^(?P<span>(?:[1-9]|1[0-2]) h)$", plain),
        rule(rf"(?:{before} ?)?(?:{coming} )?(?P<span>{span})(?:'? (?:{afterwards}))?", plain),
        rule(
            rf"(?:{before} )?{coming} (?P<unit>{one_unit})|{_WITHIN_THE[language]} (?P<other>{one_unit})",
            lambda match: reader.offset(f"1 {match['unit'] or match['other']}"),
        ),
        rule(r"in ([5-9]|\d{2,3})$", lambda match: Offset(seconds=60 * int(match[1]), vague=match[1])),
        anchored(1),
        anchored(-1),
        rule(ago, lambda _: Past()),
        rule(
            rf"(?:{before} ?)(?P<hours>\d{{1,2}}) (?:{hour}) (?P<minutes>\d\d)",
            lambda match: Offset(seconds=int(match["hours"]) * 3600 + int(match["minutes"]) * 60),
        ),
        rule(_THE_DAY_AFTER[language], lambda _: Offset(days=1, anchored=True)),
        rule(_THE_DAY_BEFORE[language], lambda _: Offset(days=-1, anchored=True)),
        rule(_NOW[language], lambda _: Now()),
    ]
