"""What a user can be told went wrong: one sentence, the place, what to do, and an exit code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path


class Exit(IntEnum):
    """Exit codes of every command (the table in the README)."""

    OK = 0
    FAILED = 1
    INTERRUPTED = 2
    INTERNAL = 3
    INVALID = 4
    NOTHING_SELECTED = 5
    STALE_RECORDING = 6
    BUDGET = 7
    PROVIDER = 8


@dataclass(frozen=True)
class Where:
    """A place in a file; `line` and `column` count from 1, None where they are unknown."""

    path: Path | str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = [str(self.path), self.line, self.column if self.line else None]
        return ":".join(str(part) for part in parts if part is not None)


class LabError(Exception):
    """Something a user can mend. `sentence` says what is wrong, `hint` what to do; neither holds raw provider text."""

    exit = Exit.INVALID

    def __init__(self, sentence: str, *, where: Where | None = None, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.sentence}" + (f" {self.hint}" if self.hint else "")


class WorkspaceBusyError(LabError):
    """Another process owns the workspace."""


class ModelError(LabError):
    """A model could not be reached or gave no usable answer."""

    exit = Exit.PROVIDER
