"""selu-lab run: plays scenarios, reports in the forms people and CI read, and fails when an expectation does."""

from __future__ import annotations

import asyncio
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from selu_lab.cli.front import Front, pass_front
from selu_lab.errors import Exit, LabError, Where
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.models.cassette import RecordMode
    from selu_lab.scenarios.door import Terms
    from selu_lab.scenarios.loading import Scenario
    from selu_lab.scenarios.result import Result
    from selu_lab.settings import Settings

_COLOURS = {"pass": "green", "fail": "red", "error": "magenta", "flaky": "yellow", "expected_fail": "cyan"}
_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
cassettes_option = click.option(
    "--cassettes",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where recordings lie; by default in cassettes/ beside each scenario.",
)


@click.command("run")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("-k", "expression", default="", metavar="EXPR", help="Only these, like 'remind and not (de or slow)'.")
@click.option("--tag", "tags", multiple=True, metavar="T", help="Only scenarios with this tag; of several, all.")
@click.option("-x", "stop", is_flag=True, help="Stop after the first scenario that does not pass.")
@click.option("--repeat", type=click.IntRange(1, 1000), metavar="K", help="Play each K times, each from scratch.")
@click.option("--model", default="", metavar="M", help="Play with this model, whatever the scenarios say.")
@click.option("--agents", multiple=True, type=click.Path(path_type=Path), help="Folder with agent packages.")
@click.option(
    "--record-mode",
    type=click.Choice(["none", "once", "new", "rewrite"]),
    default="none",
    show_default=True,
    help="Real models' answers: only recorded ones; record where there is no file yet; add new ones; all anew.",
)
@cassettes_option
@click.option("--speed", type=click.FloatRange(0), default=0, metavar="X", help="1: recorded pauses as they were.")
@click.option("--max-cost", type=click.FloatRange(0), metavar="USD", help="What the whole run may cost.")
@click.option("--max-tokens", type=click.IntRange(0), metavar="N", help="Tokens the whole run may use.")
@click.option("--json", "as_json", type=_FILE, help="Write a JSON report (“-”: to stdout instead of the text).")
@click.option("--junit", type=_FILE, help="Write a JUnit report.")
@click.option("--markdown", type=_FILE, help="Write a Markdown report.")
@pass_front
def run_command(
    front: Front,
    paths: tuple[Path, ...],
    expression: str,
    tags: tuple[str, ...],
    stop: bool,
    repeat: int | None,
    model: str,
    agents: tuple[Path, ...],
    record_mode: RecordMode,
    cassettes: Path | None,
    speed: float,
    max_cost: float | None,
    max_tokens: int | None,
    as_json: Path | None,
    junit: Path | None,
    markdown: Path | None,
) -> int:
    """Play scenarios (PATHS: files and folders; default: ./scenarios, else the shipped ones).

    Exit codes: 0 all passed, 1 one failed, 3 internal error, 4 invalid file, 5 none selected, 6 stale or missing
    recording, 7 budget exceeded, 8 only provider errors.
    """
    from selu_lab.models.cassette import Pace
    from selu_lab.models.spending import Allowance, Meter
    from selu_lab.scenarios.door import Terms
    from selu_lab.scenarios.result import exit_code

    chosen = selected(paths, expression, tags)
    if isinstance(chosen, Exit):
        return chosen
    terms = Terms(_allowed(record_mode), cassettes, Pace(speed), Meter(Allowance(max_cost, max_tokens)))
    terms.check_apart(chosen)
    _check_writable(as_json, junit, markdown)
    settings = front.settings()
    if agents:
        settings = settings.model_copy(update={"agents": agents})
    say = _printer(aside=Path("-") in (as_json, junit, markdown))
    results = asyncio.run(play_all(chosen, settings, say, terms, model=model, times=repeat or 0, stop=stop))
    _conclude(results, say)
    _write_reports(results, as_json, junit, markdown)
    return exit_code(results)


def _check_writable(*files: Path | None) -> None:
    """Raise LabError before anything is played, or paid for, whose report could not be written."""
    for file in files:
        if file and file != Path("-") and not file.absolute().parent.is_dir():
            raise LabError("The folder for this report does not exist.", where=Where(file))


@click.pass_context
def _record(ctx: click.Context, /, **given: object) -> int:
    return cast("int", ctx.invoke(run_command, **given, record_mode="once"))


record_command = click.Command(
    "record",
    callback=_record,
    params=[option for option in run_command.params if option.name != "record_mode"],
    help="Play scenarios with real models and record the answers of those that have no recording yet. "
    "This is `run --record-mode once`.",
)


