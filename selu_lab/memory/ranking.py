"""Which notes answer a query: the embedding's score plus how much of the query's words a note covers, and the cut."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

WEIGHT = 0.3
"""Of coverage beside the cosine; adding beats every rank fusion (reference/notes.md)."""

# The cut looks at the best hit only, for what is far from every note is far from the best one, and a weak second may
# be the right one. Measured by benchmarks/notes.py on sets of notes by several hands.
_LEANING = 0.7  # how much a question about notes' matters, rather than the world's, counts towards an answer
_CUT = 0.2  # for a store of next to nothing
_GROWTH = 0.03  # in a larger store the nearest note is nearer by chance (measured on 1 to 356 notes) ...
_SCALE = 70  # ... beyond about so many notes
_MARGIN = 0.22  # further behind the best hit than this is no hit beside it
_FLOOR = 0.05  # nor is what scores next to nothing


def weights(stems: Sequence[str], frequencies: Mapping[str, int], notes: int) -> dict[str, float]:
    """The idf of each stem: rare words of the query count more."""
    return {stem: math.log((notes + 1) / (frequencies.get(stem, 0) + 0.5)) for stem in stems}


def coverage(weights: Mapping[str, float], found: AbstractSet[str]) -> float:
    """The share of the query's weight that a note holds, 0 to 1."""
    total = sum(weights.values())
    held = sum(weight for stem, weight in weights.items() if stem in found)
    return min(1.0, held / total) if total > 0 else 0.0


def score(distance: float, covered: float) -> float:
    """What hits are sorted by: cosine plus weighted coverage."""
    return 1 - distance + WEIGHT * covered


def lowest_score(best: float, leaning: float, notes: int) -> float:
    """The score below which there is no hit, given the best one and how the query leans; infinite when nothing answers.

    `notes` is the size of the store; `leaning` comes from `Space.query`.
    """
    cut = _CUT + _GROWTH * math.log1p(notes / _SCALE)
    return max(best - _MARGIN, _FLOOR) if best + _LEANING * leaning >= cut else math.inf
