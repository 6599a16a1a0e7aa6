"""The end of the workspace's log, for those who do not want to leave the app to read it."""

from __future__ import annotations

from pathlib import Path

from selu_lab.text import clean

NAME = "selu-lab.log"
LINES = 200


def log_end(folder: Path | None) -> str:
    """The last lines of the log in a workspace folder (None: a throw-away one, which keeps none)."""
    path = folder / NAME if folder else None
    if path is None or not path.exists():
        return "The log is empty."
    return clean("\n".join(path.read_text(encoding="utf-8", errors="replace").splitlines()[-LINES:]))
