"""The user's notes as the app shows them, and what the user does with them by hand; every change leaves a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from selu_lab.errors import LabError
from selu_lab.events import NoteChanged
from selu_lab.memory.note import Note, Refused
from selu_lab.tui.desk import Desk

if TYPE_CHECKING:
    from selu_lab.memory.notes import Notes


class NoteDesk:
    """Opening the notes takes seconds, so nothing here is for the loop."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def ready(self) -> bool:
        """Whether the notes are open already."""
        return self._desk.lab.notes.ready

    @property
    def _notes(self) -> Notes:
        return self._desk.lab.notes(self._desk.user.id)

    def find(self, query: str, limit: int) -> tuple[list[Note], int]:
        """The notes a search finds, for an empty one the newest, and how many there are; raises LabError."""
        notes = self._notes
        found = [hit.note for hit in notes.search(query, limit)] if query.strip() else notes.page(limit)
        return found, notes.count()

    def edit(self, note: Note, content: str) -> None:
        """Change a note's text; raises LabError with why it cannot be kept."""
        done = self._notes.edit(note.id, content, self._desk.lab.clock.now())
        if isinstance(done, Refused):
            raise LabError(done.sentence)
        self._mark(done, "edited")

    def delete(self, note: Note) -> bool:
        """Delete a note; tells whether it was still there."""
        gone = self._notes.delete(note.id)
        if gone:
            self._mark(gone, "deleted")
        return gone is not None

    def restore(self, note: Note) -> None:
        """Put a deleted note back as it was."""
        self._notes.restore(note)
        self._mark(note, "restored")

    def _mark(self, note: Note, change: Literal["edited", "deleted", "restored"]) -> None:
        content = "" if change == "deleted" else note.content
        by = "you" if note.source == "user" else note.agent
        self._desk.record(
            NoteChanged(note=note.id, change=change, agent=by, stored_at=note.created_at, content=content)
        )
