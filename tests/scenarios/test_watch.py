"""`run --watch` plays again when something it depends on changes, and survives a file that is half written."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from selu_lab.errors import Exit
from tests.scenarios.kit import HEAD, agents, written

BODY = "steps:\n  - user: Hi\n    model: [{say: Fine.}]\n    expect: [{context: {contains: You are}}]\n"


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`selu-lab run --watch` on one scenario; what it prints comes on one stream."""
    written(tmp_path, BODY)
    command = [sys.executable, "-u", "-m", "selu_lab", "--agents", str(agents(tmp_path)), "run", "test.yaml", "--watch"]
    command += ["--markdown", "report.md"]
    process = subprocess.Popen(
        command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    yield process
    process.kill()
    process.communicate()


def until_it_waits(process: subprocess.Popen[str]) -> str:
    """What it says before it waits again."""
    assert process.stdout
    said = ""
    while "Waiting for changes" not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    return said


def save(path: Path, text: str) -> None:
    """Save as an editor does: whole, in one moment."""
    path.with_suffix(".part").write_text(text, encoding="utf-8")
    path.with_suffix(".part").replace(path)


def test_every_change_plays_again_until_ctrl_c(tmp_path: Path, watching: subprocess.Popen[str]) -> None:
    assert "PASS A test" in until_it_waits(watching)
    prompt, scenario = tmp_path / "agents" / "one" / "agent.md", tmp_path / "test.yaml"
    save(prompt, "Nobody.\n")
    assert "FAIL A test" in until_it_waits(watching)
    save(prompt, "You are agent one.\n")
    assert "PASS A test" in until_it_waits(watching)
    save(scenario, HEAD + BODY.replace("steps", "stops"))
    assert "There is no key “stops” here." in until_it_waits(watching)
    save(scenario, HEAD.replace("A test", "Another test") + BODY)
    assert "PASS Another test" in until_it_waits(watching)
    watching.send_signal(signal.SIGINT)
    said, _ = watching.communicate(timeout=60)
    assert (watching.returncode, said.lstrip()) == (Exit.INTERRUPTED, "selu-lab: Interrupted.\n")
