"""The demo model's ear for lessons: topics of behaviour and the words that make a wish last, from two tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel

from selu_lab.text import normalized

Tongue = Literal["de", "en"]
_STEM = 5
_ENDING = re.compile(r"(?<=\w{4})(?:en|er|es|em|e|n|s|ing|ed)$")


class _TopicRow(BaseModel):
    key: str
    category: str
    de: str
    en: str
    words: list[str]
    unless: str = ""
    opposite: str = ""
    where: str = ""
    act: str = ""


class _Topics(BaseModel):
    topic: list[_TopicRow]
    where: dict[str, dict[str, str | dict[str, str]]]


class _Cues(BaseModel):
    cue: dict[str, str]
    act: dict[str, str]
    tongue: dict[str, str]
    meaning: dict[str, list[str]]
    order: dict[str, str]


@dataclass(frozen=True)
class Topic:
    """A behaviour users correct: the words it is known by and the lesson it becomes, in both languages.

    `slot` is the kind of {where} in the lesson, `act` what the user wants to be asked about first ("" for none).
    """

    key: str
    category: str
    lesson: Mapping[str, str]
    words: re.Pattern[str]
    unless: re.Pattern[str]
    opposite: str
    slot: str
    act: str
    written: re.Pattern[str]

    def told_in(self, text: str) -> bool:
        """Whether a plain text speaks of it."""
        if self.act:
            return asks_first(self.act, text)
        return bool(self.words.search(text)) and not self.unless.search(text)

    def place_in(self, text: str) -> int:
        """Where a plain text begins to speak of it."""
        words = acts()[self.act] if self.act else self.words
        found = words.search(text)
        return found.start() if found else len(text)


@dataclass(frozen=True)
class Place:
    """What a {where} may be, for each kind of slot and language."""

    words: re.Pattern[str]
    phrases: Mapping[str, Mapping[str, str]]


def plain(text: str) -> str:
    """Lower case without apostrophes, so that "don't" and "dont" are one."""
    return re.sub("[’'`´]", "", normalized(text))


def hears(cue: str, text: str) -> bool:
    """Whether a plain text holds words of this cue."""
    return bool(_cue(cue).search(text))


def only(cue: str, text: str) -> bool:
    """Whether a plain text is nothing but this cue."""
    return bool(_cue(cue).fullmatch(text.strip(" .,!?")))


def act_in(text: str) -> str:
    """The act a plain text speaks of ("send", "delete", …), or ""."""
    return next((act for act in acts() if acts()[act].search(text)), "")


def asks_first(act: str, text: str) -> bool:
    """Whether a plain text wants to be asked (or shown something) before this act."""
    return bool(acts()[act].search(text)) and hears("care", text) and hears("beforehand", text)


@cache
def topics() -> tuple[Topic, ...]:
    """All topics, in the order in which they are tried."""
    return tuple(_topic(row) for row in _topic_table().topic)


def topic(key: str) -> Topic:
    """The topic of that key."""
    return next(one for one in topics() if one.key == key)


def topic_of(lesson: str) -> Topic | None:
    """The topic a lesson's text belongs to: by the table's own sentence, else by its words."""
    text = plain(lesson)
    written = next((one for one in topics() if one.written.fullmatch(text)), None)
    return written or next((one for one in topics() if one.told_in(text)), None)


def where(slot: str, tongue: Tongue, *texts: str) -> str:
    """What the plain texts speak of, as a phrase for the slot; the first one that names a place decides."""
    fitting = [place for place in _places() if slot in place.phrases]
    named = (place for text in texts for place in fitting if place.words.search(text))
    return next(named, fitting[-1]).phrases[slot][tongue]


def anywhere(slot: str, tongue: Tongue) -> str:
    """What a slot says when the texts name no place."""
    return where(slot, tongue)


def tongue_of(*texts: str) -> Tongue:
    """The language of the first text that shows one; German when none does."""
    for text in texts:
        words = re.findall(r"\w+", plain(text))
        german, english = (sum(word in _words_of(tongue) for word in words) for tongue in ("de", "en"))
        german += bool(re.search("[äöüß]", text.casefold()))
        if german != english:
            return "de" if german > english else "en"
    return "de"


def meanings(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, those of one meaning in both languages as one."""
    words = re.findall(r"[^\W\d_]{3,}", plain(text))
    return frozenset(_meaning_of(word) for word in words if not any(word in _words_of(one) for one in ("de", "en")))


def _meaning_of(word: str) -> str:
    """The meaning of a word; an unknown one stands for itself, without its ending."""
    return _meanings().get(word[:_STEM], _ENDING.sub("", word))


@cache
def order_verbs() -> tuple[str, ...]:
    """Stems of verbs that orders to an assistant begin with."""
    return tuple(word for words in _cue_table().order.values() for word in words.split())


@cache
def acts() -> Mapping[str, re.Pattern[str]]:
    """The acts a user may want to be asked about, each with its words."""
    return {act: _verbose(words) for act, words in _cue_table().act.items()}


@cache
def _cue(name: str) -> re.Pattern[str]:
    return _verbose(_cue_table().cue[name])


@cache
def _words_of(tongue: str) -> frozenset[str]:
    return frozenset(_cue_table().tongue[tongue].split())


@cache
def _meanings() -> Mapping[str, str]:
    """The first word of its line for the stem of every word of one meaning."""
    lines = [line.split() for line in _cue_table().meaning["lines"]]
    return {word[:_STEM]: line[0] for line in reversed(lines) for word in line}


@cache
def _places() -> tuple[Place, ...]:
    found = []
    for row in _topic_table().where.values():
        phrases = {slot: phrase for slot, phrase in row.items() if isinstance(phrase, dict)}
        found.append(Place(_whole_words([str(row["words"])]), phrases))
    return tuple(found)


@cache
def _topic_table() -> _Topics:
    return _Topics.model_validate(tomllib.loads(_file("reflection_topics.toml")))


@cache
def _cue_table() -> _Cues:
    return _Cues.model_validate(tomllib.loads(_file("reflection_cues.toml")))


def _file(name: str) -> str:
    return (resources.files("selu_lab.models.demo") / name).read_text(encoding="utf-8")


def _topic(row: _TopicRow) -> Topic:
    return Topic(
        key=row.key,
        category=row.category,
        lesson={"de": row.de, "en": row.en},
        words=_whole_words(row.words),
        unless=_whole_words([row.unless]),
        opposite=row.opposite,
        slot=row.where,
        act=row.act,
        written=re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(plain(text))) for text in (row.de, row.en))),
    )


def _whole_words(patterns: Iterable[str]) -> re.Pattern[str]:
    """One pattern for whole words; none at all never matches."""
    given = [rf"(?<!\w)(?:{pattern})(?!\w)" for pattern in patterns if pattern]
    return re.compile("|".join(given) or r"(?!)")


def _verbose(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.VERBOSE)
