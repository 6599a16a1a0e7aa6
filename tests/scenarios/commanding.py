"""Calls `selu-lab run` on small scenarios that a test writes."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from click.testing import Result as Called

from selu_lab.cli.front import Front
from selu_lab.cli.run import run_command
from tests.scenarios.kit import agents

STEP = "steps: [{{user: Hi, model: [{{say: Fine.}}], expect: [{{reply: {reply}}}]}}]\n"
HEAD = "name: {name}\nagents: [one]\nmodel: script\n"


def put(folder: Path, name: str, reply: str = "Fine.", more: str = "") -> Path:
    """Write a scenario that expects this reply."""
    path = folder / "s" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD.format(name=name) + more + STEP.format(reply=reply), encoding="utf-8")
    return path


def run(folder: Path, *arguments: str | Path) -> Called:
    """Call the command on the agents of this folder."""
    front = Front(None, None, (agents(folder),))
    return CliRunner().invoke(run_command, [str(one) for one in arguments], obj=front, standalone_mode=False)
