"""The words of the lessons: a lesson, a piece of evidence, and the closed lists they are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal

Status = Literal["suggested", "active", "paused", "removed"]
Category = Literal["communication_style", "error_prevention", "tool_usage", "workflow_pattern"]
Polarity = Literal["supports", "contradicts"]
Rating = Literal["clear", "moderate", "weak"]
Signal = Literal[
    "explicit_correction",
    "explicit_instruction",
    "explicit_reversal",
    "tool_denied",
    "repair_verified",
    "negative_rating",
    "positive_rating",
    "user_retry",
    "tool_failure",
    "inferred",
]
Hold = Literal["policy_sensitive", "near_removed", "restored"]
Activation = Literal["auto", "user"]

EXPLICIT: frozenset[Signal] = frozenset({"explicit_correction", "explicit_instruction", "explicit_reversal"})
"""Signals that are the user's own words."""

CAP = 10
"""Lessons that may be active for one agent and user (the memory tools document, "Lektions-Lebenszyklus")."""


@dataclass(frozen=True)
class Evidence:
    """One thing that happened and speaks for or against a lesson.

    `turn` counts from 1 in its conversation; `seq` is the turn's place in the journal, so it grows over all
    conversations. `group` names the reminder, schedule or replay the conversation belongs to ("" for none).
    `in_context` tells that the lesson was injected in that turn, `suppressed` that it came while it was removed.
    """

    conversation: str
    turn: int
    seq: int
    polarity: Polarity
    signal: Signal
    rating: Rating
    quote: str = ""
    group: str = ""
    in_context: bool = False
    suppressed: bool = False
    run: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson of one agent and one user, with its evidence. Counts and confidence are computed from that, never kept.

    `revision` grows with every change of its status; `activation` tells who made it active; `near` is the id of the
    removed lesson it resembles, `conflicts` are the ids of lessons that say the opposite.
    """

    id: str
    user: str
    agent: str
    category: Category
    text: str
    status: Status
    created_at: datetime
    updated_at: datetime
    revision: int = 1
    activation: Activation | None = None
    holds: frozenset[Hold] = frozenset()
    near: str = ""
    conflicts: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def ref(self) -> str:
        """Id and revision ("L7@3"), as a turn records what it was given."""
        return f"{self.id}@{self.revision}"

    @property
    def counted(self) -> tuple[Evidence, ...]:
        """The evidence that is scored: all but the suppressed."""
        return tuple(row for row in self.evidence if not row.suppressed)

    @property
    def suppressed(self) -> int:
        """Conversations that would have supported it while it was removed."""
        return len({row.conversation for row in self.evidence if row.suppressed})


def lesson_id(ref: str) -> str:
    """The lesson's id in a `ref` ("L7@3" → "L7")."""
    return ref.partition("@")[0]


LABELS: Mapping[Status, Mapping[str, str]] = MappingProxyType(
    {
        "suggested": {"en": "Suggestion", "de": "Vorschlag"},
        "active": {"en": "Active", "de": "Aktiv"},
        "paused": {"en": "Paused", "de": "Pausiert"},
        "removed": {"en": "Removed", "de": "Entfernt"},
    }
)
"""What a status is called on a screen, by language."""
