"""How results reach people and programs: lines on the terminal, and the report files that were asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from selu_lab.errors import Exit, LabError, Where
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.scenarios.result import Result

Say = Callable[[str], None]

_COLOURS = {
    "pass": "green",
    "fail": "red",
    "error": "magenta",
    "flaky": "yellow",
    "expected_fail": "cyan",
    "inconclusive": "yellow",
}
FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
STDOUT = Path("-")

report_options = (
    click.option("--json", "as_json", type=FILE, help="Write a JSON report (“-”: to stdout instead of the text)."),
    click.option("--junit", type=FILE, help="Write a JUnit report."),
    click.option("--markdown", type=FILE, help="Write a Markdown report."),
    click.option("--html", type=FILE, help="Write an HTML report, one file that needs nothing else."),
)


@dataclass(frozen=True)
class Reports:
    """The files that reports go to."""

    as_json: Path | None = None
    junit: Path | None = None
    markdown: Path | None = None
    html: Path | None = None

    @property
    def files(self) -> tuple[Path | None, ...]:
        """All of them, None for one that is not wanted."""
        return (self.as_json, self.junit, self.markdown, self.html)

    def check(self) -> None:
        """Raise LabError before anything is played, or paid for, whose report could not be written."""
        check_writable(self.files)

    def printer(self) -> Say:
        """What prints a line where no report stands."""
        return printer(aside=STDOUT in self.files)

    def write(self, results: Sequence[Result], code: Exit, seconds: float | None = None) -> None:
        """Write them all, with the run's exit code and time (None: the sum of all scenarios').

        Raises LabError where one cannot be written, once the others are.
        """
        made: tuple[Callable[[], str], ...] = (
            lambda: _json(results, code),
            lambda: _junit(results),
            lambda: _markdown(results, seconds),
            lambda: _html(results, seconds),
        )
        faults: list[LabError] = []
        for path, report in zip(self.files, made, strict=True):
            if path is not None:
                with _collected(faults):
                    write_report(path, report())
        with _collected(faults):
            add_to_summary(lambda: _markdown(results, seconds))
        for fault in faults:
            raise fault


@contextmanager
def _collected(faults: list[LabError]) -> Iterator[None]:
    """Goes on after an error, which is put to the others."""
    try:
        yield
    except LabError as fault:
        faults.append(fault)


def _json(results: Sequence[Result], code: Exit) -> str:
    from selu_lab.scenarios.reports.data import json_report

    return json_report(results, code)


def _junit(results: Sequence[Result]) -> str:
    from selu_lab.scenarios.reports.junit import junit_report

    return junit_report(results)


def _markdown(results: Sequence[Result], seconds: float | None) -> str:
    from selu_lab.scenarios.reports.markdown import markdown_report

    return markdown_report(results, seconds)


def _html(results: Sequence[Result], seconds: float | None) -> str:
    from selu_lab.scenarios.reports.html import html_report

    return html_report(results, seconds)


def check_writable(files: Iterable[Path | None]) -> None:
    """Raise LabError for a report, or the page of a CI run, that could not be written, and for two in one place."""
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    wanted = [file for file in (*files, Path(page) if page else None) if file]
    for number, file in enumerate(wanted):
        if file.absolute() in map(Path.absolute, wanted[:number]):
            raise LabError("Two reports would go there.", where=Where(file), hint="Give each a file of its own.")
        if file == STDOUT:
            continue
        if not (folder := file.absolute().parent).is_dir():
            raise LabError("The folder for this report does not exist.", where=Where(file))
        if file.is_dir() or not os.access(file if file.exists() else folder, os.W_OK):
            raise LabError("This report may not be written.", where=Where(file), hint="Name another file.")


def add_to_summary(markdown: Callable[[], str]) -> None:
    """Add a report to the page of a CI run, where there is one."""
    if page := os.environ.get("GITHUB_STEP_SUMMARY"):
        write_report(Path(page), markdown(), append=True)


def printer(*, aside: bool) -> Say:
    """Prints on stdout, or on stderr when a report takes that place; colours only where nobody refused them."""
    colour = False if os.environ.get("NO_COLOR") else None
    return lambda line: tell(line, err=aside, color=colour)


def tell(text: str, *, err: bool = False, color: bool | None = None, nl: bool = True) -> None:
    """Print. A reader that has left (`| head`) changes neither what is played nor the exit code nor the reports."""
    try:
        click.echo(text, err=err, color=color, nl=nl)
    except BrokenPipeError:
        stream = sys.stderr if err else sys.stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def show_result(result: Result, say: Say) -> None:
    """Print a scenario's line, and all that is needed to mend one that did not pass."""
    from selu_lab.scenarios.reports.text import LABELS, details, headline
    from selu_lab.scenarios.result import BAD

    label = click.style(LABELS[result.outcome], fg=_COLOURS.get(result.outcome))
    say(f"{label} {clean(headline(result))}")
    for remark in result.remarks:
        tell(clean(f"  {remark}"), err=True)
    if result.outcome in BAD:
        for line in details(result):
            say(clean(f"  {line}"))


def conclude(results: Sequence[Result], say: Say, seconds: float | None = None) -> None:
    """Print the last line; `seconds` is how long it took where that is not the sum of all scenarios."""
    from selu_lab.scenarios.reports.text import summary

    say(summary(results, seconds))


def write_report(path: Path, text: str, *, append: bool = False) -> None:
    """Write a report to its file (“-”: stdout); raises LabError when that cannot be."""
    if path == STDOUT:
        tell(text, nl=False)
        return
    try:
        with path.open("a" if append else "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise LabError(f"The report cannot be written ({error.strerror}).", where=Where(path)) from error
