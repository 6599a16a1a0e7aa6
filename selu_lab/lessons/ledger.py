"""Lessons, their evidence and their timeline in the workspace's database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import cast

from selu_lab.errors import LabError
from selu_lab.lessons.changes import LessonChange
from selu_lab.lessons.guard import FindSecret, flaw
from selu_lab.lessons.records import Category, Evidence, Hold, Lesson
from selu_lab.lessons.score import score
from selu_lab.storage import Database
from selu_lab.storage.database import Row

_EVIDENCE = "conversation, turn, seq, polarity, signal, rating, quote, grouped_by, in_context, suppressed, run"


class Ledger:
    """Reads and writes rows; knows nothing of when a lesson may change."""

    def __init__(self, database: Database, find_secret: FindSecret | None = None) -> None:
        self.database = database
        self._find_secret = find_secret

    def lessons(self, user: str, agent: str) -> tuple[Lesson, ...]:
        """All lessons of a user and an agent, removed ones too, by age."""
        rows = self.database.rows("SELECT * FROM lessons WHERE user = ? AND agent = ? ORDER BY id", (user, agent))
        within = "WHERE lesson IN (SELECT id FROM lessons WHERE user = ? AND agent = ?)"
        evidence: dict[int, list[Evidence]] = defaultdict(list)
        for row in self.database.rows(
            f"SELECT lesson, {_EVIDENCE} FROM evidence {within} ORDER BY seq, id", (user, agent)
        ):
            evidence[row["lesson"]].append(_evidence(row))
        conflicts: dict[int, list[str]] = defaultdict(list)
        for row in self.database.rows(
            f"SELECT lesson, other FROM lesson_conflicts {within} ORDER BY other", (user, agent)
        ):
            conflicts[row["lesson"]].append(f"L{row['other']}")
        return tuple(_lesson(row, conflicts[row["id"]], evidence[row["id"]]) for row in rows)

    def agents(self, user: str) -> tuple[str, ...]:
        """The agents that have lessons about this user."""
        rows = self.database.rows("SELECT DISTINCT agent FROM lessons WHERE user = ? ORDER BY agent", (user,))
        return tuple(row["agent"] for row in rows)

    def add(self, user: str, agent: str, category: Category, text: str, at: datetime) -> str:
        """Store a new suggestion and give its id ("L7"); raises LabError for a text no lesson may have."""
        if wrong := flaw(text, self._find_secret):
            raise LabError(f"This lesson was refused: its text {wrong}.")
        number = self.database.execute(
            "INSERT INTO lessons (user, agent, category, text, status, activation, revision, holds, near, created_at,"
            " updated_at) VALUES (?, ?, ?, ?, 'suggested', NULL, 1, '', '', ?, ?)",
            (user, agent, category, text, at.isoformat(), at.isoformat()),
        )
        return f"L{number}"

    def save(self, lesson: Lesson) -> None:
        """Write what can change of a lesson; its text and category never do."""
        self.database.execute(
            "UPDATE lessons SET status = ?, activation = ?, revision = ?, holds = ?, near = ?, updated_at = ?"
            " WHERE id = ?",
            (
                lesson.status,
                lesson.activation,
                lesson.revision,
                " ".join(sorted(lesson.holds)),
                lesson.near,
                lesson.updated_at.isoformat(),
                _number(lesson.id),
            ),
        )

    def delete(self, lesson: str) -> None:
        """Delete a lesson with its evidence and its timeline."""
        self.database.execute("DELETE FROM lessons WHERE id = ?", (_number(lesson),))

    def link(self, lesson: str, other: str) -> None:
        """Note that two lessons contradict each other."""
        for one, two in ((lesson, other), (other, lesson)):
            self.database.execute("INSERT OR IGNORE INTO lesson_conflicts VALUES (?, ?)", (_number(one), _number(two)))

    def forget_conversation(self, user: str, agent: str, conversation: str) -> None:
        """Delete what an older reflection of this conversation wrote down as evidence."""
        self.database.execute(
            "DELETE FROM evidence WHERE conversation = ?"
            " AND lesson IN (SELECT id FROM lessons WHERE user = ? AND agent = ?)",
            (conversation, user, agent),
        )

    def add_evidence(self, lesson: str, rows: Iterable[Evidence]) -> None:
        """Store evidence of a lesson."""
        for row in rows:
            self.database.execute(
                f"INSERT INTO evidence (lesson, {_EVIDENCE}) VALUES (?{', ?' * 11})",
                (
                    _number(lesson),
                    row.conversation,
                    row.turn,
                    row.seq,
                    row.polarity,
                    row.signal,
                    row.rating,
                    row.quote,
                    row.group,
                    row.in_context,
                    row.suppressed,
                    row.run,
                ),
            )

    def note(self, change: LessonChange) -> None:
        """Put a change into the lesson's timeline."""
        scored = score(change.lesson.counted)
        self.database.execute(
            "INSERT INTO lesson_changes (lesson, at, change, status, reason, supports, confidence, conversation, run)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                _number(change.lesson.id),
                change.at.isoformat(),
                change.change,
                change.lesson.status,
                change.reason,
                scored.supports,
                scored.confidence,
                change.conversation,
                change.run,
            ),
        )

    def changes(self, lesson: str) -> list[Row]:
        """The rows of a lesson's timeline, oldest first."""
        return self.database.rows("SELECT * FROM lesson_changes WHERE lesson = ? ORDER BY id", (_number(lesson),))

    def injections(self, lesson: str) -> list[Row]:
        """Conversation, turn and time of every turn whose context held the lesson, from the journal's events."""
        return self.database.rows(
            "SELECT conversation, turn, at FROM events, json_each(events.body, '$.lessons') AS held"
            " WHERE events.kind = 'context_built' AND held.value LIKE ? ORDER BY seq",
            (f"{lesson}@%",),
        )


def _number(lesson: str) -> int:
    digits = lesson.strip().removeprefix("L").removeprefix("l")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 18 else 0


def _lesson(row: Row, conflicts: list[str], evidence: list[Evidence]) -> Lesson:
    return Lesson(
        id=f"L{row['id']}",
        user=row["user"],
        agent=row["agent"],
        category=row["category"],
        text=row["text"],
        status=row["status"],
        created_at=datetime.fromisoformat(row["created_at"]),
        updated_at=datetime.fromisoformat(row["updated_at"]),
        revision=row["revision"],
        activation=row["activation"],
        holds=frozenset(cast("list[Hold]", row["holds"].split())),
        near=row["near"],
        conflicts=tuple(conflicts),
        evidence=tuple(evidence),
    )


def _evidence(row: Row) -> Evidence:
    return Evidence(
        conversation=row["conversation"],
        turn=row["turn"],
        seq=row["seq"],
        polarity=row["polarity"],
        signal=row["signal"],
        rating=row["rating"],
        quote=row["quote"],
        group=row["grouped_by"],
        in_context=bool(row["in_context"]),
        suppressed=bool(row["suppressed"]),
        run=row["run"],
    )
