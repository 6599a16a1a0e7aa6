"""What an author sees of the lessons, as plain data: the board with its cards, and one lesson with its history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from selu_lab.lessons.curate import active_count, contested, waiting
from selu_lab.lessons.explain import ladder, why
from selu_lab.lessons.records import CAP, LABELS, Category, Evidence, Lesson, Status
from selu_lab.lessons.score import Score, score
from selu_lab.storage.database import Row


@dataclass(frozen=True)
class Card:
    """A lesson on the board. `holds` includes "cap_full" for one that has earned a place while all are taken."""

    id: str
    text: str
    category: Category
    status: Status
    supports: int
    confidence: float
    ladder: str
    why: str
    waterfall: str
    holds: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    contested: bool = False
    not_followed: bool = False
    suppressed: int = 0
    activation: str = ""


@dataclass(frozen=True)
class Column:
    """A column of the board: "Active 3/10"; `title_de` is the German one."""

    status: Status
    title: str
    title_de: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Board:
    """The four columns: Suggestion, Active, Paused, Removed."""

    columns: tuple[Column, ...]

    def column(self, status: Status) -> Column:
        """The column of a status."""
        return next(column for column in self.columns if column.status == status)


@dataclass(frozen=True)
class Moment:
    """A point of a lesson's timeline: a change of it, or "injected" into a turn."""

    at: datetime
    change: str
    status: str = ""
    reason: str = ""
    supports: int = 0
    confidence: float = 0.0
    conversation: str = ""
    turn: int = 0


@dataclass(frozen=True)
class LessonView:
    """A lesson in full: its card, score (with the waterfall's steps), evidence and timeline, oldest first."""

    card: Card
    score: Score
    evidence: tuple[Evidence, ...]
    timeline: tuple[Moment, ...]


def board_of(lessons: Sequence[Lesson]) -> Board:
    """The board of one agent and user. Suggestions that wait for a place stand first, then by confidence."""
    known = {lesson.id: lesson for lesson in lessons}
    waits = {lesson.id for lesson in waiting(lessons)} if active_count(lessons) >= CAP else set()
    cards = [_card(lesson, known, waits) for lesson in lessons]
    return Board(tuple(_column(status, cards) for status in get_args(Status)))


def _card(lesson: Lesson, known: Mapping[str, Lesson], waits: AbstractSet[str]) -> Card:
    scored = score(lesson.counted)
    return Card(
        id=lesson.id,
        text=lesson.text,
        category=lesson.category,
        status=lesson.status,
        supports=scored.supports,
        confidence=scored.confidence,
        ladder=ladder(scored),
        why=why(lesson, known),
        waterfall=scored.waterfall,
        holds=(*(("cap_full",) if lesson.id in waits else ()), *sorted(lesson.holds)),
        conflicts=lesson.conflicts,
        contested=contested(lesson, scored),
        not_followed=any(row.in_context and row.polarity == "supports" for row in lesson.counted),
        suppressed=lesson.suppressed,
        activation=lesson.activation or "",
    )


def view_of(lesson: Lesson, lessons: Sequence[Lesson], changes: Iterable[Row], injections: Iterable[Row]) -> LessonView:
    """A lesson with everything that is known of it."""
    moments = [_moment(row) for row in changes]
    moments += [
        Moment(
            datetime.fromisoformat(row["at"]), "injected", "active", conversation=row["conversation"], turn=row["turn"]
        )
        for row in injections
    ]
    moments.sort(key=lambda moment: moment.at)
    cards = {card.id: card for column in board_of(lessons).columns for card in column.cards}
    return LessonView(cards[lesson.id], score(lesson.counted), lesson.evidence, tuple(moments))


def _column(status: Status, cards: list[Card]) -> Column:
    own = sorted(
        (card for card in cards if card.status == status),
        key=lambda card: ("cap_full" not in card.holds, -card.confidence, int(card.id[1:])),
    )
    count = f" {len(own)}/{CAP}" if status == "active" else ""
    return Column(status, LABELS[status]["en"] + count, LABELS[status]["de"] + count, tuple(own))


def _moment(row: Row) -> Moment:
    return Moment(
        datetime.fromisoformat(row["at"]),
        row["change"],
        row["status"],
        row["reason"],
        row["supports"],
        row["confidence"],
        row["conversation"],
    )
