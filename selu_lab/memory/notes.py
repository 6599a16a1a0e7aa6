"""A user's shared notes: remember, search, and what the user may do with them. Every agent reads and writes them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from selu_lab.errors import LabError
from selu_lab.memory.admission import asks, refusal, settled
from selu_lab.memory.backends import Backend, Server
from selu_lab.memory.embedding import BundledEmbedder, Embedder, Vector
from selu_lab.memory.exchange import Format, Imported, read, skipped, write
from selu_lab.memory.hints import hints
from selu_lab.memory.index import Index
from selu_lab.memory.mirror import Mirror
from selu_lab.memory.note import LONGEST, Found, Health, Hit, Note, Origin, Refused, Remembered, note_id, utc
from selu_lab.memory.ranking import coverage, lowest_score, score, weights
from selu_lab.memory.terms import terms

_NEAR = 0.45  # cosine distance up to which an older note is shown beside a new one (reference/notes.md)
_NEAR_SHOWN = 3
_CANDIDATES = 30
_RARE = 20  # a word in at most so many notes brings them in as candidates, however far their vectors are


class Notes:
    """One user's shared notes. Methods block, may be called from any thread, and raise LabError when storage fails."""

    def __init__(self, user: str, index: Index) -> None:
        self.user = user
        self._index = index
        self._mirror = Mirror()
        self._lock = threading.RLock()
        self._mirror.put(index.notes())

    # ---- what agents do

    def remember(self, content: str, origin: Origin, now: datetime) -> Remembered | Refused:
        """Keep one fact; once this returns `Remembered`, it survives a crash. The same text again is the same note."""
        content = settled(content)
        if refused := refusal(content):
            return refused
        ident = note_id(self.user, content)
        moment = utc(now)
        new = Note(ident, content, origin.agent, origin.conversation, origin.turn, moment, moment, origin.source)
        with self._lock:
            self._catch_up()
            known = self._mirror.get(ident)
            near = self._near(known or new)
            if not known:
                self._store([new])
        return Remembered(known or new, "exists" if known else "stored", near, hints(content))

    def _near(self, note: Note) -> tuple[Hit, ...]:
        if self._mirror.count() == 0:
            return ()
        hits = self._rank(note.content, self._index.space.notes([note.content])[0])
        return tuple(hit for hit in hits if hit.distance <= _NEAR and hit.note.id != note.id)[:_NEAR_SHOWN]

    def _store(self, notes: Sequence[Note]) -> None:
        self._index.put(notes)
        self._mirror.put(notes)

    def search(self, query: str, limit: int = 5) -> list[Hit]:
        """The notes that answer a query, most relevant first; none when nothing is relevant or nothing is asked."""
        query = settled(query)[:LONGEST]
        with self._lock:
            self._catch_up()
            count = self._mirror.count()
            if not asks(query) or limit < 1 or count == 0:
                return []
            vector, leaning = self._index.space.query(query)
            hits = self._rank(query, vector)
        lowest = lowest_score(hits[0].score, leaning, count) if hits else 0.0
        return [hit for hit in hits if hit.score >= lowest][:limit]

    def _rank(self, text: str, vector: Vector) -> list[Hit]:
        """Score the notes nearest to the vector and those that hold a rare word of the text, best first."""
        stems = list(dict.fromkeys(terms(text)))
        frequencies = self._mirror.frequencies(stems)
        counted = weights(stems, frequencies, self._mirror.count())
        distances = dict(self._index.nearest(vector, _CANDIDATES))
        rare = [stem for stem in stems if 0 < frequencies[stem] <= _RARE]
        holding = [ident for ident in self._mirror.holding(rare, _CANDIDATES) if ident not in distances]
        distances |= self._index.distances(vector, holding)
        notes = [(note, distance) for ident, distance in distances.items() if (note := self._mirror.get(ident))]
        hits = [_hit(note, distance, coverage(counted, set(terms(note.content)))) for note, distance in notes]
        return sorted(hits, key=lambda hit: -hit.score)

    def production_search(self, query: str, limit: int = 5) -> list[Found]:
        """What production's keyword search would have found, best first (selu.md 3.3)."""
        with self._lock:
            self._catch_up()
            return self._mirror.production(query, limit)

    # ---- what the user does

    def count(self) -> int:
        """The number of notes."""
        with self._lock:
            self._catch_up()
            return self._mirror.count()

    def page(self, limit: int = 50, offset: int = 0) -> list[Note]:
        """A page of notes, newest first."""
        with self._lock:
            self._catch_up()
            return self._mirror.page(max(limit, 0), max(offset, 0))

    def all(self) -> list[Note]:
        """All notes, newest first."""
        return self.page(limit=2**62)

    def get(self, ident: str) -> Note | None:
        """The note of this id, or None."""
        with self._lock:
            self._catch_up()
            return self._mirror.get(ident)

    def delete(self, ident: str) -> Note | None:
        """Delete a note and give it back for an undo; None when there is none of this id."""
        with self._lock:
            note = self.get(ident)
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
        content = settled(content)
        if refused := refusal(content):
            return refused
        with self._lock:
            old = self.get(ident)
            if old is None:
                raise LabError(f"There is no note {ident}.", hint="List the notes to see their ids.")
            new = replace(old, id=note_id(self.user, content), content=content, updated_at=utc(now))
            if new.id == old.id:
                self._store([new])
                return new
            if self._mirror.get(new.id):
                return Refused("exists", "Nothing was changed: another note already says this.")
            self._index.replace(old.id, new)
            self._mirror.drop(old.id)
            self._mirror.put([new])
            return new

    def export(self, form: Format = "jsonl") -> str:
        """All notes as a text, oldest first, which `import_` takes in again as they are."""
        return write(reversed(self.all()), form)

    def import_(self, text: str, form: Format, now: datetime, where: str = "import") -> Imported:
        """Take notes in from a text that messages call `where`. Raises LabError at a broken line, storing nothing."""
        new: dict[str, Note] = {}
        existed, refused = 0, []
        with self._lock:
            for number, line in list(read(text, form, where)):
                content = settled(line.content)
                ident = note_id(self.user, content)
                if no := refusal(content):
                    refused.append((number, no.rule or no.reason))
                elif ident in new or self._mirror.get(ident):
                    existed += 1
                else:
                    new[ident] = line.note(ident, content, now)
            self._store(list(new.values()))
        return Imported(len(new), existed, tuple(refused), skipped(text, form))

    # ---- keeping the store sound

    def health(self) -> Health:
        """Whether every note can be found."""
        with self._lock:
            lost = tuple(self._index.lost(self._mirror.ids()))
            return Health(self._mirror.count(), lost, self._index.space.embedder.name)

    def repair(self) -> int:
        """Embed lost notes anew; how many there were."""
        with self._lock:
            lost = self._index.lost(self._mirror.ids())
            self._index.put([note for ident in lost if (note := self._mirror.get(ident))])
            return len(lost)

    def reindex(self) -> int:
        """Embed all notes anew; their number. The old index serves until the new one is whole."""
        with self._lock:
            return self._index.reindex()

    def _catch_up(self) -> None:
        """On a server others may write too: take over what they changed."""
        if isinstance(self._index.backend, Server):
            there, here = self._index.ids(), set(self._mirror.ids())
            for ident in here.difference(there):
                self._mirror.drop(ident)
            if missing := [ident for ident in there if ident not in here]:
                self._mirror.put(self._index.read(missing))

    def close(self) -> None:
        """Let go of the store; the text of deleted notes leaves the disk."""
        with self._lock:
            self._index.close()
            self._mirror.close()


def _hit(note: Note, distance: float, covered: float) -> Hit:
    return Hit(note, score(distance, covered), distance, covered)


def open_notes(user: str, backend: Backend, embedder: Embedder | None = None) -> Notes:
    """Open one user's notes and mend what a crash left; raises LabError when they cannot be used.

    It is also raised when another model embedded the notes: `reindex_notes` helps.
    """
    with _opening(user, backend, embedder) as index:
        index.check_embedder()
        notes = Notes(user, index)
        notes.repair()
        return notes


def reindex_notes(user: str, backend: Backend, embedder: Embedder | None = None) -> int:
    """Embed a user's notes anew with this model, whichever embedded them before; their number."""
    with _opening(user, backend, embedder) as index:
        count = index.reindex()
        index.close()
        return count


@contextmanager
def _opening(user: str, backend: Backend, embedder: Embedder | None) -> Iterator[Index]:
    """An index, mended; closed again when it turns out not to be of use."""
    index = Index(user, backend, embedder or BundledEmbedder())
    try:
        index.mend()
        yield index
    except BaseException:
        index.close()
        raise
