"""Comparing: the same scenarios with several prompts and models, and what each does otherwise than the first."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from selu_lab.errors import LabError
from selu_lab.scenarios.deeds import changes, deeds
from selu_lab.scenarios.door import Terms
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.player import perform
from selu_lab.scenarios.result import Result
from selu_lab.scenarios.running import run
from selu_lab.scenarios.secrecy import masked
from selu_lab.scenarios.traces import Trace
from selu_lab.scenarios.variants import Variant, own_variants
from selu_lab.settings import Settings

AS_IT_IS = "agent.md"
"""What the arm without a variant is called."""


@dataclass(frozen=True)
class Arm:
    """One way of playing a scenario: with a variant (None: as the package is) and a model (empty: its own)."""

    variant: Variant | None = None
    model: str = ""

    @property
    def name(self) -> str:
        """What it is called in a table."""
        variant = self.variant.name if self.variant else AS_IT_IS
        return f"{variant}, {self.model}" if self.model else variant


@dataclass(frozen=True)
class Played:
    """What an arm made of a scenario. `changed` holds for each difference from the first arm its step and a line."""

    arm: str
    result: Result
    changed: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """A scenario in all its arms; the first one is what the others are compared with."""

    scenario: Scenario
    played: tuple[Played, ...]


@dataclass(frozen=True)
class Comparer:
    """Plays scenarios in all arms: every variant given (none: the scenario's own) with every model."""

    settings: Settings
    terms: Terms = field(default_factory=Terms)
    variants: tuple[Variant, ...] = ()
    models: tuple[str, ...] = ()
    times: int = 0
    options: str = ""

    def arms(self, scenario: Scenario) -> list[Arm]:
        """The arms of a scenario, the one with agent.md as it is first.

        Raises LabError for a variant there is not, and for two of one name.
        """
        variants = (None, *(self.variants or own_variants(scenario)))
        if len({variant.slug for variant in variants if variant}) < len(variants) - 1:
            hint = "Their recordings would be one; give them different names."
            raise LabError("Two variants have the same name.", where=scenario.where("variants"), hint=hint)
        return [Arm(variant, model) for model in self.models or ("",) for variant in variants]

    def comparable(self, scenarios: Sequence[Scenario]) -> list[Scenario]:
        """The scenarios that have more than one arm; raises LabError where none has, or `arms` does."""
        found = [scenario for scenario in scenarios if len(self.arms(scenario)) > 1]
        if not found:
            hint = "Give --variant FILE, --model more than once, or write `variants` into a scenario."
            raise LabError("There is nothing to compare.", hint=hint)
        return found

    def comparisons(self, scenarios: Sequence[Scenario]) -> Iterator[Comparison]:
        """Play comparable scenarios one after another."""
        with asyncio.Runner() as runner:
            for scenario in scenarios:
                yield run(runner, partial(self._compare, scenario))

    async def _compare(self, scenario: Scenario) -> Comparison:
        first, *others = [(arm, await self._play(scenario, arm)) for arm in self.arms(scenario)]
        before = first[1][1]
        played = [Played(first[0].name, first[1][0])]
        for arm, (result, trace) in others:
            played.append(Played(arm.name, result, _changed(before, trace, scenario.file.secrets)))
        return Comparison(scenario, tuple(played))

    async def _play(self, scenario: Scenario, arm: Arm) -> tuple[Result, Trace | None]:
        """The result, and the trace of its first repetition, if it came to one."""
        traces: list[Trace] = []
        terms = replace(self.terms, variant=arm.variant)
        result = await perform(
            scenario,
            self.settings,
            model=arm.model,
            times=self.times,
            terms=terms,
            keep=lambda _, it: traces.append(it),
        )
        return replace(result, options=self.options + _option(arm)), traces[0] if traces else None


def _option(arm: Arm) -> str:
    if arm.variant is None:
        return ""
    agent = f"{arm.variant.agent}=" if arm.variant.agent else ""
    return f" --variant {shlex.quote(f'{agent}{arm.variant.path}')}"


def _changed(first: Trace | None, trace: Trace | None, secrets: Sequence[str]) -> tuple[tuple[int, str], ...]:
    if first is None or trace is None:
        return ()
    return tuple((step, masked(line, secrets)) for step, line in changes(deeds(first), deeds(trace)))
