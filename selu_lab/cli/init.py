"""selu-lab init: a folder of one's own to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from selu_lab.cli.front import say


@click.command("init")
@click.argument("folder", default=Path(), type=click.Path(path_type=Path, file_okay=False))
def init_command(folder: Path) -> None:
    """Write a first agent and first scenarios into FOLDER (default: here); nothing is ever overwritten."""
    from selu_lab.scenarios.starter import write_starter

    for path in write_starter(folder):
        say(str(path))
    click.echo("Now: `selu-lab run`, `selu-lab check`, or `selu-lab` for the app.", err=True)
