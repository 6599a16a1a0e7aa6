"""What can happen to a lesson: the one table of its moves between statuses, and the record of a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from selu_lab.errors import LabError
from selu_lab.events import LessonChanged
from selu_lab.lessons.records import Activation, Hold, Lesson, Status
from selu_lab.lessons.score import score

Action = Literal["activate", "resume", "pause", "remove", "restore", "promote", "demote"]
Change = Literal[
    "created",
    "reinforced",
    "contested",
    "suppressed",
    "withdrawn",
    "activated",
    "demoted",
    "paused",
    "resumed",
    "removed",
    "restored",
    "purged",
]


@dataclass(frozen=True)
class Move:
    """A row of the table: from which statuses to which, what it is called afterwards, who activated it."""

    sources: frozenset[Status]
    target: Status
    change: Change
    activation: Activation | None = None
    keeps_activation: bool = False


def _from(*sources: Status) -> frozenset[Status]:
    return frozenset(sources)


MOVES: Mapping[Action, Move] = MappingProxyType(
    {
        "activate": Move(_from("suggested"), "active", "activated", "user"),
        "promote": Move(_from("suggested"), "active", "activated", "auto"),
        "demote": Move(_from("active"), "suggested", "demoted"),
        "pause": Move(_from("active"), "paused", "paused", keeps_activation=True),
        "resume": Move(_from("paused"), "active", "resumed", keeps_activation=True),
        "remove": Move(_from("suggested", "active", "paused"), "removed", "removed"),
        "restore": Move(_from("removed"), "suggested", "restored"),
    }
)
"""Every way a lesson's status changes. "promote" and "demote" are the reflection's, the others the user's."""

_PHRASES: Mapping[Status, str] = MappingProxyType(
    {"suggested": "a suggestion", "active": "active", "paused": "paused", "removed": "removed"}
)


@dataclass(frozen=True)
class LessonChange:
    """An entry of a lesson's timeline; `lesson` is the lesson after the change."""

    lesson: Lesson
    at: datetime
    change: Change
    reason: str = ""
    conversation: str = ""
    run: str = ""

    def event(self) -> LessonChanged:
        """The change as an event of the stream."""
        scored = score(self.lesson.counted)
        return LessonChanged(
            lesson=self.lesson.id,
            agent=self.lesson.agent,
            text=self.lesson.text,
            change=self.change,
            status=self.lesson.status,
            observations=scored.supports,
            confidence=scored.confidence,
            reason=self.reason,
        )


def moved(lesson: Lesson, action: Action, at: datetime) -> Lesson:
    """The lesson after a move; raises LabError when the table has no such move from its status."""
    move = MOVES[action]
    if lesson.status not in move.sources:
        wanted = " or ".join(sorted(_PHRASES[status] for status in move.sources))
        raise LabError(
            f"{lesson.id} cannot be {move.change}: it is {_PHRASES[lesson.status]}.",
            hint=f"Only a lesson that is {wanted} can.",
        )
    return replace(
        lesson,
        status=move.target,
        activation=lesson.activation if move.keeps_activation else move.activation,
        holds=_holds_after(lesson, action),
        revision=lesson.revision + 1,
        updated_at=at,
    )


def _holds_after(lesson: Lesson, action: Action) -> frozenset[Hold]:
    """The user's own activation answers the questions that held it; a restored lesson waits for new evidence."""
    if action == "activate":
        return lesson.holds - {"near_removed", "restored"}
    return lesson.holds | {"restored"} if action == "restore" else lesson.holds
