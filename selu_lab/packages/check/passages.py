"""Finding things in a prompt's text: code spans, names, sentences, each with its line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

_SPAN = re.compile(r"`([^`\n]+)`")
_SENTENCE_END = re.compile(r"[.!?;:](?=\s)|\n\s*(?:\n|[-*] |\d+\. |#)")
_PARAGRAPH_END = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Passage:
    """A piece of a prompt: its text and where it starts (offset from 0, line from 1)."""

    text: str
    start: int
    line: int


def line_at(text: str, offset: int) -> int:
    """The line, counted from 1, that holds the offset."""
    return bisect_right(_line_starts(text), offset)


def code_spans(text: str) -> Iterator[Passage]:
    """What stands between single backticks."""
    for match in _SPAN.finditer(text):
        yield Passage(match.group(1), match.start(1), line_at(text, match.start(1)))


def sentences(text: str) -> Iterator[Passage]:
    """The sentences and list items; they may run over line ends."""
    return _split(text, _SENTENCE_END)


def paragraphs(text: str) -> Iterator[Passage]:
    """The pieces between blank lines."""
    return _split(text, _PARAGRAPH_END)


def mentions(text: str, names: Collection[str]) -> Iterator[Passage]:
    """Every place where one of the names stands as a whole word."""
    if names:
        longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        for match in re.finditer(rf"(?<![\w/])(?:{longest_first})(?!\w)", text):
            yield Passage(match.group(), match.start(), line_at(text, match.start()))


def listed(words: Sequence[str]) -> str:
    """“a, b and c”."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


@lru_cache(maxsize=16)  # one text is asked for thousands of lines, one check after the other
def _line_starts(text: str) -> tuple[int, ...]:
    return (0, *(match.end() for match in re.finditer("\n", text)))


def _split(text: str, end: re.Pattern[str]) -> Iterator[Passage]:
    start = 0
    for stop in [match.end() for match in end.finditer(text)] + [len(text)]:
        piece = text[start:stop]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield Passage(piece, start, line_at(text, first))
        start = stop
