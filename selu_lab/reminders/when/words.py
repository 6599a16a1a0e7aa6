"""The shape of a language: the tables its rules are made from, and how they become patterns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from selu_lab.reminders.when.conventions import PartName

Language = Literal["de", "en"]
Unit = Literal["second", "minute", "hour", "day", "week", "fortnight", "month", "quarter", "year"]


@dataclass(frozen=True, eq=False)
class Words:
    """The vocabulary of one language, in the canonical spelling of `normal.py` (lower case, accents folded)."""

    language: Language
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    units: Mapping[str, Unit]
    relative_days: Mapping[str, int]
    parts: Mapping[str, PartName]
    named_days: Mapping[str, str]
    cities: Mapping[str, str]
    fillers: frozenset[str]
    recurring: str
    ambiguous: str


def any_of(words: Iterable[str]) -> str:
    """Give a pattern that matches any of the words, longest first; the words are taken as they are."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


def spread(table: Mapping[str, int]) -> dict[str, int]:
    """Take "spelling spelling …" → value, give one entry per spelling."""
    return {spelling: value for spellings, value in table.items() for spelling in spellings.split()}
