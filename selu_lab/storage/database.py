"""The workspace's SQLite database: opened once, migrated, safe to use from several threads."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from pathlib import Path

from selu_lab.errors import LabError, Where

Value = str | int | float | bytes | None
Row = sqlite3.Row


class Database:
    """One connection, one lock. Every statement outside `transaction` commits by itself.

    WAL with synchronous=NORMAL: what was committed survives any death of the process.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open (and migrate) the file; None gives a throw-away database in memory. Raises LabError."""
        self.path = path
        self._lock = threading.RLock()
        self._depth = 0
        self._after_commit: list[Callable[[], None]] = []
        with _told(path):
            self._connection = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
            self._connection.row_factory = sqlite3.Row
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            if path is None:
                self._connection.deserialize(_template())
            _migrate(self._connection, path)

    def execute(self, sql: str, values: Sequence[Value] = ()) -> int:
        """Run one statement; gives the id of an inserted row, else the number of rows changed."""
        with self._lock, _told(self.path):
            cursor = self._connection.execute(sql, values)
            return int(cursor.lastrowid or 0) if sql.lstrip()[:6].upper() == "INSERT" else cursor.rowcount

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """All rows of a query."""
        with self._lock, _told(self.path):
            return self._connection.execute(sql, values).fetchall()

    def row(self, sql: str, values: Sequence[Value] = ()) -> Row | None:
        """The first row of a query, or None."""
        found = self.rows(sql, values)
        return found[0] if found else None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; may be nested, the outermost one commits."""
        with self._lock, _told(self.path):
            if self._depth:
                yield
                return
            self._connection.execute("BEGIN IMMEDIATE")
            self._depth = 1
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._after_commit.clear()
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._depth = 0
            waiting, self._after_commit = self._after_commit, []
        for callback in waiting:
            callback()

    def after_commit(self, callback: Callable[[], None]) -> None:
        """Call back once what was written is on disk: at once outside a transaction, else after the outermost one."""
        if self._depth:
            self._after_commit.append(callback)
        else:
            callback()

    def close(self) -> None:
        """Close the file; its write-ahead log is folded in."""
        with self._lock:
            self._connection.close()


def _migrate(connection: sqlite3.Connection, path: Path | None) -> None:
    """Run the numbered files of `migrations/` that this database has not seen, each in a transaction of its own."""
    seen = int(connection.execute("PRAGMA user_version").fetchone()[0])
    known = _migrations()
    if seen > len(known):
        raise LabError(
            "This workspace was written by a newer Selu Lab.",
            where=Where(path or ":memory:"),
            hint="Update Selu Lab or choose another workspace.",
        )
    for number, script in enumerate(known[seen:], start=seen + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version={number};\nCOMMIT;")


@cache
def _template() -> bytes:
    """A migrated database, copied into every throw-away one: scenarios open hundreds of them."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _migrate(connection, None)
    data = connection.serialize()
    connection.close()
    return data


@cache
def _migrations() -> tuple[str, ...]:
    folder = resources.files("selu_lab.storage") / "migrations"
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    return tuple(entry.read_text(encoding="utf-8") for entry in files)


@contextmanager
def _told(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors about the disk into one sentence."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.DatabaseError as error:
        text = str(error).lower()
        reasons = {
            "readonly": ("The workspace is read-only.", "Choose another one with --workspace."),
            "full": ("The disk is full, nothing was stored.", "Make room and try again."),
            "disk i/o": ("The disk is full or fails: the workspace cannot be read or written.", "Make room first."),
            "malformed": ("The database is damaged.", "Move it away to start anew."),
            "not a database": ("This is not a database of Selu Lab.", "Choose another workspace."),
            "unable to open": ("The database cannot be opened.", "Check the folder's permissions."),
            "locked": ("Another process holds the database.", "Close it or choose another workspace."),
        }
        known = next((reason for key, reason in reasons.items() if key in text), None)
        if known is None:
            raise
        raise LabError(known[0], where=Where(path or ":memory:"), hint=known[1]) from error
