"""Events of the memory: notes stored, found and deleted, state kept, reminders set, fired and changed."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from selu_lab.events.base import Event, Foreign, Frozen


class FoundNote(Frozen):
    """A note as a search found it. `score`: ours, from 0 upwards; production's is bm25, negative, lower is better."""

    id: str
    content: Foreign
    agent: str
    score: float


class NotesSearched(Event):
    """A search with its hits, and beside them what production's keyword search would have found."""

    kind: Literal["notes_searched"] = "notes_searched"
    query: Foreign
    hits: tuple[FoundNote, ...]
    production: tuple[FoundNote, ...]


class NoteStored(Event):
    """A note was stored (`exists`: it was there before). `hints` are for the author: one-off, belongs elsewhere, …"""

    kind: Literal["note_stored"] = "note_stored"
    note: str
    content: Foreign
    agent: str
    exists: bool = False
    near: tuple[FoundNote, ...] = ()
    hints: tuple[str, ...] = ()


class NoteRefused(Event):
    """A note was not stored; `rule` says why. The content is left out, for it may be a secret."""

    kind: Literal["note_refused"] = "note_refused"
    rule: str
    agent: str


class NoteDeleted(Event):
    """A note is gone."""

    kind: Literal["note_deleted"] = "note_deleted"
    note: str
    agent: str


class NoteChanged(Event):
    """The user changed a note by hand. Of a deleted one no text is kept: deleting it takes it off the disk."""

    kind: Literal["note_changed"] = "note_changed"
    note: str
    change: Literal["edited", "deleted", "restored"]
    agent: str
    stored_at: datetime
    content: Foreign = ""


class StateStored(Event):
    """A key of an agent's private store was set (`value`) or deleted (None)."""

    kind: Literal["state_stored"] = "state_stored"
    agent: str
    key: Foreign
    value: Foreign | None


class ReminderSet(Event):
    """A reminder waits. `interpretation` and `assumptions` say how the phrase was read."""

    kind: Literal["reminder_set"] = "reminder_set"
    reminder: str
    agent: str
    prompt: Foreign
    when: Foreign
    fire_at: datetime
    zone: str
    interpretation: str
    assumptions: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


class ReminderFired(Event):
    """A reminder's time came; `conversation` is the one of its own that it started."""

    kind: Literal["reminder_fired"] = "reminder_fired"
    reminder: str
    agent: str
    prompt: Foreign
    conversation: str
    late_seconds: int = 0


class ReminderChanged(Event):
    """The user cancelled a reminder, took that back, or moved it; it is or was due at `fire_at` in `zone`."""

    kind: Literal["reminder_changed"] = "reminder_changed"
    reminder: str
    change: Literal["cancelled", "restored", "moved"]
    prompt: Foreign = ""
    fire_at: datetime | None = None
    zone: str = "UTC"
