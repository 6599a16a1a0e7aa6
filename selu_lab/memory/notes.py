"""A user's shared notes: remember, search, and what the user may do with them. Every agent reads and writes them."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from selu_lab.errors import LabError
from selu_lab.memory.backends import Backend
from selu_lab.memory.embedding import BundledEmbedder, Embedder
from selu_lab.memory.index import Index
from selu_lab.memory.mirror import Mirror
from selu_lab.memory.note import LONGEST, Hit, Note, Origin, Refused, Remembered, note_id, utc
from selu_lab.memory.ranking import coverage, relevant, score, weights
from selu_lab.memory.terms import terms
from selu_lab.text import clean

NEAR = 0.45  # cosine distance up to which an older note is shown beside a new one (reference/notes.md)
_CANDIDATES = 30
_ASKS = re.compile(r"[^\W_]")


class Notes:
    """One user's shared notes. Methods block, and may be called from any thread."""

    def __init__(self, user: str, index: Index) -> None:
        self.user = user
        self._index = index
        self._mirror = Mirror()
        self._lock = threading.RLock()
        self._mirror.put(index.notes())

    # ---- what agents do

    def remember(self, content: str, origin: Origin, now: datetime) -> Remembered | Refused:
        """Keep one fact. The same text again is the same note (`exists`); blank or too long is refused."""
        content = clean(content).strip()
        refused = refusal(content)
        if refused:
            return refused
        with self._lock:
            known = self._mirror.get(note_id(self.user, content))
            note = known or self._new(content, origin, utc(now))
            near = self._near(note)
            if known:
                return Remembered(known, "exists", near)
            self._store([note])
            return Remembered(note, "stored", near)

    def _new(self, content: str, origin: Origin, now: datetime) -> Note:
        ident = note_id(self.user, content)
        return Note(ident, content, origin.agent, origin.conversation, origin.turn, now, now, origin.source)

    def _near(self, note: Note) -> tuple[Hit, ...]:
        hits = self._rank(note.content, self._index.embedder.embed_notes([note.content])[0])
        return tuple(hit for hit in hits if hit.distance <= NEAR and hit.note.id != note.id)[:3]

    def _store(self, notes: Sequence[Note]) -> None:
        self._index.put(notes)
        self._mirror.put(notes)

    def search(self, query: str, limit: int = 5) -> list[Hit]:
        """The notes that answer a query, most relevant first; none when nothing is relevant or nothing is asked."""
        if not _ASKS.search(query) or limit < 1:
            return []
        with self._lock:
            hits = self._rank(query, self._index.embedder.embed_query(query))
        return [hit for hit in hits if relevant(hit.distance, hit.coverage)][:limit]

    def _rank(self, query: str, vector: Sequence[float]) -> list[Hit]:
        stems = list(dict.fromkeys(terms(query)))
        counted = weights(stems, self._mirror.frequencies(stems), self._mirror.count())
        hits = []
        for ident, distance in self._index.nearest(vector, _CANDIDATES):
            note = self._mirror.get(ident)
            if note:
                covered = coverage(counted, set(terms(note.content)))
                hits.append(Hit(note, score(distance, covered), distance, covered))
        return sorted(hits, key=lambda hit: -hit.score)

    def production_search(self, query: str, limit: int = 5) -> list[tuple[Note, float]]:
        """What production's keyword search would have found, with its bm25 score (negative, lower is better)."""
        with self._lock:
            return self._mirror.production(query, limit)

    # ---- what the user does

    def count(self) -> int:
        """The number of notes."""
        with self._lock:
            return self._mirror.count()

    def page(self, limit: int = 50, offset: int = 0) -> list[Note]:
        """A page of notes, newest first."""
        with self._lock:
            return self._mirror.page(limit, offset)

    def all(self) -> list[Note]:
        """All notes, newest first."""
        return self.page(limit=-1)

    def get(self, ident: str) -> Note | None:
        """The note of this id, or None."""
        with self._lock:
            return self._mirror.get(ident)

    def delete(self, ident: str) -> Note | None:
        """Delete a note and give it back for an undo; None when there is none of this id."""
        with self._lock:
            note = self._mirror.get(ident)
            if note:
                self._index.drop(ident)
                self._mirror.drop(ident)
            return note

    def restore(self, note: Note) -> None:
        """Put a deleted note back as it was."""
        with self._lock:
            self._store([note])

    def edit(self, ident: str, content: str, now: datetime) -> Note | Refused:
        """Change a note's text; its id follows the text. Raises LabError when there is no note of this id."""
        content = clean(content).strip()
        refused = refusal(content)
        if refused:
            return refused
        with self._lock:
            old = self._mirror.get(ident)
            if old is None:
                raise LabError(f"There is no note {ident}.")
            new = replace(old, id=note_id(self.user, content), content=content, updated_at=utc(now))
            return self._replace(old, new)

    def _replace(self, old: Note, new: Note) -> Note | Refused:
        if new.id == old.id:
            self._store([new])
        elif self._mirror.get(new.id):
            return Refused("exists", "Another note already says this.")
        else:
            self._index.replace(old.id, new)
            self._mirror.drop(old.id)
            self._mirror.put([new])
        return new

    def close(self) -> None:
        """Let go of the store; deleted text leaves the disk."""
        with self._lock:
            self._index.close()
            self._mirror.close()


def refusal(content: str) -> Refused | None:
    """Why a text cannot be kept as a note."""
    if not _ASKS.search(content):
        return Refused("blank", "Nothing was stored: the note is empty. Say the fact in a sentence.")
    if len(content) > LONGEST:
        said = f"Nothing was stored: a note has at most {LONGEST} characters, this one has {len(content)}."
        return Refused("too_long", f"{said} Store the lasting fact in a few sentences.")
    return None


def open_notes(user: str, backend: Backend, embedder: Embedder | None = None) -> Notes:
    """Open one user's notes. Raises LabError when they cannot be used or were embedded by another model."""
    index = Index(user, backend, embedder or BundledEmbedder())
    index.check_embedder()
    index.finish_replacements()
    return Notes(user, index)
