"""The space notes are compared in: an embedding model's vectors with the mean and the language taken out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, TypedDict

from selu_lab.memory.embedding import Embedder, Vector
from selu_lab.memory.leaning import Leaning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]


class Space:
    """Corrects the vectors of one embedding model.

    A German and an English sentence of one meaning differ mostly by one direction, whatever they say. It and the mean
    are measured on the parallel sentences of `sentences.json`; taking them out lets a question find a note of the
    other language. How a query leans, towards what notes hold or towards the world, is measured on its questions.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    def notes(self, texts: Sequence[str]) -> list[Vector]:
        """One corrected unit vector for each text."""
        return list(self._correct(self._embed(texts))) if texts else []

    def query(self, text: str) -> tuple[Vector, float]:
        """The corrected unit vector of a query, and how much it asks for what notes hold (about -0.5 to 0.5)."""
        import numpy as np

        vector = self._correct(np.asarray([self.embedder.embed_query(text)], dtype=np.float32))[0]
        return vector, self._leaning.of(vector)

    def _embed(self, texts: Sequence[str]) -> Array:
        import numpy as np

        return np.asarray(self.embedder.embed_notes(texts), dtype=np.float32)

    def _correct(self, vectors: Array) -> Array:
        import numpy as np

        mean, language = self._language
        centred = vectors - mean
        return _unit(centred - np.outer(centred @ language, language).astype(np.float32))

    @cached_property
    def _language(self) -> tuple[Array, Array]:
        """The mean of the parallel sentences and the unit direction from English to German."""
        pairs = _sentences()["parallel"]
        german, english = (self._embed([pair[side] for pair in pairs]) for side in ("de", "en"))
        mean: Array = (german.mean(axis=0) + english.mean(axis=0)) / 2
        return mean, _unit((german - english).mean(axis=0)[None])[0]

    @cached_property
    def _leaning(self) -> Leaning:
        sentences = _sentences()
        memory, world = (self._correct(self._embed(kind)) for kind in (sentences["memory"], sentences["world"]))
        return Leaning(memory, world)


@lru_cache(maxsize=8)
def space(embedder: Embedder) -> Space:
    """The space of a model, measured once."""
    return Space(embedder)


class _Sentences(TypedDict):
    parallel: list[dict[str, str]]
    memory: list[str]
    world: list[str]


def _sentences() -> _Sentences:
    found: _Sentences = json.loads(resources.files(__package__).joinpath("sentences.json").read_text("utf-8"))
    return found


def _unit(vectors: Array) -> Array:
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Array = vectors / np.maximum(lengths, 1e-9)
    return unit
