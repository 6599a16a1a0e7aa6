"""What an author sees of reflections: a run with its stages, what was no lesson, and production's rule beside ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from selu_lab.errors import LabError
from selu_lab.lessons.production import NUMBERS, Claim, ProductionView, production_view
from selu_lab.reflection.records import Collected, Matched, Observed, Scores, SetAside
from selu_lab.reflection.runs import Run, Runs, StageView


@dataclass(frozen=True)
class RunView:
    """A reflection with the stages that ended, and whether it can be tried again."""

    run: Run
    stages: tuple[StageView, ...]
    can_retry: bool


@dataclass(frozen=True)
class NoLesson:
    """An entry of the lane "not a lesson": what was dropped, why, and where it belongs."""

    conversation: str
    run: str
    item: SetAside


def run_view(runs: Runs, run: str) -> RunView:
    """One reflection in full; raises LabError for an unknown run."""
    found = runs.get(run)
    if found is None:
        raise LabError(f"There is no reflection {run[:20]}.", hint="`selu-lab reflect` makes one.")
    return RunView(found, runs.stages(run), found.status == "failed")


def no_lessons(runs: Runs, user: str, agent: str) -> tuple[NoLesson, ...]:
    """Everything that the newest reflection of each conversation set aside, oldest first."""
    return tuple(
        NoLesson(run.conversation, run.id, item) for run in _newest(runs, user, agent) for item in _aside(runs, run)
    )


def by_production(runs: Runs, user: str, agent: str) -> ProductionView:
    """What production would hold by now, from the same turns and observations."""
    turns: list[int] = []
    claims: list[Claim] = []
    for run in _newest(runs, user, agent):
        collected = runs.output(run.id, "collect", Collected)
        observed = runs.output(run.id, "observe", Observed)
        turns.extend(one.seq for one in collected.exchanges) if collected else None
        claims.extend(_claims(observed) if observed else ())
    return production_view(sorted(turns), claims)


def _newest(runs: Runs, user: str, agent: str) -> Sequence[Run]:
    ended = [run for run in runs.all(user, agent) if run.status in ("done", "empty")]
    return tuple({run.conversation: run for run in ended}.values())


def _aside(runs: Runs, run: Run) -> Iterator[SetAside]:
    records = (
        runs.output(run.id, "observe", Observed),
        runs.output(run.id, "match", Matched),
        runs.output(run.id, "score", Scores),
    )
    for record in records:
        yield from record.aside if record else ()


def _claims(observed: Observed) -> Iterator[Claim]:
    for one in observed.kept:
        confidence = NUMBERS[one.proofs[0].rating] if one.claimed is None else one.claimed
        yield Claim(max(proof.seq for proof in one.proofs), one.text, confidence)
