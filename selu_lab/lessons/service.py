"""What a user may do with lessons: every action checks whose lesson it is and says in one sentence why it refuses."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from selu_lab.errors import LabError
from selu_lab.lessons.board import Board, LessonView, board_of, view_of
from selu_lab.lessons.changes import MOVES, Action, LessonChange, moved
from selu_lab.lessons.curate import active_count, settle
from selu_lab.lessons.guard import FindSecret
from selu_lab.lessons.ledger import Ledger
from selu_lab.lessons.records import CAP, Lesson
from selu_lab.storage import Database


class Lessons:
    """The lessons of a workspace. Ids are written "L7"; every change is in the timeline and returned as a record."""

    def __init__(self, database: Database, now: Callable[[], datetime], find_secret: FindSecret | None = None) -> None:
        """`now` gives aware times; `find_secret` tells the kind of a secret in a text, or None."""
        self.ledger = Ledger(database, find_secret)
        self._now = now

    def all(self, user: str, agent: str) -> tuple[Lesson, ...]:
        """Every lesson of a user and an agent, removed ones too, by age."""
        return self.ledger.lessons(user, agent)

    def agents(self, user: str) -> tuple[str, ...]:
        """The agents that have lessons about this user."""
        return self.ledger.agents(user)

    def get(self, user: str, agent: str, lesson: str) -> Lesson:
        """One lesson; raises LabError when this agent and user have none of that id."""
        wanted = lesson.strip().upper()
        found = next((one for one in self.all(user, agent) if one.id == wanted), None)
        if found is None:
            raise LabError(f"There is no lesson {lesson} of the agent {agent}.", hint="The board shows their ids.")
        return found

    def board(self, user: str, agent: str) -> Board:
        """Everything a board shows, in its four columns."""
        return board_of(self.all(user, agent))

    def show(self, user: str, agent: str, lesson: str) -> LessonView:
        """One lesson with its card, evidence and timeline; raises LabError as `get` does."""
        found = self.get(user, agent, lesson)
        return view_of(found, self.all(user, agent), self.ledger.changes(found.id), self.ledger.injections(found.id))

    def why(self, user: str, agent: str, lesson: str) -> str:
        """The one sentence that says why it is not active, or how it became so; raises LabError as `get` does."""
        return self.show(user, agent, lesson).card.why

    def activate(self, user: str, agent: str, lesson: str) -> tuple[LessonChange, ...]:
        """Make a suggestion active by hand, whatever its evidence. Refused at ten and beside its opposite."""
        found = self.get(user, agent, lesson)
        return self._do(found, "resume" if found.status == "paused" else "activate")

    def pause(self, user: str, agent: str, lesson: str) -> tuple[LessonChange, ...]:
        """Take an active lesson out of the context; its evidence keeps counting."""
        return self._do(self.get(user, agent, lesson), "pause")

    def resume(self, user: str, agent: str, lesson: str) -> tuple[LessonChange, ...]:
        """Make a paused lesson active again. Refused at ten and beside its opposite."""
        return self._do(self.get(user, agent, lesson), "resume")

    def remove(self, user: str, agent: str, lesson: str) -> tuple[LessonChange, ...]:
        """Remove a lesson for good: it stays as a tombstone, so that it cannot come back by itself."""
        return self._do(self.get(user, agent, lesson), "remove")

    def restore(self, user: str, agent: str, lesson: str) -> tuple[LessonChange, ...]:
        """Make a suggestion of a removed lesson, with the evidence it had."""
        return self._do(self.get(user, agent, lesson), "restore")

    def purge(self, user: str, agent: str, lesson: str) -> tuple[LessonChange, ...]:
        """Delete a removed lesson with all its evidence; it may then be learned anew."""
        found = self.get(user, agent, lesson)
        if found.status != "removed":
            raise LabError(f"{found.id} cannot be purged: it is not removed.", hint="Remove it first.")
        with self.ledger.database.transaction():
            self.ledger.delete(found.id)
            now = self._now()
            return (LessonChange(found, now, "purged"), *settle(self.ledger, user, agent, now))

    def reset(self, user: str, agent: str) -> tuple[LessonChange, ...]:
        """Start afresh: delete all lessons of this user and agent."""
        with self.ledger.database.transaction():
            gone = self.all(user, agent)
            for lesson in gone:
                self.ledger.delete(lesson.id)
        return tuple(LessonChange(lesson, self._now(), "purged", "reset") for lesson in gone)

    def swap(self, user: str, agent: str, out: str, into: str) -> tuple[LessonChange, ...]:
        """Pause the active lesson `out` and activate `into` (a suggestion or a paused one), both or neither."""
        leaving, coming = self.get(user, agent, out), self.get(user, agent, into)
        with self.ledger.database.transaction():
            paused = self._move(leaving, "pause")
            activated = self._move(coming, "resume" if coming.status == "paused" else "activate")
            return (paused, activated, *settle(self.ledger, user, agent, self._now()))

    def _do(self, lesson: Lesson, action: Action) -> tuple[LessonChange, ...]:
        with self.ledger.database.transaction():
            change = self._move(lesson, action)
            return (change, *settle(self.ledger, lesson.user, lesson.agent, self._now()))

    def _move(self, lesson: Lesson, action: Action) -> LessonChange:
        after = moved(lesson, action, self._now())
        if after.status == "active":
            self._check_room(lesson)
        self.ledger.save(after)
        change = LessonChange(after, after.updated_at, MOVES[action].change, "by you")
        self.ledger.note(change)
        return change

    def _check_room(self, lesson: Lesson) -> None:
        others = self.all(lesson.user, lesson.agent)
        active = [other for other in others if other.status == "active"]
        if rival := next((other for other in active if other.id in lesson.conflicts), None):
            raise LabError(
                f"{lesson.id} contradicts {rival.id}, which is active.",
                hint=f"Pause {rival.id} first, or swap the two.",
            )
        if active_count(others) >= CAP:
            names = ", ".join(other.id for other in active)
            raise LabError(
                f"{CAP} of {CAP} lessons are active ({names}).", hint=f"Pause one first, or swap it with {lesson.id}."
            )
