"""Several reminders in one order: "remind me at 9 to call mum and at 6 to buy milk" is two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from selu_lab.models.demo.lexicon import REMIND_CUE
from selu_lab.models.demo.times import time_phrases

_AND = re.compile(r",?\s+(?:und|sowie|and|plus)\s+(?:dann\s+|then\s+)?", re.IGNORECASE)
_MATTER = re.compile(r"\s*,?\s*(?:ans?|am|für|daran|dass|to|about|of|that)\b", re.IGNORECASE)
_AGAIN = {"de": "Erinnere mich ", "en": "Remind me "}


def apart(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces, an order of several reminders as one order for each."""
    for piece in pieces:
        yield from _one_each(piece)


def _one_each(piece: str) -> Iterator[str]:
    if not REMIND_CUE.search(piece):
        yield piece
        return
    start = 0
    for joint in _AND.finditer(piece):
        if _whole(piece[start : joint.start()]) and _begins(piece[joint.end() :]):
            yield _ordered(piece[start : joint.start()], start)
            start = joint.end()
    yield _ordered(piece[start:], start)


def _whole(text: str) -> bool:
    """Whether a time and a matter were named: "tomorrow and on Friday to call mum" is not cut after "tomorrow"."""
    return bool(time_phrases(text) and _MATTER.search(text))


def _begins(text: str) -> bool:
    """Whether a reminder of its own begins here: with its time, then its matter."""
    first = next(iter(time_phrases(text)), None)
    return first is not None and first.start == 0 and bool(_MATTER.match(text[first.end :]))


def _ordered(part: str, start: int) -> str:
    if not start:
        return part
    return _AGAIN["en" if re.search(r"\b(?:to|about|of|that)\b", part) else "de"] + part
