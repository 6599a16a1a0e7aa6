"""Which notes answer a query: the embedding's score plus how much of the query's words a note covers, and the cut."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

WEIGHT = 0.3  # of coverage beside the cosine (reference/notes.md)
FAR = 0.82  # beyond this cosine distance only words can make a hit
COVERED = 0.5


def weights(stems: Sequence[str], frequencies: Mapping[str, int], notes: int) -> dict[str, float]:
    """The idf of each stem: rare words of the query count more."""
    return {stem: math.log((notes + 1) / (frequencies.get(stem, 0) + 0.5)) for stem in stems}


def coverage(weights: Mapping[str, float], found: AbstractSet[str]) -> float:
    """The share of the query's weight that the note holds, 0 to 1."""
    total = sum(weights.values())
    return sum(weight for stem, weight in weights.items() if stem in found) / total if total > 0 else 0.0


def score(distance: float, covered: float) -> float:
    """What hits are sorted by."""
    return 1 - distance + WEIGHT * covered


def relevant(distance: float, covered: float) -> bool:
    """Tell a hit from the nearest of what has nothing to do with the query."""
    return distance <= FAR or covered >= COVERED
