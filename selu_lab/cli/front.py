"""What all commands share: the global options, the opened lab, and two ways of printing."""

from __future__ import annotations

import json
import logging
import logging.handlers
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from selu_lab.errors import LabError, Where
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.lab import Lab
    from selu_lab.settings import Settings
    from selu_lab.tools.approval import Approver

T = TypeVar("T")
Row = Mapping[str, object]


@dataclass(frozen=True)
class Front:
    """The global options; None and () mean “not given”."""

    workspace: str | None
    user: str | None
    agents: tuple[Path, ...]
    debug: bool = False

    def settings(self, **more: object) -> Settings:
        """All settings, the command line's first; raises LabError for a wrong one."""
        from selu_lab.settings import load_settings

        return load_settings(workspace=self.workspace, user=self.user, agents=self.agents or None, **more)

    @contextmanager
    def lab(self, approver: Approver | None = None, **more: object) -> Iterator[Lab]:
        """The lab of the workspace, closed at the end; raises LabError when it cannot be opened."""
        from selu_lab.lab import Outside, open_lab
        from selu_lab.wiring import cautions

        settings = self.settings(**more)
        lab = open_lab(settings, settings.workspace, Outside(approver=approver) if approver else None)
        keep_log(settings.workspace, self.debug)
        try:
            lab.user()
            for sentence in cautions(settings):
                click.echo(f"warning: {sentence}", err=True)
            yield lab
        finally:
            lab.close()


def keep_log(folder: Path, debug: bool = False) -> None:
    """Send all logging and warnings to a file of the workspace (at most two of 1 MB); with `debug` to stderr too."""
    handler = logging.handlers.RotatingFileHandler(
        folder / "selu-lab.log", maxBytes=1_000_000, backupCount=1, delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one, logging.handlers.RotatingFileHandler)]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    if debug:
        root.addHandler(logging.StreamHandler(sys.stderr))
    logging.captureWarnings(True)


pass_front = click.make_pass_decorator(Front)


def json_option(function: Callable[..., T]) -> Callable[..., T]:
    """The option `--json`, as parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(function)


def show(rows: Sequence[Row], line: Callable[[Row], str], as_json: bool, nothing: str) -> None:
    """Print rows, each as one line, or all as one JSON list; `nothing` is said when there are none."""
    if as_json:
        show_json(list(rows))
        return
    for row in rows:
        say(line(row))
    if not rows:
        click.echo(nothing, err=True)


def show_json(value: object) -> None:
    """Print a value as JSON; dates as ISO, paths as text."""
    click.echo(json_text(value, indent=2))


def json_text(value: object, indent: int | None = None) -> str:
    """A value as JSON, in ASCII where the terminal's encoding could not write all of it."""
    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(value, ensure_ascii=ascii_only, indent=indent, default=_plain)


def place(where: Where) -> Row:
    """A place in a file as all JSON output has it: file, line, column; null where they are unknown."""
    return {"file": str(where.path), "line": where.line, "column": where.column}


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def stdin_text() -> str:
    """All of stdin; raises LabError when it is not UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabError("What came on stdin is not UTF-8 text.") from error


def filled_lines(file: Path) -> list[tuple[int, str]]:
    """The lines of a text file that are not blank, with their numbers; raises LabError when it cannot be read.

    Only a newline ends a line: the text in a JSON line may hold U+2028 and the like.
    """
    from selu_lab.yamlfile import read_text

    return [(number, line) for number, line in enumerate(read_text(file).split("\n"), start=1) if line.strip()]


def counted(number: int, thing: str) -> str:
    """“1 turn”, “2 turns”."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def say(text: str) -> None:
    """Print text that may hold foreign parts."""
    click.echo(clean(text))
