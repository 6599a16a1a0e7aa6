"""Where the output goes: a pipe that nobody reads any more, and a full disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import AGENTS

COMMANDS = [
    ("--help",),
    ("notes", "list"),
    ("notes", "list", "--json"),
    ("notes", "export"),
    ("say", "Hallo", "--model", "echo"),
    ("say", "Hallo", "--model", "echo", "--json"),
    ("settings",),
    ("check",),
    ("schema",),
]


def lab(stdout: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, its output going there."""
    command = [sys.executable, "-m", "selu_lab", "--workspace", "lab", "--agents", str(AGENTS), *arguments]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    os.close(stdout)
    return done


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_reader_that_has_left_is_no_failure(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = lab(writer, *arguments)
    assert done.returncode == 0
    assert "roken" not in done.stderr


@pytest.mark.parametrize("arguments", [one for one in COMMANDS if one[-1] not in ("list", "export")], ids=" ".join)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="This system has no /dev/full.")
def test_output_that_a_full_disk_does_not_take_is_told_in_a_sentence(arguments: tuple[str, ...]) -> None:
    done = lab(os.open("/dev/full", os.O_WRONLY), *arguments)
    assert done.returncode == 4
    assert done.stderr.splitlines()[-1].startswith("selu-lab: The disk is full")
    assert "Errno" not in done.stderr
