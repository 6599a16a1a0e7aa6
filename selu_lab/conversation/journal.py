"""The journal: every event of every conversation, stored the moment it happens and told to whoever listens."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from selu_lab.conversation.clock import Clock
from selu_lab.errors import LabError
from selu_lab.events import (
    AgentChosen,
    ConversationEnded,
    ConversationStarted,
    Entry,
    ModelAnswered,
    TurnStarted,
    read_event,
)
from selu_lab.events import AnyEvent as Event
from selu_lab.ids import NewId
from selu_lab.storage import Database
from selu_lab.storage.database import Row
from selu_lab.text import clean, shorten

_log = logging.getLogger(__name__)
Listener = Callable[[Entry], None]
Emit = Callable[[Event], Entry]
_ENTRY = "SELECT seq, at, conversation, turn, body FROM events"
_CONVERSATION = "SELECT id, user, agent, origin, title, started_at, ended_at, turns FROM conversations"


@dataclass(frozen=True)
class Conversation:
    """What a list of conversations shows; `agent` is the one that answers at present."""

    id: str
    user: str
    agent: str
    origin: str
    title: str
    started_at: datetime
    ended_at: datetime | None
    turns: int


class Journal:
    """Stores events in SQLite and tells listeners, in this order: what a screen shows is on disk."""

    def __init__(self, database: Database, clock: Clock, new_id: NewId) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` every entry from now on; gives the function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def start(self, user: str, agent: str, origin: str = "user") -> Conversation:
        """Begin a conversation."""
        conversation = self._new_id()
        with self._database.transaction():
            self._database.execute(
                "INSERT INTO conversations (id, user, agent, origin, title, started_at) VALUES (?, ?, ?, ?, '', ?)",
                (conversation, user, agent, origin, self._clock.now().isoformat()),
            )
            entry = self._store(
                conversation,
                0,
                ConversationStarted(user=user, agent=agent, origin="reminder" if origin == "reminder" else "user"),
            )
        self._database.after_commit(lambda: self._tell([entry]))
        return self.get(conversation)

    def record(self, conversation: str, turn: int, *events: Event) -> list[Entry]:
        """Store events in one transaction, then tell the listeners."""
        with self._database.transaction():
            entries = [self._store(conversation, turn, event) for event in events]
        self._database.after_commit(lambda: self._tell(entries))
        return entries

    def next_turn(self, conversation: str) -> int:
        """The number of the turn that begins now."""
        self._database.execute("UPDATE conversations SET turns = turns + 1 WHERE id = ?", (conversation,))
        return self.get(conversation).turns

    def get(self, conversation: str) -> Conversation:
        """A conversation by id; raises LabError when there is none."""
        row = self._database.row(f"{_CONVERSATION} WHERE id = ?", (conversation,))
        if row is None:
            raise LabError(
                f"There is no conversation “{clean(conversation)[:40]}”.", hint="`selu-lab conversations` lists them."
            )
        return _conversation(row)

    def conversations(self, user: str, limit: int = 200) -> list[Conversation]:
        """A user's conversations, newest first."""
        rows = self._database.rows(
            f"{_CONVERSATION} WHERE user = ? ORDER BY started_at DESC, rowid DESC LIMIT ?", (user, limit)
        )
        return [_conversation(row) for row in rows]

    def open_ones(self) -> list[tuple[Conversation, datetime]]:
        """All conversations that have a turn and have not ended, each with the moment of its last event."""
        rows = self._database.rows(f"{_CONVERSATION} WHERE ended_at IS NULL AND turns > 0 ORDER BY started_at, rowid")
        last = "SELECT max(at) FROM events WHERE conversation = ?"
        found = [(_conversation(row), self._database.row(last, (row[0],))) for row in rows]
        return [(one, datetime.fromisoformat(at[0])) for one, at in found if at]

    def entries(self, conversation: str) -> list[Entry]:
        """All entries of a conversation in order."""
        return _entries(self._database.rows(f"{_ENTRY} WHERE conversation = ? ORDER BY seq", (conversation,)))

    def latest(self, conversation: str, kinds: Sequence[str], limit: int, without: Collection[int] = ()) -> list[Entry]:
        """The last `limit` entries of these kinds, in order, those of the turns `without` left out."""
        these, those = (", ".join("?" for _ in marks) for marks in (kinds, without))
        which = f"conversation = ? AND kind IN ({these}) AND turn NOT IN ({those})"
        sql = f"{_ENTRY} WHERE {which} ORDER BY seq DESC LIMIT ?"
        return _entries(reversed(self._database.rows(sql, (conversation, *kinds, *without, limit))))

    def keep_text(self, digest: str, body: str) -> None:
        """Keep a context section's exact text under its digest."""
        self._database.execute("INSERT OR IGNORE INTO texts (digest, body) VALUES (?, ?)", (digest, body))

    def text(self, digest: str) -> str:
        """The text kept under a digest; empty when there is none."""
        row = self._database.row("SELECT body FROM texts WHERE digest = ?", (digest,))
        return str(row[0]) if row else ""

    def rename(self, conversation: str, title: str) -> None:
        """Give a conversation a title of the user's own."""
        self._database.execute(
            "UPDATE conversations SET title = ? WHERE id = ?", (shorten(clean(title), 80), conversation)
        )

    def delete(self, conversation: str) -> None:
        """Delete a conversation, its events, and the texts nothing else refers to."""
        self.get(conversation)
        with self._database.transaction():
            self._database.execute("DELETE FROM conversations WHERE id = ?", (conversation,))
            self._database.execute(
                "DELETE FROM texts WHERE digest NOT IN (SELECT json_extract(section.value, '$.digest') FROM events, "
                "json_each(events.body, '$.sections') AS section WHERE events.kind = 'context_built')"
            )

    def open_turns(self) -> list[tuple[str, int]]:
        """Turns that began and never finished: what a killed process left behind."""
        rows = self._database.rows(
            "SELECT conversation, turn FROM events WHERE kind = 'turn_started' "
            "EXCEPT SELECT conversation, turn FROM events WHERE kind = 'turn_finished'"
        )
        return [(str(row[0]), int(row[1])) for row in rows]

    def _store(self, conversation: str, turn: int, event: Event) -> Entry:
        at = self._clock.now()
        body = event.model_dump_json()
        if isinstance(event, ModelAnswered):  # the whole text replaces its pieces
            self._database.execute(
                "DELETE FROM events WHERE conversation = ? AND turn = ? AND kind = 'text_delta'", (conversation, turn)
            )
        seq = self._database.execute(
            "INSERT INTO events (conversation, turn, at, kind, body) VALUES (?, ?, ?, ?, ?)",
            (conversation, turn, at.isoformat(timespec="milliseconds"), event.kind, body),
        )
        self._keep_head(conversation, event, at)
        return Entry(seq=seq, at=at, conversation=conversation, turn=turn, event=event)

    def _keep_head(self, conversation: str, event: Event, at: datetime) -> None:
        """Keep what the list of conversations shows in step with the events."""
        if isinstance(event, TurnStarted):
            self._database.execute(
                "UPDATE conversations SET title = ? WHERE id = ? AND title = ''",
                (shorten(event.text, 60), conversation),
            )
        elif isinstance(event, AgentChosen):
            self._database.execute("UPDATE conversations SET agent = ? WHERE id = ?", (event.agent, conversation))
        elif isinstance(event, ConversationEnded):
            self._database.execute("UPDATE conversations SET ended_at = ? WHERE id = ?", (at.isoformat(), conversation))

    def _tell(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            for listener in tuple(self._listeners):
                try:
                    listener(entry)
                except Exception:  # a screen that fails must not take the turn with it
                    _log.exception("A listener failed.")


def _entries(rows: Iterable[Row]) -> list[Entry]:
    return [
        Entry(seq=row[0], at=datetime.fromisoformat(row[1]), conversation=row[2], turn=row[3], event=read_event(row[4]))
        for row in rows
    ]


def _conversation(row: Row) -> Conversation:
    ended = datetime.fromisoformat(row[6]) if row[6] else None
    return Conversation(row[0], row[1], row[2], row[3], row[4], datetime.fromisoformat(row[5]), ended, row[7])
