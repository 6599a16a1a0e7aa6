"""The words shared notes are spoken of in: a note, where it came from, a hit, and the answers to remembering."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from selu_lab.memory.hints import Hint
from selu_lab.text import normalized

Source = Literal["agent", "user", "import"]
LONGEST = 2_000  # characters of one note (reference/notes.md, Decisions)


@dataclass(frozen=True)
class Origin:
    """Who stores a note and in which turn; provenance only, never a filter on reading."""

    agent: str
    conversation: str = ""
    turn: int = 0
    source: Source = "agent"


@dataclass(frozen=True)
class Note:
    """One shared note; times are in UTC."""

    id: str
    content: str
    agent: str
    conversation: str
    turn: int
    created_at: datetime
    updated_at: datetime
    source: Source


@dataclass(frozen=True)
class Hit:
    """A note found: `score` = 1 - distance + 0.3 * coverage, `distance` is cosine (0 to 2), `coverage` 0 to 1."""

    note: Note
    score: float
    distance: float
    coverage: float


@dataclass(frozen=True)
class Found:
    """A note that production's keyword search finds, with its bm25 score: negative, lower is better."""

    note: Note
    bm25: float


@dataclass(frozen=True)
class Health:
    """How the notes stand: their number, the ids that no search would find, and the model that embedded them."""

    notes: int
    lost: tuple[str, ...]
    embedder: str


@dataclass(frozen=True)
class Remembered:
    """The note is kept. `status` is `exists` when it already was; `near` are older notes that say nearly the same."""

    note: Note
    status: Literal["stored", "exists"]
    near: tuple[Hit, ...] = ()
    hints: tuple[Hint, ...] = ()


Reason = Literal["blank", "too_long", "secret", "exists"]


@dataclass(frozen=True)
class Refused:
    """Nothing was kept. `message` tells a model what to do, `rule` the shape of a secret; neither holds its value.

    `exists` is said of an edit only: another note already has the new text.
    """

    reason: Reason
    message: str
    rule: str = ""

    @property
    def sentence(self) -> str:
        """The same for a person, who may try again."""
        return {
            "blank": "A note needs words.",
            "too_long": f"The note is too long; at most {LONGEST:,} characters are possible.",
            "secret": f"This holds a secret ({self.rule.replace('_', ' ')}), and every agent could read it. "
            "Leave the value out.",
            "exists": "Another note already says this.",
        }[self.reason]


def note_id(user: str, content: str) -> str:
    """The id of a note: the same for the same user and the same text up to case, width and white space."""
    return hashlib.sha256(f"{user}\0{normalized(content)}".encode()).hexdigest()[:32]


def utc(moment: datetime) -> datetime:
    """The same moment in UTC; a naive one is taken for UTC. Raises ValueError for one before year 1 or after 9999."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("This moment lies outside of the years 1 to 9999 in UTC.") from None