def _allowed(wanted: RecordMode) -> RecordMode:
    """The mode that holds; in CI nothing is recorded, which is said."""
    from selu_lab.models.cassette import record_mode

    mode = record_mode(wanted, os.environ)
    if mode != wanted:
        click.echo("CI is set: nothing is recorded, and no model is called.", err=True)
    return mode


def play_demo(front: Front) -> int:
    """Play the shipped tour with the demo model, telling every line; gives the exit code."""
    from selu_lab.scenarios.loading import load_scenario
    from selu_lab.scenarios.player import play
    from selu_lab.scenarios.result import exit_code
    from selu_lab.shipped import shipped

    tour = load_scenario(shipped("scenarios") / "demo.yaml")
    settings = front.settings().model_copy(update={"agents": (shipped("agents"),)})
    click.echo(tour.name)
    result = play(tour, settings, lambda line: click.echo(clean(line)), model="demo")
    _conclude([result], _printer(aside=True))
    return exit_code([result])


def selected(paths: Sequence[Path], expression: str, tags: Sequence[str]) -> list[Scenario] | Exit:
    """The scenarios to play; or, after saying all that is wrong in the files, the exit code."""
    from selu_lab.scenarios.selecting import InvalidFilesError, scenario_files, select

    try:
        return select(scenario_files(paths), expression, tags)
    except InvalidFilesError as error:
        for fault in error.faults:
            click.echo(clean(str(fault)), err=True)
        return Exit.INVALID


async def play_all(
    scenarios: Sequence[Scenario],
    settings: Settings,
    say: Callable[[str], None],
    terms: Terms,
    *,
    model: str = "",
    times: int = 0,
    stop: bool = False,
) -> list[Result]:
    """Play scenarios one after another and show each result; what is not played any more is skipped."""
    from selu_lab.scenarios.player import perform
    from selu_lab.scenarios.result import Result

    results: list[Result] = []
    click.echo(f"Playing {len(scenarios)} scenario{'s' if len(scenarios) > 1 else ''} …", err=True)
    for number, scenario in enumerate(scenarios):
        played = await perform(scenario, settings, model=model, times=times, terms=terms)
        result = replace(played, options="".join(f" --agents {shlex.quote(str(path))}" for path in settings.agents))
        results.append(result)
        _show(result, say)
        bad = result.outcome in ("fail", "error", "flaky")
        if why := "Not played: -x." if stop and bad else terms.meter.exceeded:
            left = scenarios[number + 1 :]
            return results + [Result(one, model or one.file.model, "skipped", note=why) for one in left]
    return results


def _show(result: Result, say: Callable[[str], None]) -> None:
    from selu_lab.scenarios.reports.text import LABELS, details, headline

    label = click.style(LABELS[result.outcome], fg=_COLOURS.get(result.outcome))
    say(f"{label} {clean(headline(result))}")
    for remark in result.remarks:
        click.echo(clean(f"  {remark}"), err=True)
    if result.outcome in ("fail", "error", "flaky"):
        for line in details(result):
            say(clean(f"  {line}"))


def _conclude(results: Sequence[Result], say: Callable[[str], None]) -> None:
    from selu_lab.scenarios.reports.text import summary

    say(summary(results))


def _printer(*, aside: bool) -> Callable[[str], None]:
    """Prints on stdout, or on stderr when a report takes that place; colours only where nobody refused them."""
    colour = False if os.environ.get("NO_COLOR") else None
    return lambda line: click.echo(line, err=aside, color=colour)


def _write_reports(results: Sequence[Result], as_json: Path | None, junit: Path | None, markdown: Path | None) -> None:
    from selu_lab.scenarios.reports.data import json_report
    from selu_lab.scenarios.reports.junit import junit_report
    from selu_lab.scenarios.reports.markdown import markdown_report

    for path, report in ((as_json, json_report), (junit, junit_report), (markdown, markdown_report)):
        if path is not None:
            _write(path, report(results))
    if page := os.environ.get("GITHUB_STEP_SUMMARY"):
        _write(Path(page), markdown_report(results), append=True)


def _write(path: Path, text: str, *, append: bool = False) -> None:
    """Write a report; raises LabError where it cannot be written."""
    if path == Path("-"):
        click.echo(text, nl=False)
        return
    try:
        with path.open("a" if append else "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise LabError(f"The report cannot be written ({error.strerror}).", where=Where(path)) from error
