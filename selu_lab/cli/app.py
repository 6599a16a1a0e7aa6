"""Opening the app, and the demo: the app with the demo model, or a played scenario where there is no terminal."""

from __future__ import annotations

import sys

import click

from selu_lab.cli.front import Front, keep_log, pass_front
from selu_lab.errors import LabError


def open_app(front: Front, **more: object) -> int:
    """Open the app on the workspace; raises LabError when there is no terminal or the workspace cannot be used."""
    if not _terminal():
        raise LabError("The app needs a terminal.", hint="Use `selu-lab say`, `chat` or `run` here.")
    from selu_lab.tui.app import run_app

    settings = front.settings(**more)
    keep_log(settings.workspace, front.debug)
    run_app(settings, settings.workspace)
    return 0


def _terminal() -> bool:
    """Whether there is one to draw on: the app reads from stdin and, as Textual does, writes to stderr."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


@click.command("demo")
@pass_front
def demo(front: Front) -> int:
    """Open the app with the demo model; without a terminal play the demo scenario in plain text."""
    if _terminal():
        return open_app(front, model="demo")
    from selu_lab.cli.run import play_demo

    return play_demo(front)
