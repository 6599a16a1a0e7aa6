"""Take a wish to be reminded apart: what to do, and when, in the user's own words."""

from __future__ import annotations

import re

from selu_lab.models.demo.forms import MODALS_DE, NOT_VERBS_DE, PREFIXES_DE
from selu_lab.models.demo.language import Lang
from selu_lab.models.demo.lexicon import DEICTIC, REMIND_CUE, REMIND_JOIN
from selu_lab.models.demo.statements import verb_second
from selu_lab.models.demo.times import TimePhrase, time_phrases, without

_PAYLOAD = re.compile(r"\b(?:dass|that)\b", re.IGNORECASE)
_ABOUT_DE = re.compile(r"^(an|ans|am|für)\s+(?=\w)", re.IGNORECASE)
_ABOUT_EN = re.compile(r"^(?:about|of|for)\s+(?!to\b)(?=\w)", re.IGNORECASE)
_ZU = re.compile(rf"\bzu (\w+e?n)$|\b({'|'.join(PREFIXES_DE)})zu(\w+e?n)$")
_TWO_VERBS_DE = re.compile(rf"\s(?!(?:{'|'.join(NOT_VERBS_DE)}) )[a-zäöüß]+(?:e|t|n) und (?![a-zäöüß]+e \w)")
_FIRST_PERSON_DE = re.compile(r"\b([a-zäöüß]{2,}e)(?= und |$)")
_EMPTY_JOIN = re.compile(r"^(?:für|for|um|at|on|by|am)\s*(?=[:,]|to\b|$)\s*[:,]?\s*", re.IGNORECASE)


def reminder(piece: str, before: tuple[str, ...], speech: Lang) -> tuple[str, str]:
    """What to do and when; either may be empty. "… kannst du mich daran erinnern?" takes it from the clauses before."""
    chosen = _chosen(piece)
    prompt = _prompt(without(piece, chosen), speech)
    when = " ".join(phrase.text for phrase in chosen)
    if (not prompt or DEICTIC.match(prompt)) and before:
        earlier = " ".join(before)
        told = time_phrases(earlier)[:1]
        if told and not (
            chosen and any(re.search(r"\d{1,2}\.|tag\b|day\b|morgen|tomorrow", phrase.text) for phrase in chosen)
        ):
            when = " ".join((*(phrase.text for phrase in told), when)).strip()
            earlier = without(earlier, told)
        prompt = _capital(earlier.strip(" .,!"))
    return prompt, when


def _chosen(piece: str) -> tuple[TimePhrase, ...]:
    """The phrases that say when to remind, not when the thing itself is: those before a "dass", else the first."""
    phrases = time_phrases(piece)
    payload = _PAYLOAD.search(piece)
    outside = tuple(phrase for phrase in phrases if payload is None or phrase.end <= payload.start()) or phrases[:1]
    if len(outside) < 2 or outside[0].clock or not outside[1].clock:
        return outside[:1]
    return outside[:2]


def _prompt(rest: str, speech: Lang) -> str:
    text = REMIND_CUE.sub(" ", rest)
    for _ in range(4):
        text = re.sub(r"\s+", " ", text).strip(" ,.:;!?–-")
        text = _EMPTY_JOIN.sub("", REMIND_JOIN.sub("", text))
    text = text.strip(" ,.:;!?–-")
    if speech == "en":
        return _capital(_english(text))
    return _capital(_german(text, clause=bool(re.search(r"\bdass\b", rest))))


def _german(text: str, *, clause: bool) -> str:
    """The matter as a task; `clause` tells that it followed a "dass" and has its verb at the end."""
    words = text.split()
    if about := _ABOUT_DE.match(text):
        preposition = "an" if about[1].lower() == "für" else about[1]
        return f"{preposition} {text[about.end() :]} erinnern"
    if clause and _TWO_VERBS_DE.search(text):
        return _two_tasks(words)
    if len(words) > 2 and words[0].lower() in {"ich", "wir"}:
        return " ".join(words[1:-1]) if words[-1].lower() in MODALS_DE else verb_second(text)
    if clause:
        return verb_second(text)
    return _ZU.sub(lambda found: found[1] or f"{found[2]}{found[3]}", text)


def _two_tasks(words: list[str]) -> str:
    """A clause with a verb before its "und" and one at its end: two tasks of the user's, or something to think of."""
    if words[0].lower() not in {"ich", "wir"}:
        return f"daran denken, dass {' '.join(words)}"
    told = words[1:-1] if words[-1].lower() in MODALS_DE else words[1:]
    return _FIRST_PERSON_DE.sub(r"\1n", " ".join(told))


def _english(text: str) -> str:
    if about := _ABOUT_EN.match(text):
        return f"remind about {text[about.end() :]}"
    return re.sub(r"^(?:i|we) (?:have to|need to|must|should|want to) ", "", text, flags=re.IGNORECASE)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
