"""How much a query asks for what notes hold rather than about the world, told from questions of both kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

_NEAREST = 3


class Leaning:
    """Built from the unit vectors of questions that notes can answer and of questions about the world.

    Half of it is the direction from the ones to the others, half which of them are nearest: either alone misjudges
    some kind of query, both together leave nearly none (benchmarks/notes.py).
    """

    def __init__(self, memory: Array, world: Array) -> None:
        import numpy as np

        self._memory, self._world = memory, world
        way = memory.mean(axis=0) - world.mean(axis=0)
        self._direction = way / max(float(np.linalg.norm(way)), 1e-9)

    def of(self, query: Array) -> float:
        """The leaning of a query's unit vector, about -0.5 (the world) to 0.5 (notes)."""
        nearest = _nearness(query, self._memory) - _nearness(query, self._world)
        return (float(query @ self._direction) + nearest) / 2


def _nearness(query: Array, questions: Array) -> float:
    """The mean cosine of the nearest few."""
    import numpy as np

    return float(np.sort(questions @ query)[-_NEAREST:].mean())
