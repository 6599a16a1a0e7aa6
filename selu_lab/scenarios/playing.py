"""Playing many scenarios in a row: each result as soon as it is there, in the order of the scenarios."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from selu_lab.scenarios.door import Terms
from selu_lab.scenarios.kept import KeptRun
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.player import perform
from selu_lab.scenarios.result import BAD, Result
from selu_lab.scenarios.running import run
from selu_lab.settings import Settings


@dataclass(frozen=True)
class Plan:
    """How scenarios are played: with `model` and `times` instead of their own, until the first bad one (`stop`).

    `run` keeps results and traces. `options` are the command line's, to play one again; `show` the command that shows
    what is kept, without the run's name. `jobs` processes play at the same time.
    """

    settings: Settings
    terms: Terms = field(default_factory=Terms)
    model: str = ""
    times: int = 0
    stop: bool = False
    run: KeptRun | None = None
    options: str = ""
    show: str = ""
    jobs: int = 1

    def results(self, scenarios: Sequence[Scenario]) -> Iterator[Result]:
        """Play them; those that are not played any more come as skipped."""
        played = self._side_by_side(scenarios) if self.jobs > 1 else self._one_by_one(scenarios)
        for number, result in enumerate(played, start=1):
            yield self._kept(number, result)

    def _side_by_side(self, scenarios: Sequence[Scenario]) -> Iterator[Result]:
        from selu_lab.scenarios.parallel import in_parallel

        return in_parallel(self, scenarios)

    def _one_by_one(self, scenarios: Sequence[Scenario]) -> Iterator[Result]:
        why = ""
        with asyncio.Runner() as runner:
            for number, scenario in enumerate(scenarios, start=1):
                result = self.skipped(scenario, why) if why else run(runner, partial(self.play, number, scenario))
                yield result
                why = why or self.ended_by(result)

    async def play(self, number: int, scenario: Scenario, share: Sequence[int] = ()) -> Result:
        """Play one, the `number`-th, or only a `share` of its repetitions."""
        keep = self.run.tracer(number, scenario) if self.run else None
        return await perform(
            scenario, self.settings, model=self.model, times=self.times, terms=self.terms, keep=keep, share=share
        )

    def ended_by(self, result: Result) -> str:
        """Why nothing is played after this result; empty where the plan goes on."""
        return "Not played: -x." if self.stop and result.outcome in BAD else self.terms.meter.exceeded

    def skipped(self, scenario: Scenario, why: str) -> Result:
        """The result of one that is not played any more."""
        return Result(scenario, self.model or scenario.file.model, "skipped", note=why)

    def _kept(self, number: int, result: Result) -> Result:
        """The result, kept, with the commands that lead on from it."""
        if self.run is None:
            return replace(result, options=self.options)
        self.run.keep(number, result)
        return replace(result, options=self.options, show=f"{self.show} {self.run.number}.{number}")
