"""Stage 4, `doubt-1`: from the evidence of a lesson to its confidence, as a pure function."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from selu_lab.lessons.records import EXPLICIT, Evidence, Polarity, Rating, Signal

NAME = "doubt-1"
"""The formula and its weights: reasoned, not calibrated (reflection.md, "Confidence"). A change needs a new name."""

ENOUGH_SUPPORTS = 2
ENOUGH_CONFIDENCE = 0.85
DEMOTE_BELOW = 0.60

Ceiling = Literal["unanchored", "last word"]

_D = Decimal
_ONE = _D(1)
_FOURTH = _D("0.0001")
SUPPORT: Mapping[Signal, Decimal] = MappingProxyType(
    {
        "explicit_correction": _D(".70"),
        "explicit_instruction": _D(".70"),
        "explicit_reversal": _D(".70"),
        "tool_denied": _D(".66"),
        "repair_verified": _D(".66"),
        "negative_rating": _D(".60"),
        "user_retry": _D(".45"),
        "positive_rating": _D(".45"),
        "tool_failure": _D(".40"),
        "inferred": _D(".30"),
    }
)
CONTRA: Mapping[Signal, Decimal] = MappingProxyType(
    {
        "explicit_correction": _D(".80"),
        "explicit_instruction": _D(".80"),
        "explicit_reversal": _D(".80"),
        "tool_denied": _D(".66"),
        "repair_verified": _D(".30"),
        "negative_rating": _D(".60"),
        "user_retry": _D(".45"),
        "positive_rating": _D(".30"),
        "tool_failure": _D(".40"),
        "inferred": _D(".30"),
    }
)
RATING: Mapping[Rating, Decimal] = MappingProxyType({"clear": _ONE, "moderate": _D(".85"), "weak": _D(".60")})
REPEATED = _D(".5")
"""What the second and later conversation of one reminder, schedule or replay group counts."""
CEILINGS: Mapping[Ceiling, Decimal] = MappingProxyType({"unanchored": _D(".80"), "last word": _D(".55")})


@dataclass(frozen=True)
class Step:
    """One bar of the doubt waterfall: the effective observation of a conversation and what it does to the doubt.

    `factor` multiplies the doubt for a support (0.30) and divides it for a contradiction (0.20); `doubt` is what is
    left after it, not clipped.
    """

    conversation: str
    turn: int
    polarity: Polarity
    signal: Signal
    rating: Rating
    factor: float
    doubt: float


@dataclass(frozen=True)
class Score:
    """What the evidence comes to. `confidence` lies in 0..1 with four decimals; `steps` follow the time."""

    supports: int
    contradictions: int
    confidence: float
    ceiling: Ceiling | None = None
    steps: tuple[Step, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether evidence alone would activate it: two observations and 0.85, compared exactly."""
        return self.supports >= ENOUGH_SUPPORTS and self.confidence >= ENOUGH_CONFIDENCE

    @property
    def waterfall(self) -> str:
        """The doubt, written out: "1.00 × 0.30 × 0.30 ÷ 0.20 → 0.45"."""
        signs = {"supports": "×", "contradicts": "÷"}
        terms = "".join(f" {signs[step.polarity]} {of_doubt(step.factor)}" for step in self.steps)
        left = min(1.0, self.steps[-1].doubt) if self.steps else 1.0
        return f"1.00{terms} → {of_doubt(left)}"


@dataclass(frozen=True)
class _Voice:
    """The one effective observation of a conversation."""

    row: Evidence
    weight: Decimal


def score(rows: Iterable[Evidence]) -> Score:
    """Score the evidence of one lesson (suppressed rows are to be left out by the caller), in any order."""
    return _score(tuple(rows))


