"""Stores for the tests of shared notes: a throw-away one, and one in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from selu_lab.memory.backends import Folder, Memory
from selu_lab.memory.embedding import Vector
from selu_lab.memory.note import Note, Origin, Remembered
from selu_lab.memory.notes import Notes, open_notes

NOW = datetime(2026, 5, 6, 14, 30, tzinfo=UTC)
COOK = Origin("cook", conversation="c1", turn=3)


def keep(notes: Notes, content: str, origin: Origin = COOK, now: datetime = NOW) -> Note:
    """Remember what must not be refused."""
    answer = notes.remember(content, origin, now)
    assert isinstance(answer, Remembered), answer
    return answer.note


class HashEmbedder:
    """Another model: as poor as can be, but with its own name and dimension."""

    name = "hash"
    dimension = 16

    def embed_notes(self, texts: Sequence[str]) -> list[Vector]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        return [byte / 255 for byte in hashlib.sha256(text.encode()).digest()[: self.dimension]]


@pytest.fixture
def notes() -> Iterator[Notes]:
    """An empty throw-away store of Anna."""
    store = open_notes("anna", Memory())
    yield store
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder for notes that stay."""
    return Folder(tmp_path / "notes")
