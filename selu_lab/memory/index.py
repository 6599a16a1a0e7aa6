"""One user's collection in Chroma: notes with their vectors, written so that a crash at any moment can be mended."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING

from selu_lab.errors import LabError, Where
from selu_lab.memory.backends import Backend, Folder, Memory
from selu_lab.memory.connection import connect, release
from selu_lab.memory.disk import drop_vectors, vacuum
from selu_lab.memory.embedding import Embedder, Vector
from selu_lab.memory.note import Note
from selu_lab.memory.space import space

if TYPE_CHECKING:
    from chromadb import Collection
    from chromadb.api import ClientAPI
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
        self._connection = connect(backend)
        self._opened: tuple[ClientAPI, Collection] | None = None
        self._empty = isinstance(backend, Memory)  # a throw-away store costs nothing before its first note

    @contextmanager
    def _chroma(self) -> Iterator[Collection]:
        """The collection, opened or created; a new one when the connection had to be opened again."""
        with self._connection.use() as client:
            if self._opened is None or self._opened[0] is not client:
                self._opened = client, self._open(client)
                self._empty = False
            yield self._opened[1]

    def _open(self, client: ClientAPI) -> Collection:
        if self._name in _names(client):
            return client.get_collection(self._name, embedding_function=None)
        return self._create(client, self._name)

    def _create(self, client: ClientAPI, name: str) -> Collection:
        return client.create_collection(
            name,
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine", "sync_threshold": _PACE, "batch_size": _PACE}},
            metadata={"embedder": self.space.embedder.name, "dimension": self.space.embedder.dimension},
        )

    # ---- reading

    def check_embedder(self) -> None:
        """Raise LabError when the notes were embedded by another model."""
        wanted = self.space.embedder.name
        made_by = wanted if self._empty else str(self._about().get("embedder"))
        if made_by != wanted:
            raise LabError(
                f"The shared notes were embedded by {made_by}, but {wanted} is set.",
                where=Where(str(self.backend)),
                hint="Run `selu-lab notes reindex` or set the former embedding again.",
            )

    def _about(self) -> dict[str, object]:
        with self._chroma() as collection:
            return dict(collection.metadata or {})

    def notes(self) -> Iterator[Note]:
        """All notes, in the order they were first stored."""
        ids = self.ids()
        for start in range(0, len(ids), _BATCH):
            yield from self.read(ids[start : start + _BATCH])

    def ids(self) -> list[str]:
        """The ids of all notes, in the order they were first stored."""
        if self._empty:
            return []
        with self._chroma() as collection:
            return list(collection.get(include=[])["ids"])

    def read(self, ids: Sequence[str]) -> list[Note]:
        """The notes of these ids, in Chroma's order, without those that are gone."""
        with self._chroma() as collection:
            found = collection.get(ids=list(ids), include=["documents", "metadatas"])
        documents, metadatas = found["documents"] or [], found["metadatas"] or []
        return [_note(*row) for row in zip(found["ids"], documents, metadatas, strict=True)]

    def nearest(self, vector: Vector, count: int) -> list[tuple[str, float]]:
        """The `count` nearest notes as (id, cosine distance), nearest first."""
        with self._chroma() as collection:
            found = collection.query(query_embeddings=[vector], n_results=count, include=["distances"])
        return list(zip(found["ids"][0], (found["distances"] or [[]])[0], strict=True))

    def distances(self, vector: Vector, ids: Sequence[str]) -> list[tuple[str, float]]:
        """The cosine distances of these notes to a unit vector, as (id, distance)."""
        import numpy as np

        if not ids:
            return []
        with self._chroma() as collection:
            found = collection.get(ids=list(ids), include=["embeddings"])
        far = 1 - np.asarray(found["embeddings"], dtype=np.float32) @ np.asarray(vector, dtype=np.float32)
        return list(zip(found["ids"], far.tolist(), strict=True))

    # ---- writing

    def put(self, notes: Sequence[Note], replaces: str = "") -> None:
        """Store notes under their ids; `replaces` names a note that the new one takes the place of."""
        for start in range(0, len(notes), _BATCH):
            some = notes[start : start + _BATCH]
            vectors = self.space.notes([note.content for note in some])
            with self._chroma() as collection:
                _upsert(collection, some, vectors, replaces)

    def drop(self, note_id: str) -> None:
        """Delete one note; its text leaves the disk at the next `sweep`."""
        self._mark(unswept=True)
        with self._chroma() as collection:
            collection.delete(ids=[note_id])

    def replace(self, old_id: str, new: Note) -> None:
        """Put `new` in the place of an old note; whatever is cut off in between is finished at the next opening."""
        self.put([new], replaces=old_id)
        self.drop(old_id)
        with self._chroma() as collection:
            collection.update(ids=[new.id], metadatas=[_REPLACED])

    def _mark(self, **marks: bool) -> None:
        with self._chroma() as collection:
            metadata = dict(collection.metadata or {})
            if any(metadata.get(key) != value for key, value in marks.items()):
                collection.modify(metadata=metadata | marks)

    # ---- mending

    def mend(self) -> None:
        """Finish what a crash cut off: a swap of collections, an edit, the sweeping of deleted text.

        Vectors whose files are damaged are thrown away, so that `lost` finds their notes.
        """
        if self._empty:
            return
        try:
            self._finish()
        except LabError as error:
            if not self._unreadable(error):
                raise
            self._finish()

    def _finish(self) -> None:
        with self._connection.use() as client:
            self._finish_swap(client)
        with self._chroma() as collection:  # which reads the vectors' files at their first use only
            anything: Vector = [1.0] * int((collection.metadata or {}).get("dimension", 1))
            collection.query(query_embeddings=[anything], n_results=1, include=[])
        self._finish_replacements()
        self.sweep()

    def _unreadable(self, error: LabError) -> bool:
        """Whether Chroma could not read its vector files; they are gone then."""
        if not isinstance(self.backend, Folder) or "hnsw" not in str(error.__cause__).lower():
            return False
        with suppress(OSError, sqlite3.Error):
            drop_vectors(self.backend.path, self._name)
            return True
        return False

    def _finish_replacements(self) -> None:
        with self._chroma() as collection:
            found = collection.get(where={"replacing": 1}, include=["metadatas"])
        for note_id, metadata in zip(found["ids"], found["metadatas"] or [], strict=True):
            self.drop(str(metadata["replaces"]))
            with self._chroma() as collection:
                collection.update(ids=[note_id], metadatas=[_REPLACED])

    def lost(self, ids: Sequence[str]) -> list[str]:
        """The ids among these whose vector is missing, so that no search would find them."""
        with self._chroma() as collection:
            batches = (ids[start : start + _BATCH] for start in range(0, len(ids), _BATCH))
            return [note_id for batch in batches for note_id in _lost(collection, batch)]

    def reindex(self) -> int:
        """Embed all notes anew into a new collection, then swap; the number of notes. The old one serves until then."""
        ids = self.ids()
        with self._connection.use() as client:
            self._finish_swap(client)
            fresh = self._create(client, f"{self._name}-new")
            for start in range(0, len(ids), _BATCH):
                notes = self.read(ids[start : start + _BATCH])
                _upsert(fresh, notes, self.space.notes([note.content for note in notes]))
            with self._chroma() as collection:
                collection.modify(name=f"{self._name}-old")  # from here on the new one is known to be whole
            self._finish_swap(client)
            self._opened = None
        self._mark(unswept=True)
        return len(ids)

    def _finish_swap(self, client: ClientAPI) -> None:
        """Bring the three names of a swap to one, wherever it was cut off."""
        names = _names(client)
        old, new = f"{self._name}-old", f"{self._name}-new"
        if old in names and self._name not in names:
            client.get_collection(new, embedding_function=None).modify(name=self._name)
        elif new in names:
            client.delete_collection(new)
        if old in names:
            client.delete_collection(old)

    def sweep(self) -> None:
        """Take the text of deleted notes off the disk: empty Chroma's queue, shrink its file. What fails waits."""
        if not isinstance(self.backend, Folder):
            return
        with suppress(LabError):
            if self._about().get("unswept"):
                with self._chroma() as collection:
                    # Deleting what does not exist is harmless and brings the queue to its pace.
                    collection.delete(ids=[f"none-{number}" for number in range(2 * _PACE)])
                    vacuum(self.backend.path)
                self._mark(unswept=False)

    def close(self) -> None:
        """Let go of the store; a throw-away one is thrown away."""
        try:
            self.sweep()
            if isinstance(self.backend, Memory) and not self._empty:
                with self._connection.use() as client:
                    client.delete_collection(self._name)
        finally:
            release(self._connection)


def _names(client: ClientAPI) -> set[str]:
    return {collection.name for collection in client.list_collections()}


def _upsert(collection: Collection, notes: Sequence[Note], vectors: Sequence[Vector], replaces: str = "") -> None:
    if notes:
        collection.upsert(
            ids=[note.id for note in notes],
            embeddings=list(vectors),
            documents=[note.content for note in notes],
            metadatas=[_metadata(note, replaces) for note in notes],
        )


def _lost(collection: Collection, ids: Sequence[str]) -> list[str]:
    from chromadb.errors import ChromaError

    try:  # Chroma says no more than that one of them is missing
        collection.get(ids=list(ids), include=["embeddings"])
    except ChromaError:
        half = len(ids) // 2
        return list(ids) if half == 0 else [*_lost(collection, ids[:half]), *_lost(collection, ids[half:])]
    return []


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
