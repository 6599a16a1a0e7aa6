"""What Selu's own rule would have made of the same evidence: every five turns, exact text, the model's own numbers.

Source: selu.md 6.1, column S2. The Lab's model is never asked for numbers; where it gave none, `NUMBERS` stand in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from selu_lab.lessons.records import CAP, Rating

WINDOW = 5
"""Turns between two of production's reflections, counted over all conversations of an agent and user."""
NUMBERS: Mapping[Rating, float] = MappingProxyType({"clear": 0.90, "moderate": 0.80, "weak": 0.60})
"""A confidence for a rating, assumed where the model gave none."""
_ACTIVE_FROM_CONFIDENCE, _ACTIVE_FROM_SIGNALS, _MOST_SIGNALS = 0.85, 2, 5


@dataclass(frozen=True)
class Claim:
    """A lesson as a model claims it, from the turn with this journal seq.

    `signals` is how many supporting signals the model claims (production asks for 2 to 5; None when it is missing).
    """

    seq: int
    text: str
    confidence: float
    signals: int | None = 2


@dataclass(frozen=True)
class ProductionLesson:
    """A lesson as production would hold it; `since` is the seq of the turn that made it active (0: not active)."""

    text: str
    status: Literal["candidate", "active"]
    signals: int
    confidence: float
    since: int = 0


@dataclass(frozen=True)
class ProductionView:
    """All its lessons, how often it would have reflected, and how many turns at the end it would not have seen yet."""

    lessons: tuple[ProductionLesson, ...]
    reflections: int
    turns_left: int


def production_view(turns: Sequence[int], claims: Iterable[Claim]) -> ProductionView:
    """Play the claims by production's rule; `turns` are the journal seqs of an agent's and user's turns, ascending."""
    given = list(claims)
    lessons: dict[str, ProductionLesson] = {}
    for end in range(WINDOW, len(turns) + 1, WINDOW):
        window = frozenset(turns[end - WINDOW : end])
        for claim in (one for one in given if one.seq in window):
            _store(lessons, claim, turns[end - 1])
    return ProductionView(tuple(lessons.values()), len(turns) // WINDOW, len(turns) % WINDOW)


def _store(lessons: dict[str, ProductionLesson], claim: Claim, now: int) -> None:
    key = claim.text.strip().lower()
    old = lessons.get(key, ProductionLesson(claim.text.strip(), "candidate", 0, 0.0))
    signals = old.signals + min(max(claim.signals or 1, 1), _MOST_SIGNALS)
    confidence = max(old.confidence, min(max(claim.confidence, 0.0), 1.0))
    free = sum(lesson.status == "active" for lesson in lessons.values()) < CAP
    enough = confidence >= _ACTIVE_FROM_CONFIDENCE and signals >= _ACTIVE_FROM_SIGNALS
    if old.status == "active" or not (enough and free):
        lessons[key] = ProductionLesson(old.text, old.status, signals, confidence, old.since)
    else:
        lessons[key] = ProductionLesson(old.text, "active", signals, confidence, now)
