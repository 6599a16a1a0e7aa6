"""Where the example agents and scenarios lie: beside the code in a checkout, inside the package when installed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_HERE = Path(__file__).resolve().parent


def shipped(kind: Literal["agents", "scenarios"]) -> Path:
    """The folder with the example agents or scenarios."""
    installed = _HERE / "shipped_data" / kind
    return installed if installed.is_dir() else _HERE.parent / kind


def agent_folders(chosen: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders agents are read from: the chosen ones, else ./agents, else the shipped ones."""
    if chosen:
        return chosen
    here = Path("agents")
    return (here,) if here.is_dir() else (shipped("agents"),)
