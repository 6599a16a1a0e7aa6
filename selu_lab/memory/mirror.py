"""The notes' texts in an SQLite of this process: paging, production's search, and which note holds which word."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import cast

from selu_lab.memory.note import Found, Note, Source
from selu_lab.memory.terms import terms

_SCHEMA = """
CREATE TABLE note (row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, content TEXT, agent TEXT, conversation TEXT,
                   turn INTEGER, created_at TEXT, updated_at TEXT, source TEXT);
CREATE INDEX newest ON note (created_at DESC, row DESC);
CREATE VIRTUAL TABLE words USING fts5(content, tokenize = 'unicode61');
CREATE VIRTUAL TABLE stems USING fts5(line, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'", detail = 'none');
CREATE VIRTUAL TABLE stem USING fts5vocab('stems', 'row');
"""
_COLUMNS = "id, content, agent, conversation, turn, created_at, updated_at, source"
_INSERT = f"INSERT INTO note ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_PRODUCTION_WORDS = 8


class Mirror:
    """A copy of all notes of one user, built at opening; Chroma's collection is the truth."""

    def __init__(self) -> None:
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._database.executescript(_SCHEMA)

    def put(self, notes: Iterable[Note]) -> None:
        """Take notes in, in this order; a note of the same id is replaced."""
        self._database.execute("BEGIN")
        for note in notes:
            self.drop(note.id)
            row = self._database.execute(_INSERT, _values(note)).lastrowid
            self._database.execute("INSERT INTO words (rowid, content) VALUES (?, ?)", (row, note.content))
            line = " ".join(terms(note.content))
            self._database.execute("INSERT INTO stems (rowid, line) VALUES (?, ?)", (row, line))
        self._database.execute("COMMIT")

    def drop(self, note_id: str) -> None:
        """Forget one note; an unknown id is no error."""
        found = self._database.execute("SELECT row FROM note WHERE id = ?", (note_id,)).fetchone()
        if found:
            self._database.execute("DELETE FROM words WHERE rowid = ?", found)
            self._database.execute("DELETE FROM stems WHERE rowid = ?", found)
            self._database.execute("DELETE FROM note WHERE row = ?", found)

    def count(self) -> int:
        """The number of notes."""
        return int(self._database.execute("SELECT count(*) FROM note").fetchone()[0])

    def ids(self) -> list[str]:
        """The ids of all notes, in the order they came in."""
        return [row[0] for row in self._database.execute("SELECT id FROM note ORDER BY row")]

    def get(self, note_id: str) -> Note | None:
        """The note of this id."""
        row = self._database.execute(f"SELECT {_COLUMNS} FROM note WHERE id = ?", (note_id,)).fetchone()
        return _note(row) if row else None

    def page(self, limit: int, offset: int) -> list[Note]:
        """Notes, newest first; of the same moment the later stored first. A negative limit gives all."""
        order = "ORDER BY created_at DESC, row DESC LIMIT ? OFFSET ?"
        return [_note(row) for row in self._database.execute(f"SELECT {_COLUMNS} FROM note {order}", (limit, offset))]

    def production(self, query: str, limit: int) -> list[Found]:
        """What production finds, with its bm25 (lower is better): selu.md 3.3, after S1/S2."""
        match = production_query(query)
        if not match:
            return []
        rows = self._database.execute(
            f"SELECT {_COLUMNS}, found.score FROM note JOIN (SELECT rowid, bm25(words, 1.0) AS score FROM words "
            "WHERE words MATCH ? ORDER BY score LIMIT ?) AS found ON note.row = found.rowid ORDER BY found.score",
            (match, limit),
        )
        return [Found(_note(row[:-1]), float(row[-1])) for row in rows]

    def frequencies(self, stems: Sequence[str]) -> dict[str, int]:
        """In how many notes each stem stands."""
        found = "SELECT doc FROM stem WHERE term = ?"
        rows = {stem: self._database.execute(found, (stem,)).fetchone() for stem in stems}
        return {stem: int(row[0]) if row else 0 for stem, row in rows.items()}

    def holding(self, stems: Sequence[str], limit: int) -> list[str]:
        """Ids of notes that hold one of these stems, at most `limit`, the latest first."""
        if not stems:
            return []
        rows = self._database.execute(
            "SELECT note.id FROM stems JOIN note ON note.row = stems.rowid WHERE stems MATCH ? "
            "ORDER BY stems.rowid DESC LIMIT ?",
            (" OR ".join(f'"{stem}"' for stem in stems), limit),
        )
        return [row[0] for row in rows]

    def close(self) -> None:
        """Free the copy."""
        self._database.close()


def production_query(query: str) -> str:
    """The FTS5 expression production makes of a query: its first eight words, stripped, quoted, ANDed; '' for none."""
    words = ["".join(c for c in word if c.isalnum() or c in "-_") for word in query.split()]
    return " AND ".join(f'"{word}"' for word in [word for word in words if word][:_PRODUCTION_WORDS])


def _values(note: Note) -> tuple[str | int, ...]:
    moments = note.created_at.isoformat(), note.updated_at.isoformat()
    return (note.id, note.content, note.agent, note.conversation, note.turn, *moments, note.source)


def _note(row: Sequence[object]) -> Note:
    created, updated = (datetime.fromisoformat(str(moment)) for moment in row[5:7])
    return Note(
        id=str(row[0]),
        content=str(row[1]),
        agent=str(row[2]),
        conversation=str(row[3]),
        turn=cast("int", row[4]),
        created_at=created,
        updated_at=updated,
        source=cast("Source", row[7]),
    )
