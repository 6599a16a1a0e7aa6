"""A throw-away lab for one repetition: frozen clock, counted ids, scripted approver, and what there is at the start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from selu_lab.conversation.clock import FrozenClock
from selu_lab.errors import LabError, Where
from selu_lab.ids import counted_ids
from selu_lab.lab import Lab, Outside, open_lab
from selu_lab.models.base import ModelSource
from selu_lab.models.script import ScriptedModel
from selu_lab.models.source import Models
from selu_lab.packages import AgentShelf
from selu_lab.scenarios.approving import ScriptedApprover
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.moments import moment
from selu_lab.settings import Settings
from selu_lab.shipped import agent_folders
from selu_lab.wiring import provider

if TYPE_CHECKING:
    from selu_lab.memory.notes import Notes
    from selu_lab.scenarios.spec import LessonGiven, NoteGiven

_OF_THE_MACHINE = (
    *("chroma_host", "embedding", "max_rounds", "context_tokens", "max_cost", "max_total_tokens"),
    *("hours", "next_weekday", "date_order"),
)
"""Settings that would make a scenario differ between machines, or reach beyond its own stores."""


@dataclass(frozen=True)
class Opened:
    """An opened lab with the parts that the player moves."""

    lab: Lab
    clock: FrozenClock
    approver: ScriptedApprover
    script: ScriptedModel
    agent: str


def open_scenario(
    scenario: Scenario, settings: Settings, model: str, front: Callable[[ModelSource], ModelSource] = lambda one: one
) -> Opened:
    """Open the lab of a scenario, with what `front` puts in front of its models.

    The settings' model is the user's own, and says whom the user's key is for; `model` is the one that plays. Raises
    LabError, with the scenario's line, when something in the scenario cannot be used.
    """
    file = scenario.file
    clock = FrozenClock(moment(file.now, file.user.timezone))
    approver, script = ScriptedApprover(), ScriptedModel()
    chosen = _settings(scenario, settings, model)
    models = front(Models(provider(settings), script))
    outside = Outside(clock, approver, models, counted_ids(), file.canned_texts.get, _shelf)
    lab = open_lab(chosen, None, outside)
    try:
        _check_agents(lab)
        _fill(scenario, lab)
    except BaseException:
        lab.close()
        raise
    return Opened(lab, clock, approver, script, lab.shelf.ids()[0])


def _check_agents(lab: Lab) -> None:
    """Raise LabError for an agent that cannot be loaded: the next one would answer in its place."""
    for found in lab.shelf.kept_out:
        raise LabError(found.sentence, where=found.where, hint=found.hint)


def _shelf(folders: tuple[Path, ...]) -> AgentShelf:
    """The agents of these folders as they are now.

    A shelf keeps the last good version of an agent that has broken since; a scenario must not play that one.
    """
    shelf = _read_before(folders)
    shelf.refresh()
    return AgentShelf(folders) if shelf.kept_out else shelf


@lru_cache(maxsize=16)
def _read_before(folders: tuple[Path, ...]) -> AgentShelf:
    """Reading packages anew would be a tenth of what a small scenario costs."""
    return AgentShelf(folders)


def _settings(scenario: Scenario, settings: Settings, model: str) -> Settings:
    usual = {name: Settings.model_fields[name].get_default(call_default_factory=True) for name in _OF_THE_MACHINE}
    agents = packages(scenario, settings)
    return settings.model_copy(
        update={**usual, "agents": agents, "model": model, "user": scenario.file.user.id, "reflect": True}
    )


def packages(scenario: Scenario, settings: Settings) -> tuple[Path, ...]:
    """The folders of a scenario's agents; raises LabError for an agent there is not."""
    return tuple(_package(scenario, index, settings) for index in range(len(scenario.file.agents)))


def _package(scenario: Scenario, index: int, settings: Settings) -> Path:
    """The folder of an agent: named by a path beside the scenario, or by its id."""
    name = scenario.file.agents[index]
    if "/" in name or name.startswith("."):
        return scenario.path.parent / name
    folders = agent_folders(settings.agents)
    beside = next((folder / name for folder in folders if (folder / name / "agent.yaml").is_file()), None)
    try:
        return beside or AgentShelf(folders).get(name).folder
    except LabError as error:
        raise LabError(error.sentence, where=scenario.where("agents", index), hint=error.hint) from error


def _fill(scenario: Scenario, lab: Lab) -> None:
    """Put into the stores what the scenario says there is."""
    file, now = scenario.file, lab.clock.now()
    user = lab.users.put(file.user.user).id
    for fact in reversed(file.profile):  # the newest comes first in the context, so the file's order is kept
        lab.profile.add(user, fact.category, fact.text, now)
    for agent, policies in file.policies.items():
        for tool, policy in policies.items():
            lab.policies.set(user, agent, tool, policy)
    for agent, lessons in file.lessons.items():
        for index, lesson in enumerate(lessons):
            _add_lesson(lab, agent, lesson, scenario.where("lessons", agent, index))
    for index, note in enumerate(file.notes):
        _add_note(lab, lab.notes(user), note, scenario.where("notes", index))


def _add_lesson(lab: Lab, agent: str, given: LessonGiven, where: Where) -> None:
    user = lab.settings.user
    try:
        lesson = lab.lessons.ledger.add(user, agent, given.category, given.text, lab.clock.now())
        if given.status != "suggested":
            lab.lessons.activate(user, agent, lesson)
        if given.status == "paused":
            lab.lessons.pause(user, agent, lesson)
    except LabError as error:
        raise LabError(error.sentence, where=where, hint=error.hint) from error


def _add_note(lab: Lab, notes: Notes, given: NoteGiven, where: Where) -> None:
    from selu_lab.memory.note import Origin, Refused

    answer = notes.remember(given.content, Origin(given.agent or lab.shelf.ids()[0]), lab.clock.now())
    if isinstance(answer, Refused):
        raise LabError("This note cannot be kept.", where=where, hint=answer.message)
