"""Playing on several cores: processes that share nothing but the budget; results come in the order of the scenarios."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from typing import TYPE_CHECKING, ClassVar

from selu_lab.errors import Exit
from selu_lab.events import Usage
from selu_lab.models.source import is_built_in
from selu_lab.models.spending import Allowance, Meter
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.player import repetitions
from selu_lab.scenarios.result import Fault, Outcome, Result, Run, merged

if TYPE_CHECKING:
    from selu_lab.scenarios.playing import Plan

# A copy of this process begins at once, a new one after half a second; copying is sound as long as no thread runs yet.
_CONTEXT = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


class SharedMeter(Meter):
    """A meter that all processes count on."""

    def __init__(self, allowance: Allowance) -> None:
        self._totals = _CONTEXT.Array("d", 4)  # tokens in, tokens out, cost, calls whose price is unknown
        super().__init__(allowance)

    @property
    def used(self) -> Usage:
        """What all processes have used."""
        tokens_in, tokens_out, cost, unknown = self._totals[:]
        return Usage(tokens_in=int(tokens_in), tokens_out=int(tokens_out), cost=None if unknown else cost)

    @used.setter
    def used(self, usage: Usage) -> None:
        self._totals[:] = [usage.tokens_in, usage.tokens_out, usage.cost or 0, usage.cost is None]

    def add(self, usage: Usage) -> None:
        """Count an answer; no other process counts in between."""
        with self._totals.get_lock():
            self.used += usage


@dataclass(frozen=True)
class _Worker:
    """What a process plays by. `here` is the one of this process."""

    plan: Plan
    scenarios: Sequence[Scenario]
    over: Event
    runner: asyncio.Runner
    here: ClassVar[_Worker]

    def play(self, index: int, share: Sequence[int]) -> Result | None:
        if self.over.is_set() or self.plan.terms.meter.exceeded:
            return None
        return self.runner.run(self.plan.play(index + 1, self.scenarios[index], share))


@dataclass(frozen=True)
class _Part:
    """A result on its way between processes; the scenario stays at home."""

    model: str
    outcome: Outcome
    runs: tuple[Run, ...]
    needed: int
    note: str
    remarks: tuple[str, ...]

    def of(self, scenario: Scenario) -> Result:
        return Result(scenario, self.model, self.outcome, self.runs, self.needed, self.note, self.remarks)


Played = Future[_Part | None]


def _begin(plan: Plan, scenarios: Sequence[Scenario], over: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a process without a word; the first one speaks
    _Worker.here = _Worker(plan, scenarios, over, asyncio.Runner())


def _play(index: int, share: Sequence[int]) -> _Part | None:
    played = _Worker.here.play(index, share)
    if played is None:
        return None
    return _Part(played.model, played.outcome, played.runs, played.needed, played.note, played.remarks)


def in_parallel(plan: Plan, scenarios: Sequence[Scenario]) -> Iterator[Result]:
    """The results of a plan, played by its `jobs` processes. What has begun when the plan ends is played to its end."""
    over = _CONTEXT.Event()
    with ProcessPoolExecutor(plan.jobs, _CONTEXT, _begin, (plan, scenarios, over)) as pool:
        try:
            futures = [
                [pool.submit(_play, index, share) for share in _shares(plan, scenario)]
                for index, scenario in enumerate(scenarios)
            ]
            yield from _in_order(plan, scenarios, futures, over)
        except BaseException:
            over.set()
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _shares(plan: Plan, scenario: Scenario) -> list[Sequence[int]]:
    """Which repetitions are played together: of a recorded model all, for each finds its answers after the others'."""
    asked, _ = repetitions(scenario, plan.times)
    if not is_built_in(plan.model or scenario.file.model):
        return [()]
    size = -(-asked // plan.jobs)
    return [range(first, min(first + size, asked + 1)) for first in range(1, asked + 1, size)]


def _in_order(
    plan: Plan, scenarios: Sequence[Scenario], futures: Sequence[Sequence[Played]], over: Event
) -> Iterator[Result]:
    why = ""
    for scenario, shares in zip(scenarios, futures, strict=True):
        result = _result(plan, scenario, shares, why)
        yield result
        if why := why or plan.ended_by(result):
            over.set()


def _result(plan: Plan, scenario: Scenario, shares: Sequence[Played], why: str) -> Result:
    try:
        parts = [part for share in shares if (part := share.result())]
    except BrokenProcessPool:
        fault = Fault(scenario.where(), "while it was played", "A process of this run was ended.", Exit.INTERNAL)
        return Result(scenario, plan.model or scenario.file.model, "error", (Run(fault=fault),))
    if len(parts) < len(shares):
        return plan.skipped(scenario, why or plan.terms.meter.exceeded)
    results = [part.of(scenario) for part in parts]
    return merged(results, repetitions(scenario, plan.times)[1]) if len(results) > 1 else results[0]
