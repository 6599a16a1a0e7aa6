"""Scenarios for tests: a file made of a few lines, two small agents, and a way to play it with scripted answers."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from selu_lab.scenarios.loading import Scenario, load_scenario
from selu_lab.scenarios.player import play
from selu_lab.scenarios.result import Result
from selu_lab.settings import Settings

HEAD = "name: A test\nagents: [one, two]\nmodel: script\n"


def agents(folder: Path) -> Path:
    """Two agents, `one` and `two`, without capabilities."""
    for name in ("one", "two"):
        package = folder / "agents" / name
        package.mkdir(parents=True, exist_ok=True)
        (package / "agent.yaml").write_text(f"id: {name}\nname: Agent {name}\n", encoding="utf-8")
        (package / "agent.md").write_text(f"You are agent {name}. Use memory_search and memory_remember.\n", "utf-8")
    return folder / "agents"


def written(folder: Path, body: str, head: str = HEAD) -> Path:
    """A scenario file with these lines below the head."""
    path = folder / "test.yaml"
    path.write_text(head + dedent(body), encoding="utf-8")
    return path


def read(folder: Path, body: str, head: str = HEAD) -> Scenario:
    """The scenario of such a file."""
    return load_scenario(written(folder, body, head))


def played(folder: Path, body: str, head: str = HEAD, *, model: str = "", times: int = 0) -> Result:
    """What comes of playing such a file."""
    settings = Settings(agents=(agents(folder),))
    return play(read(folder, body, head), settings, model=model, times=times)


def problems(result: Result) -> list[str]:
    """What did not hold and what went wrong, one line each."""
    failures = [f"{one.kind}: expected {one.expected}, got {one.got}" for run in result.runs for one in run.failures]
    return failures + [run.fault.sentence for run in result.runs if run.fault]
