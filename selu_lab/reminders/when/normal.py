"""The canonical spelling of a phrase: lower case, accents folded, number words as digits, ordinals as "3."."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from selu_lab.reminders.when.conventions import LONGEST
from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.words import Language, Words, any_of

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_UMLAUT = re.compile(r"([aou])e")
_FRACTIONS = {"½": "1/2", "¼": "1/4", "¾": "3/4"}
_QUOTES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "′": "'", "“": '"', "”": '"', "„": '"'})
_GLUE = re.compile(r"(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)")
# With a capital it is the day, "so um drei" is "at about three".
_SUNDAY = re.compile(r"\bSo\b\.?(?= )")
# "8 AM" is no preposition; neither is an "am" with nothing behind it.
_FORENOON = re.compile(r"(?<=\d)\s?(?:AM\b|am(?=\s*(?:[,;]|$)))")
_HYPHEN = re.compile(r"(?<=[a-z])[-‐‑](?=[a-z])")

_Steps = tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]


def _oclock(match: re.Match[str]) -> str:
    return f"o'clock {match[1]}m_" if match[1] else "o'clock"


# Canonical am and pm are "am_" and "pm_", because "am" is also a German preposition.
_ENGLISH: _Steps = (
    (re.compile(r"\b(\d{1,2})[ -]?ish\b"), r"about \1"),
    (re.compile(r"(?<=noon)[ -]?ish\b"), ""),
    (re.compile(r"(?<=\d)\s?([ap])\.?\s?m\b\.?"), r" \1m_"),
    (re.compile(r"(?<=\d)([ap])\b(?!['.])"), r" \1m_"),
    (re.compile(r"\bin the ([ap])\.?m\b\.?"), r"\1m_"),
    (re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b"), r"\1."),
    (re.compile(r"\boh (?=\d\b)"), "0"),
    (re.compile(r"\b3 quarters of an hour\b"), "45 minutes"),
    (re.compile(r"\b(tonite|2nite|2night)\b"), "tonight"),
    (re.compile(r"(?<=[a-z\d]) or so\b"), ""),
    (re.compile(r"^(?:in )?fortnight\b"), "1 fortnight"),
    (re.compile(r"(?<=[a-z])'s\b(?! (?:eve|day))"), ""),
    (re.compile(r"\bo'?\s?clock\b(?: ([ap])\.?m\b\.?)?"), _oclock),
)
_WHOLE_DAYS = r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
# "Morgen" after one of these is the morning, elsewhere it is tomorrow.
_BEFORE_MORNING = rf"{_WHOLE_DAYS}|heute|ubermorgen|morgen|gestern|am|diese[rnms]?"
_GERMAN: _Steps = (
    (re.compile(r"(?<=\d)\s?p\.?\s?m\b\.?"), " pm_"),
    (re.compile(r"(?<=\d)(?:\s?a\.\s?m\b\.?|am\b)"), " am_"),
    (re.compile(r"\b(\d{1,2})(?:s?te[nrms]?|er|en)\b"), r"\1."),
    (re.compile(rf"\b({_WHOLE_DAYS}|heute|morgen)(?=fruh|morgen|(?:vor|nach)?mittag|abend|nacht)"), r"\1 "),
    (re.compile(rf"\b({_BEFORE_MORNING}) (fruhe[nrms]? )?morgen\b"), r"\1 \2morgens"),
    (re.compile(r"\bfruhmorgens\b"), "fruh morgens"),
    (re.compile(r"\bein(?= uhr\b)"), "1"),
    (re.compile(r"\b(?:anderthalb|eineinhalb)\b"), "1.5"),
    (re.compile(r"\b(\d{1,2}) (?:und )?(?:ein ?halb|eine halbe)\b"), r"\1.5"),
    (re.compile(r"\b(?:eine[rmn]? |ne[r]? )?(?:drei|3) ?viertel ?stunden?\b"), "45 minuten"),
    (re.compile(r"\b(?:1 |eine[rmn]? |ne[r]? )?viertel ?stunde\b"), "15 minuten"),
    (re.compile(r"\b(?:1 |ein(?:em)? )?viertel ?jahr\b"), "3 monate"),
    (re.compile(r"\bdreiviertel(?= )"), "3 viertel"),
    (re.compile(r"\bmonats ?ersten?\b"), "1. des monats"),
)


def guarded(text: str) -> str:
    """Take a raw phrase, give it composed (NFC) and trimmed; refuse what is empty, too long or not one line."""
    text = text.strip()
    if len(text) > LONGEST:
        raise Refusal("too_long")
    if not text:
        raise Refusal("empty")
    if _CONTROL.search(text):
        raise Refusal("unparsed")
    return " ".join(unicodedata.normalize("NFC", text).split())


def folded(text: str, language: Language) -> str:
    """Take a phrase or a word, give it in lower case without accents; German ä, ae and a become the same."""
    if not text.isascii():
        for fraction, spelled in _FRACTIONS.items():
            text = text.replace(fraction, f" {spelled}")
        text = unicodedata.normalize("NFKD", text.casefold().translate(_QUOTES))
        text = "".join(character for character in text if not unicodedata.combining(character))
    text = text.lower()
    return _UMLAUT.sub(r"\1", text) if language == "de" else text


@cache
def _digits(words: Words) -> tuple[re.Pattern[str], dict[str, str]]:
    table = {word: str(number) for word, number in words.numbers.items()}
    table |= {word: f"{number}." for word, number in words.ordinals.items()}
    return re.compile(rf"(?<![a-z0-9]){any_of(table)}(?![a-z0-9])"), table


@cache
def _before_digits(words: Words) -> _Steps:
    """What must happen while numbers are still words: "zweieinhalb", and "second" as a rank instead of a unit."""
    if words.language == "de":
        return ((re.compile(rf"\b({any_of(words.numbers)})(?=(?:und ?)?ein ?halb\b)"), r"\1 "),)
    names = any_of((*words.months, *words.weekdays))
    return ((re.compile(rf"(?<!twenty )\bsecond(?= (?:of|day|last|{names})\b)|(?<=the )second$"), "2."),)


def canonical(text: str, words: Words) -> str:
    """Take a guarded phrase, give the spelling the rules of this language are written for."""
    if words.language == "de":
        text = _FORENOON.sub(" a.m.", _SUNDAY.sub("Sonntag", text))
    text = " ".join(_HYPHEN.sub(" ", folded(text, words.language)).split())
    for pattern, replacement in _before_digits(words):
        text = pattern.sub(replacement, text)
    numbers, table = _digits(words)
    text = numbers.sub(lambda match: table[match[0]], text)
    for pattern, replacement in _GERMAN if words.language == "de" else _ENGLISH:
        text = pattern.sub(replacement, text)
    return " ".join(_GLUE.sub(" ", text).split())


def spoken(token: str, text: str, language: Language) -> str:
    """Give the word of the original phrase that a canonical token came from."""
    return next((word for word in text.split() if folded(word, language).strip(".,;:!?") == token), token)
