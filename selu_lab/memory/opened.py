"""The notes of each user, opened at the first use and kept open: opening imports Chroma and reads every note."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from selu_lab.memory.backends import Backend

if TYPE_CHECKING:
    from selu_lab.memory.embedding import Embedder
    from selu_lab.memory.notes import Notes


class OpenedNotes:
    """Gives the notes of a user; callable from any thread."""

    def __init__(self, backend: Backend, embedder: Embedder | None = None) -> None:
        """`embedder` None takes the bundled one."""
        self.backend = backend
        self.embedder = embedder
        self._opened: dict[str, Notes] = {}
        self._lock = threading.Lock()

    def __call__(self, user: str) -> Notes:
        """The user's notes; raises LabError when they cannot be opened."""
        with self._lock:
            if user not in self._opened:
                from selu_lab.memory.notes import open_notes

                self._opened[user] = open_notes(user, self.backend, self.embedder)
            return self._opened[user]

    def close(self) -> None:
        """Close all that were opened; the text of deleted notes leaves the disk."""
        with self._lock:
            for notes in self._opened.values():
                notes.close()
            self._opened.clear()

    @property
    def ready(self) -> bool:
        """Whether some user's notes are open, so that asking for them costs nothing."""
        return bool(self._opened)
