"""Does a lesson help? The same steps played without it and with it, compared in pairs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

FEWEST_CHANGED = 6
"""Pairs that must differ before a p-value below 0.05 is possible at all: 2 · 0.5^6 = 0.031."""
_NOTABLE = 0.05


@dataclass(frozen=True)
class Effect:
    """`better` failed without the lesson and passed with it, `worse` the other way round.

    `p` is the two-sided exact McNemar p-value, None when too few pairs differ to say anything.
    """

    both: int
    better: int
    worse: int
    neither: int
    p: float | None
    sentence: str


def effect(pairs: Iterable[tuple[bool, bool]]) -> Effect:
    """Compare pairs (passed without the lesson, passed with it) of the same step."""
    outcomes = list(pairs)
    both, neither = outcomes.count((True, True)), outcomes.count((False, False))
    better, worse = outcomes.count((False, True)), outcomes.count((True, False))
    changed = better + worse
    p = exact_mcnemar(better, worse) if changed >= FEWEST_CHANGED else None
    return Effect(both, better, worse, neither, p, _sentence(better, worse, p))


def exact_mcnemar(better: int, worse: int) -> float:
    """Two-sided exact p-value that the changed pairs fell so unevenly by chance (binomial with one half)."""
    changed, fewer = better + worse, min(better, worse)
    tail = sum(comb(changed, count) for count in range(fewer + 1)) / (1 << changed)
    return min(1.0, 2 * tail)


def _sentence(better: int, worse: int, p: float | None) -> str:
    counts = f"{better} better, {worse} worse"
    if p is None:
        return f"Too little data: {counts}; at least {FEWEST_CHANGED} steps must differ."
    if p >= _NOTABLE:
        return f"No effect shown: {counts} (p = {p:.3f})."
    return f"The lesson {'helps' if better > worse else 'harms'}: {counts} (p = {p:.3f})."
