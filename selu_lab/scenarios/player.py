"""Playing a scenario, as often as it says; every repetition sees nothing of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from selu_lab.errors import LabError
from selu_lab.scenarios.door import Door, Terms
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.naming import unknown_models
from selu_lab.scenarios.repetition import Repetition
from selu_lab.scenarios.result import Fault, Result, Run, judged, spoilt
from selu_lab.scenarios.telling import Narrate
from selu_lab.scenarios.traces import Trace
from selu_lab.scenarios.variants import varied
from selu_lab.settings import Settings

Keep = Callable[[int, Trace], None]
"""Takes the trace of a repetition, by its number from 1."""


def play(
    scenario: Scenario,
    settings: Settings,
    narrate: Narrate | None = None,
    *,
    model: str = "",
    times: int = 0,
    terms: Terms | None = None,
    keep: Keep | None = None,
) -> Result:
    """`perform`, for callers without an event loop."""
    return asyncio.run(perform(scenario, settings, narrate, model=model, times=times, terms=terms, keep=keep))


async def perform(
    scenario: Scenario,
    settings: Settings,
    narrate: Narrate | None = None,
    *,
    model: str = "",
    times: int = 0,
    terms: Terms | None = None,
    keep: Keep | None = None,
    share: Sequence[int] = (),
) -> Result:
    """Play a scenario as often as it says (or `times`) with its own model (or `model`); never raises LabError.

    `narrate` is told every line of what happens, secrets masked; `keep` is given the trace of each repetition, with
    the secrets in it. `share` plays only the repetitions of these numbers, for `merged`. Of the settings only those
    that reach a model count.
    By default a real model's answers come from the scenario's recording, and nothing is recorded.
    """
    file = scenario.file
    chosen = model or file.model
    if file.skip is not None:
        return Result(scenario, chosen, "skipped", note=file.skip)
    settings = settings.model_copy(update={"model": model}) if model else settings
    wanted, step = terms or Terms(), "the variant"
    with ExitStack() as stack:
        try:
            played = stack.enter_context(varied(scenario, wanted.variant, settings))
            step = "before the first step"
            for unknown in unknown_models(scenario):
                raise unknown
            step = "the recording"
            door = Door(wanted, scenario, chosen, settings)
        except LabError as error:
            fault = Fault(error.where or scenario.where(), step, f"{error.sentence} {error.hint}", error.exit)
            return Result(scenario, chosen, "error", (Run(fault=fault),))
        asked, needed = repetitions(scenario, times)
        runs: list[Run] = []
        for number in share or range(1, asked + 1):
            repetition = Repetition(played, chosen, narrate, door, partial(keep, number) if keep else None)
            runs.append(await repetition.run(settings))
    remarks = door.close(whole=not any(run.fault for run in runs))
    result = replace(judged(scenario, chosen, runs, needed), remarks=tuple(remarks))
    return spoilt(result, door.fault()) if result.outcome == "pass" else result


def repetitions(scenario: Scenario, times: int) -> tuple[int, int]:
    """How many repetitions to play and how many of them have to pass; another number keeps the share, rounded up."""
    repeat = scenario.file.repeat
    asked = times or (repeat.times if repeat else 1)
    if not repeat or not repeat.needed:
        return asked, asked
    return asked, -(-repeat.needed * asked // repeat.times)
