"""Commands called as a person calls them, on a workspace of the test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from selu_lab.__main__ import main
from tests.conftest import AGENTS

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def plain_run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command with nothing added; gives exit code, stdout and stderr."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return code, captured.out, captured.err

    return call


@pytest.fixture
def run(plain_run: Run, tmp_path: Path) -> Run:
    """Runs a command of the user anna with the shipped agents."""
    options = ("--workspace", str(tmp_path / "lab"), "--agents", str(AGENTS), "--user", "anna")
    return lambda *arguments: plain_run(*options, *arguments)
