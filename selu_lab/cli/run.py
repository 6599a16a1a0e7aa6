"""selu-lab run and record: play scenarios, and fail when an expectation does."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from selu_lab.cli.choosing import Choice, Command, failed_option, with_choice, with_options
from selu_lab.cli.front import Front, counted, pass_front
from selu_lab.cli.reporting import Reports, Say, conclude, printer, report_options, show_result
from selu_lab.errors import Exit, LabError
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.models.cassette import RecordMode
    from selu_lab.scenarios.door import Terms
    from selu_lab.scenarios.kept import KeptRun
    from selu_lab.scenarios.loading import Scenario
    from selu_lab.scenarios.playing import Plan
    from selu_lab.scenarios.result import Result
    from selu_lab.settings import Settings

cassettes_option = click.option(
    "--cassettes",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where recordings lie; by default in cassettes/ beside each scenario.",
)
_RECORD_MODE = click.option(
    "--record-mode",
    type=click.Choice(["none", "once", "new", "rewrite"]),
    default="none",
    show_default=True,
    help="Real models' answers: only recorded ones; record where there is no file yet; add new ones; all anew.",
)
_OPTIONS = (
    failed_option,
    click.option("-x", "stop", is_flag=True, help="Stop after the first scenario that does not pass."),
    click.option("--repeat", type=click.IntRange(1, 1000), metavar="K", help="Play each K times, each from scratch."),
    click.option("--model", default="", metavar="M", help="Play with this model, whatever the scenarios say."),
    click.option("--agents", multiple=True, type=click.Path(path_type=Path), help="Folder with agent packages."),
    cassettes_option,
    click.option("--speed", type=click.FloatRange(0), default=0, metavar="X", help="1: recorded pauses as they were."),
    click.option("--max-cost", type=click.FloatRange(0), metavar="USD", help="What the whole run may cost."),
    click.option("--max-tokens", type=click.IntRange(0), metavar="N", help="Tokens the whole run may use."),
    *report_options,
)


def _with_options(command: Command) -> Command:
    return with_choice(with_options(command, _OPTIONS))


@dataclass(frozen=True)
class Given:
    """The options of `run` and `record`, as they were given."""

    paths: tuple[Path, ...]
    expression: str
    tags: tuple[str, ...]
    failed: bool
    stop: bool
    repeat: int | None
    model: str
    agents: tuple[Path, ...]
    cassettes: Path | None
    speed: float
    max_cost: float | None
    max_tokens: int | None
    as_json: Path | None
    junit: Path | None
    markdown: Path | None
    record_mode: RecordMode = "once"

    def terms(self) -> Terms:
        """What holds for all scenarios of the run; says so where nothing will be recorded."""
        from selu_lab.models.cassette import Pace
        from selu_lab.models.spending import Allowance, Meter
        from selu_lab.scenarios.door import Terms

        meter = Meter(Allowance(self.max_cost, self.max_tokens))
        return Terms(_allowed(self.record_mode), self.cassettes, Pace(self.speed), meter)

    def settings(self, front: Front) -> Settings:
        """The settings, with the agents of this command."""
        settings = front.settings()
        return settings.model_copy(update={"agents": self.agents}) if self.agents else settings

    def reports(self) -> Reports:
        """The reports to write."""
        return Reports(self.as_json, self.junit, self.markdown)


@click.command("run")
@_with_options
@_RECORD_MODE
@pass_front
def run_command(front: Front, /, **given: object) -> int:
    """Play scenarios (PATHS: files and folders; default: ./scenarios, else the shipped ones).

    Exit codes: 0 all passed, 1 one failed, 3 internal error, 4 invalid file, 5 none selected, 6 stale or missing
    recording, 7 budget exceeded, 8 only provider errors.
    """
    return _run(front, Given(**given))  # type: ignore[arg-type]


@click.command("record")
@_with_options
@pass_front
def record_command(front: Front, /, **given: object) -> int:
    """Play scenarios with real models and record the answers of those that have no recording yet.

    This is `run --record-mode once`.
    """
    return _run(front, Given(**given))  # type: ignore[arg-type]


def _run(front: Front, given: Given) -> int:
    from selu_lab.scenarios.kept import last
    from selu_lab.scenarios.result import exit_code

    settings, reports, terms = given.settings(front), given.reports(), given.terms()
    failed = last(settings.workspace).failed() if given.failed else None
    chosen = Choice(given.paths, given.expression, given.tags).scenarios(failed)
    if isinstance(chosen, Exit):
        return chosen
    terms.check_apart(chosen)
    reports.check()
    say = reports.printer()
    results = play_all(chosen, plan(front, settings, given, terms), say)
    conclude(results, say)
    reports.write(results)
    return exit_code(results)


def plan(front: Front, settings: Settings, given: Given, terms: Terms) -> Plan:
    """How to play, with a run begun that keeps what comes of it."""
    from selu_lab.scenarios.playing import Plan

    options = "".join(f" --agents {shlex.quote(str(path))}" for path in settings.agents)
    workspace = f" --workspace {shlex.quote(front.workspace)}" if front.workspace else ""
    return Plan(
        settings,
        terms,
        model=given.model,
        times=given.repeat or 0,
        stop=given.stop,
        run=_kept_in(settings.workspace),
        options=options,
        show=f"selu-lab{workspace} show",
    )


def _kept_in(workspace: Path) -> KeptRun | None:
    """A new run of the workspace; None, and a word about it, where nothing can be kept."""
    from selu_lab.scenarios.kept import begin

    try:
        return begin(workspace)
    except LabError as error:
        click.echo(clean(str(error)), err=True)
        return None


def play_all(scenarios: Sequence[Scenario], wanted: Plan, say: Say) -> list[Result]:
    """Play scenarios and show each result as soon as it is there."""
    click.echo(f"Playing {counted(len(scenarios), 'scenario')} …", err=True)
    results: list[Result] = []
    for result in wanted.results(scenarios):
        results.append(result)
        if not (result.outcome == "skipped" and not result.scenario.file.skip):
            show_result(result, say)
    return results


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
    conclude([result], printer(aside=True))
    return exit_code([result])
