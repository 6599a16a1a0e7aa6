"""Checking a scenario without playing it: the file, the agents and tools it names, what it puts into the stores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from selu_lab.errors import LabError, ModelError
from selu_lab.models.source import check_name
from selu_lab.scenarios.loading import Scenario, read_scenario
from selu_lab.scenarios.names import unknown_names
from selu_lab.scenarios.opening import open_scenario
from selu_lab.scenarios.variants import own_variants, varied
from selu_lab.settings import Settings


def check_scenario(path: Path, settings: Settings) -> tuple[LabError, ...]:
    """Everything wrong in one scenario file, in the order of its lines."""
    scenario, faults = read_scenario(path)
    if scenario is None:
        return faults
    if unknown := tuple(_unknown_models(scenario)):
        return unknown
    try:
        opened = open_scenario(scenario, settings, scenario.file.model)
    except LabError as error:
        return (error,)
    try:
        return (*unknown_names(scenario, opened.lab), *_variants(scenario, settings))
    finally:
        opened.lab.close()


def _unknown_models(scenario: Scenario) -> Iterator[LabError]:
    """The models nobody knows, in the order of the file but for the scenario's own, which comes first."""
    judges = [(scenario.where(*loc, "judge"), one.judge.model) for loc, one in scenario.file.expectations if one.judge]
    for where, name in [(scenario.where("model"), scenario.file.model), *judges]:
        try:
            check_name(name) if name else None
        except ModelError as error:
            yield LabError(error.sentence, where=where, hint=error.hint)


def _variants(scenario: Scenario, settings: Settings) -> tuple[LabError, ...]:
    """What is wrong with the scenario's variants: the first of its faults."""
    try:
        for variant in own_variants(scenario):
            with varied(scenario, variant, settings):
                pass
    except LabError as error:
        return (error,)
    return ()
