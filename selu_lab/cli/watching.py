"""Playing again whenever a scenario or an agent changes on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from selu_lab.errors import LabError
from selu_lab.text import clean

_ENDINGS = (".yaml", ".yml", ".md")
_LOOK_MS = 200


def watch(paths: Iterable[Path], written: Iterable[Path], play: Callable[[], object]) -> None:
    """Play now, and again after every change below the paths, until Ctrl-C; files that playing writes are no change.

    What cannot be played, such as a file that is half written, is told; then the next change is waited for.
    """
    for _ in _changes(paths, written):
        try:
            play()
        except LabError as error:
            click.echo(clean(str(error)), err=True)
        click.echo("Waiting for changes; Ctrl-C ends.", err=True)


def _changes(paths: Iterable[Path], written: Iterable[Path]) -> Iterator[None]:
    """One at the beginning, and one for every bundle of changes since then, those during a run among them."""
    from watchfiles import Change, watch

    own = {path.resolve() for path in written}

    def counts(_: Change, name: str) -> bool:
        path = Path(name)
        return path.suffix in _ENDINGS and path.resolve() not in own

    folders = {path if path.is_dir() else path.absolute().parent for path in paths if path.exists()}
    found = watch(*folders, watch_filter=counts, rust_timeout=_LOOK_MS, yield_on_timeout=True)
    next(found)  # from here on changes are seen
    yield
    yield from (None for changed in found if changed)
