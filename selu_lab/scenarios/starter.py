"""A first agent and first scenarios, taken from the shipped ones, for a folder that has none."""

from __future__ import annotations

import shutil
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.shipped import shipped

_AGENT = "default"
_SCENARIOS = ("lasting-fact.yaml", "one-off.yaml", "remind-directly.yaml", "schema.json")
"""They play with that agent alone, in German and in English."""


def write_starter(folder: Path) -> list[Path]:
    """Write `agents/` and `scenarios/` into a folder, which is made where there is none; gives the files.

    Raises LabError, and leaves everything as it is, where one of the two is there already.
    """
    agents, scenarios = folder / "agents", folder / "scenarios"
    for path in (agents, scenarios):
        if path.exists() or path.is_symlink():
            hint = "Nothing was written. Name another folder."
            raise LabError(f"“{path.name}” is there already.", where=Where(path), hint=hint)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(shipped("agents") / _AGENT, agents / _AGENT)
        scenarios.mkdir()
        for name in _SCENARIOS:
            shutil.copyfile(shipped("scenarios") / name, scenarios / name)
    except OSError as error:
        raise LabError(f"The folder cannot be written ({error.strerror}).", where=Where(folder)) from error
    return sorted(path for made in (agents, scenarios) for path in made.rglob("*") if path.is_file())
