"""Which of two kinds a text leans to, told from examples of both: asking notes or the world, a wish or a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

_NEAREST = 3


class Leaning:
    """Built from the unit vectors of examples of the one kind and of the other.

    Half of it is the direction from the others to the ones, half which of them are nearest: either alone misjudges
    some kind of query to notes, both together leave nearly none (benchmarks/notes.py).
    """

    def __init__(self, ones: Array, others: Array) -> None:
        import numpy as np

        self._ones, self._others = ones, others
        way = ones.mean(axis=0) - others.mean(axis=0)
        self._direction = way / max(float(np.linalg.norm(way)), 1e-9)

    def of(self, text: Array) -> float:
        """The leaning of a text's unit vector, about -0.5 (the others) to 0.5 (the ones)."""
        nearest = _nearness(text, self._ones) - _nearness(text, self._others)
        return (float(text @ self._direction) + nearest) / 2


def _nearness(text: Array, examples: Array) -> float:
    """The mean cosine of the nearest few."""
    import numpy as np

    return float(np.sort(examples @ text)[-_NEAREST:].mean())
