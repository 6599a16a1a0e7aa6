"""Hints that a note belongs elsewhere (spec, "Wann nicht verwenden"): rules guess, a person or a model judges."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["one_off", "temporary", "profile", "store", "lesson"]


@dataclass(frozen=True)
class Hint:
    """A guess. `words` are the words of the note that a rule stumbled over, `sentence` says what they suggest."""

    kind: Kind
    words: str
    sentence: str


_SENTENCES: dict[Kind, str] = {
    "one_off": "Hint: this may matter only once; a note should be of use in later conversations.",
    "temporary": "Hint: this may soon be out of date; changing state belongs into store_set.",
    "profile": "Hint: this may belong into the user's profile, which every agent sees without searching.",
    "store": "Hint: this may be state that keeps changing; store_set holds it better than a note.",
    "lesson": "Hint: this may be about how an agent should behave; Selu learns such lessons by reflection.",
}
_PATTERNS: dict[Kind, str] = {
    "one_off": r"""
        heute|heut|vorhin|soeben|gleich\ nachher|diesmal|einmalig|ausnahmsweise|nur\ dieses\ mal|gestern|übermorgen
        |morgen\ (?:um|früh|abend|mittag)
        |today|tonight|yesterday|tomorrow|just\ now|this\ time|just\ this\ once|one-time
        """,
    "temporary": r"""
        gerade|derzeit|zurzeit|zur\ zeit|momentan|im\ moment|aktuell|vorübergehend|vorläufig
        |diese[rn]?\ (?:woche|monat|tage)|nächste[rn]?\ (?:woche|monat)|noch\ bis|bis\ (?:morgen|heute|auf\ weiteres)
        |currently|at\ the\ moment|right\ now|for\ now|temporarily|this\ (?:week|month)|next\ (?:week|month)
        |until\ (?:further\ notice|tomorrow|tonight)
        """,
    "profile": r"""
        ich\ (?:heiße|wohne|lebe|arbeite|komme\ aus|bin\ \d+\ jahre)
        |mein\ (?:name|beruf|geburtstag)\ ist|meine\ muttersprache
        |(?:der\ |die\ )?nutzer(?:in)?\ (?:heißt|wohnt|lebt|arbeitet|kommt\ aus|ist\ \d+)
        |my\ name\ is|call\ me|i\ (?:live|work)\ (?:in|as|at)|i\ am\ \d+\ years|my\ native\ language
        |(?:the\ )?user(?:'s\ name\ is|\ is\ called|\ lives\ in|\ works\ (?:as|at))
        """,
    "store": r"""
        (?:zähler|punkte|kilometer|konto|lager)stand|(?:einkaufs|to-?do|aufgaben)-?liste|stand\ der\ dinge
        |zuletzt\ (?:geprüft|gesehen)|aktueller\ stand|noch\ \d+\ (?:übrig|stück)
        |status\ (?:is|ist)|shopping\ list|to-?do(?:\ list)?|score\ is|counter
        |current\ (?:status|count|balance|score|step)|last\ (?:checked|seen|run)|\d+\ (?:\w+\ )?(?:left|remaining)
        """,
    "lesson": r"""
        (?:der\ |alle\ )?(?:agent|assistent)(?:en)?\ (?:soll|muss|darf|sollen|müssen|dürfen)|du\ (?:sollst|musst|darfst)
        |(?:beim|das)\ nächste[ns]?\ mal
        |(?:antworte|frage?|verwende|benutze|rufe?|prüfe?|suche?|schreibe?)\ (?:immer|nie|niemals|zuerst|erst|vorher)
        |(?:immer|nie|niemals|stets)\ (?:\w+\ ){0,3}(?:antworten|(?:nach)?fragen|verwenden|prüfen|suchen|schreiben)
        |the\ (?:agents?|assistants?)\ (?:should|must|may)|you\ (?:should|must)|next\ time
        |(?:always|never)\ (?:answer|reply|respond|ask|use|call|check|search|confirm|write)
        """,
}
_RULES = {kind: re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE | re.VERBOSE) for kind, pattern in _PATTERNS.items()}


def hints(content: str) -> tuple[Hint, ...]:
    """What rules guess about a note, German and English; at most one hint of a kind."""
    found = ((kind, rule.search(content)) for kind, rule in _RULES.items())
    return tuple(Hint(kind, match.group(), _SENTENCES[kind]) for kind, match in found if match)
