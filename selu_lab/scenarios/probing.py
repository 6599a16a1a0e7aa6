"""What a lesson does: a scenario's steps as probes, played without it, with it, and with a neutral one as long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from selu_lab.errors import LabError
from selu_lab.lessons.effect import Effect, effect
from selu_lab.lessons.records import Category
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.player import perform
from selu_lab.scenarios.result import Run
from selu_lab.scenarios.spec import LessonGiven
from selu_lab.settings import Settings

NEUTRAL = {
    "de": "Bleib bei dem, was gerade besprochen wird, und sei dabei so freundlich und aufmerksam wie sonst auch.",
    "en": "Stay with what is being talked about right now, and be as friendly and attentive about it as always.",
}
"""Says nothing that an agent would not do anyway; cut or repeated to the length of the lesson."""


@dataclass(frozen=True)
class Probed:
    """A lesson compared with having none, and with a neutral one of the same length: is it the words, or just words?"""

    against_none: Effect
    against_neutral: Effect
    probes: int


@dataclass(frozen=True)
class Subject:
    """The lesson in question."""

    agent: str
    text: str
    category: Category


async def probe(scenario: Scenario, subject: Subject, settings: Settings, *, model: str = "", times: int = 1) -> Probed:
    """Play a scenario's steps as probes; one passes when all its expectations hold.

    Raises LabError when the scenario has no step that expects something, or cannot be played to its end.
    """
    neutral = "".join(islice(cycle(NEUTRAL[scenario.file.user.language] + " "), len(subject.text))).strip()
    arms = [await _play(_with(scenario, subject, text), settings, model, times) for text in ("", subject.text, neutral)]
    without, with_it, with_neutral = arms
    if not without:
        raise LabError(
            "No step of this scenario expects anything.", where=scenario.where("steps"), hint="Add `expect`."
        )
    return Probed(
        effect(zip(without, with_it, strict=True)), effect(zip(with_neutral, with_it, strict=True)), len(without)
    )


def _with(scenario: Scenario, subject: Subject, text: str) -> Scenario:
    """The scenario with this as the only active lesson of the agent; an empty text leaves it without any."""
    given = (LessonGiven(text=text, category=subject.category),) if text else ()
    lessons = {**scenario.file.lessons, subject.agent: given}
    return replace(scenario, file=scenario.file.model_copy(update={"lessons": lessons, "after": None, "repeat": None}))


async def _play(scenario: Scenario, settings: Settings, model: str, times: int) -> list[bool]:
    result = await perform(scenario, settings, model=model, times=times)
    for run in result.runs:
        if run.fault is not None:
            raise LabError(run.fault.sentence, where=run.fault.where)
    return [passed for run in result.runs for passed in _probes(scenario, run)]


def _probes(scenario: Scenario, run: Run) -> Iterator[bool]:
    """Whether each step that expects something passed."""
    failed = [failure.step for failure in run.failures]
    for number, step in enumerate(scenario.file.steps, start=1):
        if step.expect:
            yield not _any_of(failed, number)


def _any_of(failed: Sequence[str], number: int) -> bool:
    return any(step.startswith(f"step {number} ") for step in failed)
