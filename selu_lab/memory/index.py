"""One user's collection in Chroma: notes with their vectors, written so that a crash at any moment can be mended."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from selu_lab.errors import LabError, Where
from selu_lab.memory.backends import Backend, Folder, Memory, connect, told
from selu_lab.memory.embedding import Embedder, Vector
from selu_lab.memory.note import Note
from selu_lab.memory.space import space

if TYPE_CHECKING:
    from chromadb import Collection
    from chromadb.api import ClientAPI
    from chromadb.api.client import Client
    from chromadb.api.types import Metadata

# Ten operations and Chroma empties its queue, which otherwise keeps the text of deleted notes (measured).
_PACE = 10
_BATCH = 500  # notes per call when many are read or written
_REPLACED: Metadata = {"replacing": 0}


class Index:
    """The collection of one user. Not thread-safe by itself: `Notes` holds the lock."""

    def __init__(self, user: str, backend: Backend, embedder: Embedder) -> None:
        self.backend = backend
        self.space = space(embedder)
        suffix = uuid.uuid4().hex if isinstance(backend, Memory) else hashlib.sha256(user.encode()).hexdigest()[:24]
        self._name = f"notes-{suffix}"
        self._empty = isinstance(backend, Memory)  # a throw-away store costs nothing before its first note
        if not self._empty:
            with told(backend):
                self._finish_swap()
                self._collection  # noqa: B018 - made now, so that a folder that cannot be used is told at once

    @cached_property
    def _client(self) -> ClientAPI:
        return connect(self.backend)

    @cached_property
    def _collection(self) -> Collection:
        self._empty = False
        if self._name in self._names():
            return self._client.get_collection(self._name, embedding_function=None)
        return self._create(self._name)

    def _create(self, name: str) -> Collection:
        return self._client.create_collection(
            name,
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine", "sync_threshold": _PACE, "batch_size": _PACE}},
            metadata={"embedder": self.space.embedder.name, "dimension": self.space.embedder.dimension},
        )

    def _names(self) -> set[str]:
        return {collection.name for collection in self._client.list_collections()}

    # ---- reading

    def check_embedder(self) -> None:
        """Raise LabError when the notes were embedded by another model."""
        if self._empty:
            return
        made_by, wanted = str((self._collection.metadata or {}).get("embedder")), self.space.embedder.name
        if made_by != wanted:
            raise LabError(
                f"The shared notes were embedded by {made_by}, but {wanted} is set.",
                where=Where(str(self.backend)),
                hint="Run `selu-lab notes reindex` or set the former embedding again.",
            )

    def notes(self) -> Iterator[Note]:
        """All notes, in the order they were first stored."""
        ids = self.ids()
        for start in range(0, len(ids), _BATCH):
            yield from self.read(ids[start : start + _BATCH])

    def ids(self) -> list[str]:
        """The ids of all notes, in the order they were first stored."""
        if self._empty:
            return []
        with told(self.backend):
            return list(self._collection.get(include=[])["ids"])

    def read(self, ids: Sequence[str]) -> list[Note]:
        """The notes of these ids, in Chroma's order, without those that are gone."""
        with told(self.backend):
            found = self._collection.get(ids=list(ids), include=["documents", "metadatas"])
        documents, metadatas = found["documents"] or [], found["metadatas"] or []
        return [_note(*row) for row in zip(found["ids"], documents, metadatas, strict=True)]

    def nearest(self, vector: Vector, count: int) -> list[tuple[str, float]]:
        """The `count` nearest notes as (id, cosine distance), nearest first."""
        if self._empty:
            return []
        with told(self.backend):
            found = self._collection.query(query_embeddings=[vector], n_results=count, include=["distances"])
        return list(zip(found["ids"][0], (found["distances"] or [[]])[0], strict=True))

    def distances(self, vector: Vector, ids: Sequence[str]) -> list[tuple[str, float]]:
        """The cosine distances of these notes to a unit vector, as (id, distance)."""
        import numpy as np

        if not ids:
            return []
        with told(self.backend):
            found = self._collection.get(ids=list(ids), include=["embeddings"])
        far = 1 - np.asarray(found["embeddings"], dtype=np.float32) @ np.asarray(vector, dtype=np.float32)
        return list(zip(found["ids"], far.tolist(), strict=True))

    # ---- writing

    def put(self, notes: Sequence[Note], replaces: str = "") -> None:
        """Store notes under their ids; `replaces` names a note that the new one takes the place of."""
        for start in range(0, len(notes), _BATCH):
            self._put(self._collection, notes[start : start + _BATCH], replaces)

    def _put(self, collection: Collection, notes: Sequence[Note], replaces: str = "") -> None:
        vectors = self.space.notes([note.content for note in notes])
        with told(self.backend):
            collection.upsert(
                ids=[note.id for note in notes],
                embeddings=list(vectors),
                documents=[note.content for note in notes],
                metadatas=[_metadata(note, replaces) for note in notes],
            )

    def drop(self, note_id: str) -> None:
        """Delete one note; its text leaves the disk at the next `sweep`."""
        self._mark(unswept=True)
        with told(self.backend):
            self._collection.delete(ids=[note_id])

    def replace(self, old_id: str, new: Note) -> None:
        """Put `new` in the place of an old note; whatever is cut off in between is finished at the next opening."""
        self.put([new], replaces=old_id)
        self.drop(old_id)
        with told(self.backend):
            self._collection.update(ids=[new.id], metadatas=[_REPLACED])

    def _mark(self, **marks: bool) -> None:
        metadata = dict(self._collection.metadata or {})
        if any(metadata.get(key) != value for key, value in marks.items()):
            with told(self.backend):
                self._collection.modify(metadata=metadata | marks)

    # ---- mending

    def finish_replacements(self) -> None:
        """Drop old versions of notes whose edit was cut off."""
        if self._empty:
            return
        with told(self.backend):
            found = self._collection.get(where={"replacing": 1}, include=["metadatas"])
        for note_id, metadata in zip(found["ids"], found["metadatas"] or [], strict=True):
            self.drop(str(metadata["replaces"]))
            with told(self.backend):
                self._collection.update(ids=[note_id], metadatas=[_REPLACED])

    def lost(self, ids: Sequence[str]) -> list[str]:
        """The ids among these whose vector is missing, so that no search would find them."""
        return [bad for start in range(0, len(ids), _BATCH) for bad in self._lost(ids[start : start + _BATCH])]

    def _lost(self, ids: Sequence[str]) -> list[str]:
        from chromadb.errors import ChromaError

        try:  # Chroma says no more than that one of them is missing
            self._collection.get(ids=list(ids), include=["embeddings"])
        except ChromaError:
            half = len(ids) // 2
            return list(ids) if half == 0 else [*self._lost(ids[:half]), *self._lost(ids[half:])]
        return []

    def reindex(self) -> int:
        """Embed all notes anew into a new collection, then swap; the number of notes. The old one serves until then."""
        fresh = f"{self._name}-new"
        with told(self.backend):
            if fresh in self._names():
                self._client.delete_collection(fresh)
            target = self._create(fresh)
        ids = self.ids()
        for start in range(0, len(ids), _BATCH):
            self._put(target, self.read(ids[start : start + _BATCH]))
        with told(self.backend):
            self._collection.modify(name=f"{self._name}-old")  # from here on the new one is known to be whole
            self._finish_swap()
            del self._collection  # read again under its name
            self._mark(unswept=True)
        return len(ids)

    def _finish_swap(self) -> None:
        """Bring the three names of a swap to one, wherever it was cut off."""
        names = self._names()
        old, new = f"{self._name}-old", f"{self._name}-new"
        if old in names and self._name not in names:
            self._client.get_collection(new, embedding_function=None).modify(name=self._name)
        elif new in names:
            self._client.delete_collection(new)
        if old in names:
            self._client.delete_collection(old)

    def sweep(self) -> None:
        """Take the text of deleted notes off the disk: empty Chroma's queue and shrink its file."""
        if not isinstance(self.backend, Folder) or not (self._collection.metadata or {}).get("unswept"):
            return
        with told(self.backend):
            # Deleting what does not exist is harmless and brings the queue to its pace.
            self._collection.delete(ids=[f"none-{number}" for number in range(2 * _PACE)])
            _vacuum(self.backend.path)
        self._mark(unswept=False)

    def close(self) -> None:
        """Let go of the folder; a throw-away store is thrown away."""
        with told(self.backend):
            if isinstance(self.backend, Memory):
                if not self._empty:
                    self._client.delete_collection(self._name)
            else:
                self.sweep()
                cast("Client", self._client).close()


def _vacuum(folder: Path) -> None:
    """Shrink Chroma's file, and remove the folders of collections that are no more, which Chroma leaves behind."""
    with closing(sqlite3.connect(folder / "chroma.sqlite3", timeout=5)) as database:
        database.execute("VACUUM")
        segments = {row[0] for row in database.execute("SELECT id FROM segments")}
    for path in folder.iterdir():
        if (path / "header.bin").exists() and path.name not in segments:
            shutil.rmtree(path)


# Chroma keeps every key of a note's metadata in a row of its own and reads them slowly: so all goes into one.
_ABOUT = "about"


def _metadata(note: Note, replaces: str = "") -> Metadata:
    moments = note.created_at.isoformat(), note.updated_at.isoformat()
    about = json.dumps([note.agent, note.conversation, note.turn, *moments, note.source], ensure_ascii=False)
    return {_ABOUT: about} | ({"replacing": 1, "replaces": replaces} if replaces else {})


def _note(note_id: str, content: str, metadata: Metadata) -> Note:
    agent, conversation, turn, created, updated, source = json.loads(str(metadata[_ABOUT]))
    moments = datetime.fromisoformat(created), datetime.fromisoformat(updated)
    return Note(note_id, content, agent, conversation, turn, *moments, source)
