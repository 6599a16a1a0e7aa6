"""Put what is to be said into words, under the rules in force: length, language, form of address, dates, emoji."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from selu_lab.models.demo.language import Lang
from selu_lab.models.demo.phrases import FORMAL, MONTHS, PHRASES
from selu_lab.models.demo.rules import Rules

_EMOJI = re.compile(r"\s*[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+")
_MONTH = "|".join(MONTHS)
_DATE = re.compile(
    rf"\b(?:(\d{{1,2}})\.? ({_MONTH}),? (\d{{4}})|({_MONTH}) (\d{{1,2}}),? (\d{{4}})"
    rf"|(\d{{1,2}})\.(\d{{1,2}})\.(\d{{4}}))",
    re.IGNORECASE,
)
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Say:
    """Something to be said: a key of the phrase table and what goes into its slots."""

    key: str
    slots: dict[str, str] = field(default_factory=dict)


def render(says: Sequence[Say], rules: Rules, language: Lang) -> str:
    """The answer's text. Without a limit each thing comes with friendly details, with one those go first."""
    spoken = [_sentences(say, rules, language) for say in says]
    if rules.sentences is None:
        keep = 4 if len(spoken) == 1 else 2
        text = " ".join(sentence for sentences in spoken for sentence in sentences[:keep])
    else:
        text = _limited(spoken, rules.sentences)
    if rules.iso_dates:
        text = _DATE.sub(_iso, text)
    return text


def _limited(spoken: list[tuple[str, ...]], limit: int) -> str:
    """The first sentences of all; more than the limit are joined into fewer, room that is left takes details."""
    cores = [sentences[0] for sentences in spoken]
    if len(cores) > limit:
        head, tail = cores[: limit - 1], cores[limit - 1 :]
        return " ".join((*head, "; ".join((*(core.rstrip(".!") for core in tail[:-1]), tail[-1]))))
    details = [sentence for sentences in spoken for sentence in sentences[1:]]
    return " ".join((*cores, *details[: limit - len(cores)]))


def _sentences(say: Say, rules: Rules, language: Lang) -> tuple[str, ...]:
    """A phrase's sentences with their slots filled; a sentence whose slot is empty is left out, the first never."""
    templates = PHRASES[say.key][language]
    kept = [
        line
        for index, line in enumerate(templates)
        if index == 0 or all(say.slots.get(slot) for slot in _SLOT.findall(line))
    ]
    return tuple(_fill(line, say.slots, rules, language) for line in kept)


def _fill(line: str, slots: dict[str, str], rules: Rules, language: Lang) -> str:
    if rules.formal and language == "de":
        for familiar, formal in FORMAL:
            line = line.replace(familiar, formal)
    if rules.no_emoji:
        line = _EMOJI.sub("", line)
    filled = _SLOT.sub(lambda slot: slots.get(slot[1], ""), line)
    return re.sub(r"([.!?…])([“\"]?)\.(?=\s|$)", r"\1\2", filled)


def _iso(found: re.Match[str]) -> str:
    day, month, year = (part for part in found.groups() if part)
    if found[4]:
        day, month = month, day
    number = MONTHS.get(month.lower()) or int(month)
    return f"{year}-{number:02d}-{int(day):02d}"
