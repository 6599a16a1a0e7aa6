"""Light or dark, as the user left it: kept in the workspace, beside the log."""

from __future__ import annotations

import logging
from pathlib import Path

from selu_lab.tui.theme import DARK, LIGHT

NAME = "theme"
_log = logging.getLogger(__name__)


def kept(folder: Path | None) -> str:
    """The theme of a workspace folder; dark where none was chosen, or nothing is kept (None)."""
    try:
        chosen = (folder / NAME).read_text(encoding="utf-8").strip() if folder else ""
    except (OSError, UnicodeDecodeError):
        chosen = ""
    return LIGHT.name if chosen == LIGHT.name else DARK.name


def keep(folder: Path | None, theme: str) -> None:
    """Keep the theme for the next start; where that cannot be, this one still has it."""
    if folder is None:
        return
    try:
        (folder / NAME).write_text(f"{theme}\n", encoding="utf-8")
    except OSError:
        _log.warning("The theme could not be kept.", exc_info=True)