@lru_cache(maxsize=1_024)  # a board and a reflection ask for the same scores again and again
def _score(rows: tuple[Evidence, ...]) -> Score:
    conversations: dict[str, list[Evidence]] = defaultdict(list)
    for row in rows:
        conversations[row.conversation].append(row)
    spoken = {name: _said_last(found) for name, found in conversations.items()}
    voices = _discounted([_voice(found) for found in spoken.values()])
    steps = _waterfall(voices)
    supports = sum(voice.row.polarity == "supports" for voice in voices)
    doubt = _doubt(voices)
    ceiling = _ceiling(spoken.values(), [row for found in conversations.values() for row in found])
    confidence = _ONE - min(_ONE, doubt)
    if ceiling:
        confidence = min(confidence, CEILINGS[ceiling])
    return Score(supports, len(voices) - supports, float(confidence.quantize(_FOURTH)), ceiling, steps)


def _said_last(rows: list[Evidence]) -> list[Evidence]:
    """The rows of the last turn's polarity; when one turn speaks both ways, the contradiction stands."""
    last = max(row.seq for row in rows)
    polarity = min(row.polarity for row in rows if row.seq == last)
    return [row for row in rows if row.polarity == polarity]


def _weight(row: Evidence) -> Decimal:
    base = SUPPORT if row.polarity == "supports" else CONTRA
    return base[row.signal] * RATING[row.rating]


def _voice(rows: list[Evidence]) -> _Voice:
    row = max(rows, key=lambda row: (_weight(row), row.seq, row.signal, row.rating, row.quote))
    return _Voice(row, _weight(row))


def _discounted(voices: list[_Voice]) -> list[_Voice]:
    """Halve all but the strongest voice of each group and polarity, so that new support can never weigh less."""
    strongest: dict[tuple[str, Polarity], _Voice] = {}
    for voice in sorted(voices, key=lambda voice: (-voice.weight, voice.row.seq, voice.row.conversation)):
        if voice.row.group:
            strongest.setdefault((voice.row.group, voice.row.polarity), voice)
    full = {id(voice) for voice in strongest.values()}
    return [
        voice if not voice.row.group or id(voice) in full else _Voice(voice.row, voice.weight * REPEATED)
        for voice in sorted(voices, key=lambda voice: (voice.row.seq, voice.row.conversation))
    ]


def _doubt(voices: list[_Voice]) -> Decimal:
    """Multiply in a fixed order, so that the order of the rows cannot show in the last digit."""
    doubt = _ONE
    for weight in sorted(voice.weight for voice in voices if voice.row.polarity == "supports"):
        doubt *= _ONE - weight
    for weight in sorted(voice.weight for voice in voices if voice.row.polarity == "contradicts"):
        doubt /= _ONE - weight
    return doubt


def _waterfall(voices: list[_Voice]) -> tuple[Step, ...]:
    steps: list[Step] = []
    doubt = _ONE
    for voice in voices:
        factor = _ONE - voice.weight
        doubt = doubt * factor if voice.row.polarity == "supports" else doubt / factor
        row = voice.row
        steps.append(
            Step(row.conversation, row.turn, row.polarity, row.signal, row.rating, float(factor), float(doubt))
        )
    return tuple(steps)


def _ceiling(spoken: Iterable[list[Evidence]], rows: list[Evidence]) -> Ceiling | None:
    explicit = [row for row in rows if row.signal in EXPLICIT]
    newest = max((row.seq for row in explicit), default=0)
    if any(row.polarity == "contradicts" and row.seq == newest for row in explicit):
        return "last word"
    anchors = (row for found in spoken for row in found if row.polarity == "supports" and row.signal != "inferred")
    return None if any(row.rating != "weak" for row in anchors) else "unanchored"


def number(confidence: float) -> str:
    """Two decimals, never rounded up: 0.849 is not yet the 0.85 it takes."""
    return f"{confidence:.4f}"[:-2]


def of_doubt(value: float) -> str:
    """Two decimals, rounded as the confidence beside it is: together they make 1.00."""
    return f"{math.ceil(round(value * 100, 2)) / 100:.2f}"
