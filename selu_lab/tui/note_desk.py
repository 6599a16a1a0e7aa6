"""The user's notes as the app shows them, and what the user does with them by hand; every change leaves a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from selu_lab.errors import LabError
from selu_lab.events import NoteChanged, Notice
from selu_lab.memory.note import Found, Hit, Note, Refused
from selu_lab.tui.desk import Desk
from selu_lab.tui.tell import count

if TYPE_CHECKING:
    from selu_lab.memory.exchange import Format, Imported
    from selu_lab.memory.notes import Notes


@dataclass(frozen=True)
class Searched:
    """What a search found, what production's keyword search would have found, and how many notes there are."""

    hits: Sequence[Hit]
    production: Sequence[Found]
    total: int


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

    def newest(self, limit: int) -> tuple[list[Note], int]:
        """The newest notes, and how many there are; raises LabError."""
        return self._notes.page(limit), self._notes.count()

    def search(self, query: str, limit: int) -> Searched:
        """What is found, ours and production's, each best first; raises LabError."""
        notes = self._notes
        return Searched(notes.search(query, limit), notes.production_search(query, limit), notes.count())

    def export(self, form: Format) -> tuple[str, int]:
        """All notes as a text that `import_` takes in again, and how many they are; raises LabError."""
        return self._notes.export(form), self._notes.count()

    def import_(self, text: str, form: Format, path: Path) -> Imported:
        """Take notes in from a file's text; raises LabError at a line that is no note, storing nothing."""
        done = self._notes.import_(text, form, self._desk.lab.clock.now(), str(path))
        if done.added:
            self._desk.record(Notice(sentence=f"{count(done.added, 'note')} imported from {path.name}."))
        return done

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
