"""The models a scenario or a command names: one that nobody knows is a slip of the pen, not a provider's failure."""

from __future__ import annotations

from collections.abc import Iterator

from selu_lab.errors import LabError, ModelError, Where
from selu_lab.models.source import check_name
from selu_lab.scenarios.loading import Scenario


def check_model(name: str, where: Where | None = None) -> None:
    """Raise LabError, with the place the name stands at, for a name that no model can have."""
    try:
        check_name(name)
    except ModelError as error:
        raise LabError(error.sentence, where=where, hint=error.hint) from error


def unknown_models(scenario: Scenario) -> Iterator[LabError]:
    """The models nobody knows, in the order of the file but for the scenario's own, which comes first."""
    judges = [(scenario.where(*loc, "judge"), one.judge.model) for loc, one in scenario.file.expectations if one.judge]
    for where, name in [(scenario.where("model"), scenario.file.model), *judges]:
        try:
            check_model(name, where) if name else None
        except LabError as error:
            yield error
