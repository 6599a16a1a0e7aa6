"""The five stages of one run. Each is stored and told as it ends, and taken from the store when it ended before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from pydantic import JsonValue

from selu_lab.events import AnyEvent, ReflectionFinished, StageFinished
from selu_lab.events.base import Frozen
from selu_lab.events.lessons import Stage
from selu_lab.lessons.changes import LessonChange
from selu_lab.lessons.curate import Batch, curate, preview
from selu_lab.lessons.guard import FindSecret
from selu_lab.lessons.score import number
from selu_lab.lessons.service import Lessons
from selu_lab.reflection.answers import read_items
from selu_lab.reflection.asking import Asked, Asker
from selu_lab.reflection.match import Likeness, Matching, VerdictItem
from selu_lab.reflection.observe import ObservationItem, observe_request
from selu_lab.reflection.records import Collected, Decided, Decisions, Matched, Observed, Scores
from selu_lab.reflection.runs import Run, Runs, StageView
from selu_lab.reflection.tally import scores, tally
from selu_lab.reflection.verify import Verifier

Record = TypeVar("Record", bound=Frozen)


@dataclass(frozen=True)
class Stages:
    """What the stages of a run need. `tell` takes an event of the run's conversation."""

    run: Run
    collected: Collected
    runs: Runs
    lessons: Lessons
    asker: Asker
    tell: Callable[[AnyEvent], None]
    now: Callable[[], datetime]
    find_secret: FindSecret
    names: tuple[str, ...]
    likeness: Likeness
    _begun: list[datetime] = field(default_factory=list)

    async def all(self) -> tuple[LessonChange, ...]:
        """Run what has not run yet; gives what became of the lessons. Raises LabError and writes no lesson then."""
        self._keep("collect", _collected(self.collected), {"conversation": self.run.conversation}, self.collected)
        observed = await self._stage("observe", Observed, self._observe)
        matched = await self._stage("match", Matched, lambda: self._match(observed))
        batch, echoes = tally(self.collected, observed, matched, self.run.id)
        before = self.lessons.all(self.run.user, self.run.agent)
        scored = scores(preview(before, batch), echoes)
        self._keep("score", _scored(scored), matched.model_dump(mode="json"), scored)
        return self._curate(batch, scored, empty=not observed.kept)

    async def _observe(self) -> tuple[Observed, str, JsonValue, Asked]:
        asked = Asked()
        request = observe_request(self.collected)
        items, wrong = await self.asker.ask(
            request, lambda text: read_items(text, "observations", ObservationItem), asked
        )
        observed = Verifier(self.collected, self.find_secret, self.names).verify(items, wrong)
        summary = f"{_count(observed.kept, 'observation')} kept, {len(observed.aside)} set aside"
        return observed, summary, request.history[0].text, asked

    async def _match(self, observed: Observed) -> tuple[Matched, str, JsonValue, Asked]:
        asked = Asked()
        lessons = self.lessons.all(self.run.user, self.run.agent)
        matching = Matching(observed.kept, lessons, self.likeness)
        if not matching.open():
            matched = matching.settled([])
            return matched, f"{_verdicts(matched)}; no model was needed", None, asked
        request = matching.request()
        items, wrong = await self.asker.ask(request, lambda text: read_items(text, "verdicts", VerdictItem), asked)
        matched = matching.settled(items, wrong)
        return matched, _verdicts(matched), request.history[0].text, asked

    def _curate(self, batch: Batch, scored: Scores, *, empty: bool) -> tuple[LessonChange, ...]:
        with self.runs.database.transaction():
            changes = curate(self.lessons.ledger, batch, self.now())
            decided = Decisions(changes=tuple(_decided(change) for change in changes))
            self._keep("curate", _count(changes, "change"), scored.model_dump(mode="json"), decided)
            sentence = "Nothing was there to learn." if empty else _outcome(changes)
            self.runs.finish(self.run.id, "empty" if empty else "done", sentence, self.now())
            for change in changes:
                self.tell(change.event())
            self.tell(
                ReflectionFinished(
                    run=self.run.id, agent=self.run.agent, outcome="empty" if empty else "done", sentence=sentence
                )
            )
        return changes

    async def _stage(
        self, stage: Stage, kind: type[Record], work: Callable[[], Awaitable[tuple[Record, str, JsonValue, Asked]]]
    ) -> Record:
        if stored := self.runs.output(self.run.id, stage, kind):
            return stored
        start = self.now()
        record, summary, given, asked = await work()
        self._keep(stage, summary, given, record, asked, start)
        return record

    def _keep(
        self,
        stage: Stage,
        summary: str,
        given: JsonValue,
        record: Frozen,
        asked: Asked | None = None,
        start: datetime | None = None,
    ) -> None:
        costs = asked or Asked()
        seconds = (self.now() - start).total_seconds() if start else 0.0
        output = record.model_dump(mode="json")
        view = StageView(stage, summary, given, output, tuple(costs.prompts), costs.usage, seconds)
        with self.runs.database.transaction():
            self.runs.save_stage(self.run.id, view)
            self.tell(
                StageFinished(
                    run=self.run.id, stage=stage, summary=summary, output=output, usage=costs.usage, seconds=seconds
                )
            )


def _count(items: tuple[object, ...], what: str) -> str:
    return f"{len(items)} {what}{'' if len(items) == 1 else 's'}"


def _collected(collected: Collected) -> str:
    return f"{_count(collected.exchanges, 'turn')}, {_count(collected.seen, 'signal')}"


def _verdicts(matched: Matched) -> str:
    kinds = [verdict.kind for verdict in matched.verdicts]
    told = [f"{kinds.count(kind)} {kind}" for kind in ("supports", "contradicts", "new") if kind in kinds]
    return ", ".join(told) or "nothing to match"


def _scored(scored: Scores) -> str:
    return ", ".join(f"{one.lesson} {number(one.confidence)}" for one in scored.lessons) or "nothing to score"


def _decided(change: LessonChange) -> Decided:
    lesson = change.lesson
    return Decided(lesson=lesson.id, text=lesson.text, change=change.change, status=lesson.status, reason=change.reason)


def _outcome(changes: tuple[LessonChange, ...]) -> str:
    told = [f"{change.lesson.id} {change.change}" for change in changes]
    return f"{', '.join(told)}." if told else "No lesson changed."
