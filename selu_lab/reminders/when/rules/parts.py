"""Parts of the day: "am Vormittag", "tonight", "early in the morning", "morgen früh"."""

from __future__ import annotations

import re
from collections.abc import Callable

from selu_lab.reminders.when.conventions import PartName
from selu_lab.reminders.when.rules.rule import Rule, always, rule
from selu_lab.reminders.when.slots import Part, Piece, RelativeDay
from selu_lab.reminders.when.words import Words

_IN = {
    "de": r"(?:(?:am|an|in der|in den|zur|zum|gegen|um|den|der|die|bis|ab|kurz|dem|des) )*",
    "en": r"(?:(?:in|at|on|during|by|for|around) )?(?:the |my )?",
}
_EARLY = {
    "de": r"fruh(?:e[nrms]?)?(?: am| in der)?",
    "en": r"(?:bright and )?(?:early|1\. thing)(?: (?:in|at) (?:the )?)?",
}
_LATE = {"de": r"spat(?:e[nrms]?)?(?: am| in der)?", "en": r"late(?: (?:in|at) (?:the )?)?"}
_MIDDLE = {"de": r"mitten (?:am|in der)", "en": r"mid(?:dle of (?:the )?)?"}
_TODAY = {"de": r"(?:heute?|diese[nrsm]?)", "en": r"(?:later )?(?:this|today)"}


def rules(words: Words) -> list[Rule]:
    """Give the rules for parts of the day."""
    found = [each for pattern, name in words.parts.items() for each in _of_one_part(words.language, pattern, name)]
    if words.language == "de":
        # First, because "heute" and "Abend" apart would match as far.
        found = [
            rule(r"heute? abend", always(RelativeDay(0), Part("tonight"))),
            rule(r"(?:in der |die )?(?:kommende|nachste)[nr]? nacht", always(RelativeDay(0), Part("night"))),
            *found,
            rule(r"(?:am )?morgen (?:in der )?fruh(?: morgens?)?", always(RelativeDay(1), Part("tomorrow_early"))),
        ]
    else:
        found += [
            rule(r"(?:for )?(?:later |(?P<late>late ))?tonight", _tonight),
            rule(r"early tomorrow", always(RelativeDay(1), Part("early"))),
            rule(
                r"1\. thing tomorrow(?: morning)?|tomorrow (?:morning )?1\. thing(?: in the morning)?",
                always(RelativeDay(1), Part("tomorrow_early")),
            ),
            rule(r"1\. thing", always(Part("morning"))),
            rule(r"early", always(Part("early"))),
        ]
    return found


def _tonight(match: re.Match[str]) -> tuple[Piece, ...]:
    return RelativeDay(0), Part("tonight", 1 if match["late"] else 0)


def _of_one_part(language: str, pattern: str, name: PartName) -> list[Rule]:
    before, early, late, middle = _IN[language], _EARLY[language], _LATE[language], _MIDDLE[language]
    shift = rf"(?:(?:(?P<early>{early})|(?P<late>{late})|(?P<middle>{middle})) ?)?"
    backwards = r"(?: (?P<early_after>fruh))?" if language == "de" else ""

    def part(match: re.Match[str]) -> Part:
        found = match.groupdict()
        return Part(name, -1 if found["early"] or found.get("early_after") else 1 if found["late"] else 0)

    with_day: Callable[[re.Match[str]], tuple[Piece, ...]] = lambda match: (RelativeDay(0), part(match))  # noqa: E731
    return [
        rule(rf"{before}{shift}(?:{pattern}){backwards}", part),
        rule(rf"{_TODAY[language]} {shift}(?:{pattern}){backwards}", with_day),
    ]
