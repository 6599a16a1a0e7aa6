"""Checking a scenario without playing it: the file, the agents and tools it names, what it puts into the stores."""

from __future__ import annotations

from pathlib import Path

from selu_lab.errors import LabError
from selu_lab.scenarios.loading import Scenario, read_scenario
from selu_lab.scenarios.names import unknown_names
from selu_lab.scenarios.naming import unknown_models
from selu_lab.scenarios.opening import open_scenario
from selu_lab.scenarios.variants import own_variants, varied
from selu_lab.settings import Settings


def check_scenario(path: Path, settings: Settings) -> tuple[LabError, ...]:
    """Everything wrong in one scenario file, in the order of its lines."""
    scenario, faults = read_scenario(path)
    if scenario is None:
        return faults
    if unknown := tuple(unknown_models(scenario)):
        return unknown
    try:
        opened = open_scenario(scenario, settings, scenario.file.model)
    except LabError as error:
        return (error,)
    try:
        return (*unknown_names(scenario, opened.lab), *_variants(scenario, settings))
    finally:
        opened.lab.close()


def _variants(scenario: Scenario, settings: Settings) -> tuple[LabError, ...]:
    """What is wrong with the scenario's variants: the first of its faults."""
    try:
        for variant in own_variants(scenario):
            with varied(scenario, variant, settings):
                pass
    except LabError as error:
        return (error,)
    return ()
