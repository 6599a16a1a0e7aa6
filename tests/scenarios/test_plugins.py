"""Expectations of installed packages: they count like our own, and a broken one is told at its line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.scenarios.kit import HEAD, agents

MODULE = """\
from pydantic import Field
from selu_lab.scenarios.expectations import Check, Mismatch

class Shouts(Check):
    short = "marks"
    plain = ("integer",)
    marks: int = Field(1, description="How many exclamation marks there are.")

    async def judge(self, seen):
        count = sum(reply.count("!") for reply in seen.replies)
        return None if count >= self.marks else Mismatch(f"{self.marks} exclamation marks", str(count))

nothing = 3
"""
POINTS = """\
[selu_lab.expectations]
shouts = loud:Shouts
nothing = loud:nothing
gone = loud:Gone
checks = loud:Shouts
"""
STEP = "steps:\n  - user: Hi\n    model: [{{say: Fine!}}]\n    expect: [{{{expect}}}]\n"


def lab(folder: Path, *command: str, points: str = POINTS) -> subprocess.CompletedProcess[str]:
    """A command in a process that has the package `loud` installed."""
    info = folder / "site" / "loud-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "site" / "loud.py").write_text(MODULE, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    paths = os.pathsep.join([str(folder / "site"), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-m", "selu_lab", "--agents", str(agents(folder)), *command],
        cwd=folder, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def put(folder: Path, expectations: list[str]) -> None:
    """A scenario file for each of these."""
    (folder / "s").mkdir()
    for number, expect in enumerate(expectations):
        (folder / "s" / f"{number}.yaml").write_text(HEAD + STEP.format(expect=expect), encoding="utf-8")


def test_an_expectation_of_a_package_counts_like_our_own(tmp_path: Path) -> None:
    put(tmp_path, ["shouts: 1", "shouts: {marks: 2}, reply: Fine!", "reply: {contains: F}, shouts: 1"])
    done = lab(tmp_path, "run", "s")
    assert done.returncode == 1, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines() if "A test" in line] == ["PASS", "FAIL", "PASS"]
    assert "s/1.yaml:7:15: shouts, step 1" in done.stdout
    assert "expected: 2 exclamation marks" in done.stdout


def test_what_is_wrong_with_one_is_told_at_its_line(tmp_path: Path) -> None:
    wrong = {
        "shouts: {mark: 2}": ":7:24: There is no key “mark” here. Did you mean “marks”?",
        "shouts: 1, repply: x": ":7:26: There is no key “repply” here.",
        "shouts: loud": ":7:15: This must be a mapping.",
        "nothing: 1": ":7:15: The expectation “nothing” of loud is no subclass of Check.",
        "gone: 1": ":7:15: The expectation “gone” of loud cannot be loaded (AttributeError).",
        "checks: 1": ":7:15: There is no key “checks” here.",
    }
    put(tmp_path, list(wrong))
    done = lab(tmp_path, "run", "s")
    assert done.returncode == 4
    for line, told in zip(done.stderr.splitlines(), wrong.values(), strict=True):
        assert told in line


def test_an_editor_knows_it_too(tmp_path: Path) -> None:
    done = lab(tmp_path, "schema", points="[selu_lab.expectations]\nshouts = loud:Shouts\n")
    assert done.returncode == 0, done.stderr
    assert "exclamation" in json.dumps(json.loads(done.stdout)["$defs"]["Expectation"]["properties"]["shouts"])
