"""How far a run is, in one line on a terminal that goes away again; nothing anywhere else."""

from __future__ import annotations

import os
import sys

import click

_WIDTH = 20
_ERASE = "\r\x1b[K"


class Progress:
    """A bar on stderr. It has to be cleared before anything else is printed."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = total > 1 and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def show(self, done: int) -> None:
        """Show that so many are done."""
        full = _WIDTH * done // self._total
        self._write(f"{_ERASE}{'█' * full}{'░' * (_WIDTH - full)} {done} of {self._total}")

    def clear(self) -> None:
        """Take it away."""
        self._write(_ERASE)

    def _write(self, text: str) -> None:
        if self._shown:
            click.echo(text, nl=False, err=True, color=True)
