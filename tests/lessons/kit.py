"""A throw-away ledger and short ways to fill it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from selu_lab.lessons.changes import LessonChange
from selu_lab.lessons.curate import Batch, NewLesson, curate
from selu_lab.lessons.records import Evidence, Polarity, Rating, Signal
from selu_lab.lessons.service import Lessons
from selu_lab.storage import Database

USER, AGENT = "anna", "default"


class Board:
    """Lessons of one user and agent; every conversation gets the next number and one more minute."""

    def __init__(self) -> None:
        self.lessons = Lessons(Database(), self.now)
        self._numbers = count(1)
        self._minutes = 0

    def now(self) -> datetime:
        return datetime(2026, 3, 2, 8, tzinfo=UTC) + timedelta(minutes=self._minutes)

    def learn(self, text: str, *, near: str = "", conflicts: tuple[str, ...] = ()) -> str:
        """A conversation that shows a new lesson, once and clearly; gives its id."""
        new = NewLesson("N1", "communication_style", text, near, conflicts)
        return self._curate("N1", "supports", "explicit_correction", "clear", (new,))[0].lesson.id

    def see(
        self, lesson: str, polarity: Polarity = "supports", signal: Signal = "explicit_correction"
    ) -> tuple[LessonChange, ...]:
        """One more conversation that speaks for or against a lesson."""
        return self._curate(lesson, polarity, signal, "clear", ())

    def learned(self, text: str) -> str:
        """A lesson seen twice."""
        lesson = self.learn(text)
        self.see(lesson)
        return lesson

    def status(self, lesson: str) -> str:
        return self.lessons.get(USER, AGENT, lesson).status

    def why(self, lesson: str) -> str:
        return self.lessons.why(USER, AGENT, lesson)

    def _curate(
        self, key: str, polarity: Polarity, signal: Signal, rating: Rating, new: tuple[NewLesson, ...]
    ) -> tuple[LessonChange, ...]:
        number = next(self._numbers)
        self._minutes += 1
        row = Evidence(f"c{number}", 1, number, polarity, signal, rating, "…")
        return curate(
            self.lessons.ledger, Batch(USER, AGENT, f"c{number}", f"r{number}", new, ((key, row),)), self.now()
        )
