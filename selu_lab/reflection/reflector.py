"""Runs reflections: one at a time for an agent and user, resumable, never twice for the same turns."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from selu_lab.conversation.taking_back import living
from selu_lab.errors import LabError
from selu_lab.events import AnyEvent, Entry, ReflectionFinished, ReflectionStarted, TurnStarted
from selu_lab.ids import NewId, random_id
from selu_lab.lessons.changes import LessonChange
from selu_lab.lessons.guard import FindSecret
from selu_lab.lessons.service import Lessons
from selu_lab.models.base import Model
from selu_lab.reflection.asking import Asker, Sleep
from selu_lab.reflection.collect import collect
from selu_lab.reflection.likeness import likeness
from selu_lab.reflection.match import Likeness
from selu_lab.reflection.records import Collected
from selu_lab.reflection.runs import MOST_ATTEMPTS, Pending, Run, Runs
from selu_lab.reflection.stages import Stages

SECONDS = 60.0


class EntrySource(Protocol):
    """Where stored conversations are read (the journal)."""

    def entries(self, conversation: str) -> Sequence[Entry]:
        """All entries of a conversation in order."""


@dataclass(frozen=True)
class RunResult:
    """How a reflection ended. `run` is "" when there was nothing to reflect; `reused` tells a stored result."""

    run: str
    outcome: Literal["done", "empty", "failed"]
    sentence: str
    changes: tuple[LessonChange, ...] = ()
    reused: bool = False


@dataclass(frozen=True)
class Reflector:
    """Reflects conversations.

    `model_for` gives the model of an agent; `emit` takes a conversation's id and an event of it; `names` gives the
    names in a user's profile, which no lesson may hold; `likeness` (0..1) guards removed lessons; `sleep` and `jitter`
    are the waits between tries; `reminders` also reflects turns that a reminder began.
    """

    runs: Runs
    entries: EntrySource
    lessons: Lessons
    model_for: Callable[[str], Model]
    emit: Callable[[str, AnyEvent], object]
    now: Callable[[], datetime]
    find_secret: FindSecret
    new_id: NewId = random_id
    names: Callable[[str], Sequence[str]] = lambda _: ()
    likeness: Likeness = likeness
    sleep: Sleep = asyncio.sleep
    jitter: Callable[[], float] = random.random
    reminders: bool = False
    seconds: float = SECONDS
    _locks: dict[tuple[str, str], asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    _busy: set[tuple[str, str]] = field(default_factory=set)

    async def run(self, conversation: str, agent: str, *, force: bool = False) -> RunResult:
        """Reflect an agent's turns in a conversation.

        The same turns again give the stored result without a model call; changed turns or `force` replace what the
        older run wrote. A failure writes no lesson; after three attempts only `force` tries again. What a model does
        raises nothing.
        """
        collected = collect(self.entries.entries(conversation), agent, self.find_secret, reminders=self.reminders)
        if collected is None:
            return RunResult("", "empty", "There is no turn of yours to reflect.")
        async with self._locks[collected.user, agent]:
            started = self._begin(collected, force=force)
            if isinstance(started, RunResult):
                return started
            self._busy.add((conversation, agent))
            try:
                return await self._work(started, collected)
            finally:
                self._busy.discard((conversation, agent))

    def pending(self) -> tuple[Pending, ...]:
        """Conversations that ended and were not reflected, interrupted runs, and failed ones with attempts left."""
        return tuple(one for one in self.runs.pending() if (one.conversation, one.agent) not in self._busy)

    def new_turns(self, conversation: str, agent: str) -> int:
        """Turns of the user's with this agent above the high-water mark: those no reflection has seen."""
        last = self.runs.latest(conversation, agent)
        mark = last.upto if last and last.status in ("done", "empty") else 0
        entries = living(self.entries.entries(conversation))
        return sum(entry.seq > mark and _own(entry.event, agent) for entry in entries)

    def _begin(self, collected: Collected, *, force: bool) -> Run | RunResult:
        last = self.runs.latest(collected.conversation, collected.agent)
        same = last is not None and last.digest == collected.digest and not force
        if same and last and last.status in ("done", "empty"):
            return RunResult(last.id, "empty" if last.status == "empty" else "done", last.sentence, reused=True)
        if same and last and last.attempt >= MOST_ATTEMPTS:
            return self._fail(last, last.sentence or f"It was interrupted {MOST_ATTEMPTS} times.")
        run = self.runs.again(last.id) if same and last else self.runs.begin(self.new_id(), collected, self.now())
        self.emit(run.conversation, ReflectionStarted(run=run.id, agent=run.agent, attempt=run.attempt))
        return run

    async def _work(self, run: Run, collected: Collected) -> RunResult:
        try:
            async with asyncio.timeout(self.seconds):
                changes = await self._stages(run, collected).all()
        except TimeoutError:
            return self._fail(run, f"The model did not answer within {self.seconds:.0f} seconds.")
        except LabError as error:
            return self._fail(run, error.sentence)
        finished = self.runs.get(run.id) or run
        return RunResult(run.id, "empty" if finished.status == "empty" else "done", finished.sentence, changes)

    def _stages(self, run: Run, collected: Collected) -> Stages:
        return Stages(
            run=run,
            collected=collected,
            runs=self.runs,
            lessons=self.lessons,
            asker=Asker(self.model_for(run.agent), self.sleep, self.jitter),
            tell=lambda event: _ignore(self.emit(run.conversation, event)),
            now=self.now,
            find_secret=self.find_secret,
            names=tuple(self.names(run.user)),
            likeness=self.likeness,
        )

    def _fail(self, run: Run, sentence: str) -> RunResult:
        with self.runs.database.transaction():
            self.runs.finish(run.id, "failed", sentence, self.now())
            self.emit(
                run.conversation,
                ReflectionFinished(run=run.id, agent=run.agent, outcome="failed", sentence=sentence),
            )
        return RunResult(run.id, "failed", sentence)


def _own(event: AnyEvent, agent: str) -> bool:
    return isinstance(event, TurnStarted) and event.agent == agent and event.trigger == "user"


def _ignore(_: object) -> None:
    """Whatever `emit` gives back is of no use here."""
