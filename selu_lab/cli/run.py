"""selu-lab run and record: play scenarios, and fail when an expectation does."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from selu_lab.cli.choosing import Choice, Command, failed_option, shard_option, with_options
from selu_lab.cli.front import Front, counted, pass_front
from selu_lab.cli.playing import Playing, agents_again, record_mode_option, with_playing
from selu_lab.cli.progress import Progress
from selu_lab.cli.reporting import Reports, Say, conclude, printer, report_options, show_result, tell
from selu_lab.errors import Exit, LabError
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.models.spending import Meter
    from selu_lab.scenarios.door import Terms
    from selu_lab.scenarios.kept import KeptRun
    from selu_lab.scenarios.loading import Scenario
    from selu_lab.scenarios.playing import Plan
    from selu_lab.scenarios.result import Result
    from selu_lab.settings import Settings

_OPTIONS = (
    failed_option,
    shard_option,
    click.option("-j", "jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Play N at the same time."),
    click.option("--watch", "watching", is_flag=True, help="Play again whenever a scenario or an agent changes."),
    click.option("-x", "stop", is_flag=True, help="Stop after the first scenario that does not pass."),
    click.option("--model", default="", metavar="M", help="Play with this model, whatever the scenarios say."),
    click.option("--variant", default="", metavar="FILE", help="Play with this prompt (or package) of an agent."),
    *report_options,
)


def _with_options(command: Command) -> Command:
    return with_playing(with_options(command, _OPTIONS))


@dataclass(frozen=True, kw_only=True)
class Given(Playing):
    """The options of `run` and `record`, as they were given."""

    failed: bool
    shard: str
    jobs: int
    watching: bool
    stop: bool
    model: str
    variant: str
    as_json: Path | None
    junit: Path | None
    markdown: Path | None
    html: Path | None

    @property
    def reports(self) -> Reports:
        """The reports to write."""
        return Reports(self.as_json, self.junit, self.markdown, self.html)

    @property
    def choice(self) -> Choice:
        """The same with the shard."""
        return replace(super().choice, shard=self.shard)

    def terms(self) -> Terms:
        """The same with the variant; raises LabError when there is no such variant."""
        from selu_lab.scenarios.variants import given_variant

        variant = given_variant(self.variant) if self.variant else None
        return replace(super().terms(), variant=variant)

    def meter(self) -> Meter:
        """The same for several processes."""
        if self.jobs == 1:
            return super().meter()
        from selu_lab.scenarios.parallel import SharedMeter

        return SharedMeter(self.allowance())

    def watched(self, front: Front) -> list[Path]:
        """The files and folders that a change of is worth another run; raises LabError for one there is not."""
        from selu_lab.scenarios.selecting import scenario_folders
        from selu_lab.shipped import agent_folders

        agents = agent_folders(self.settings(front).agents)
        variant = [Path(self.variant.rpartition("=")[2])] if self.variant else []
        return [*scenario_folders(self.paths), *agents, *variant]

    def again(self, settings: Settings) -> str:
        """The options that play a scenario again as it was."""
        variant = f" --variant {shlex.quote(self.variant)}" if self.variant else ""
        return agents_again(settings) + variant + self.again_too


@click.command("run")
@_with_options
@record_mode_option
@pass_front
def run_command(front: Front, /, **given: object) -> int:
    """Play scenarios (PATHS: files and folders; default: ./scenarios, else the shipped ones).

    Exit codes: 0 all passed, 1 one failed, 2 interrupted, 3 internal error, 4 wrong usage or file, 5 none selected or
    all skipped, 6 stale or missing recording, 7 budget exceeded, 8 only provider or judge errors.
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
    if not given.watching:
        return _play(front, given)
    from selu_lab.cli.watching import watch

    watch(given.watched(front), filter(None, given.reports.files), lambda: _play(front, given))
    return Exit.OK


def _play(front: Front, given: Given) -> int:
    from selu_lab.scenarios.kept import last
    from selu_lab.scenarios.naming import check_model
    from selu_lab.scenarios.result import exit_code

    if given.model:
        check_model(given.model)
    settings, terms = given.settings(front), given.terms()
    failed = last(settings.workspace).failed() if given.failed else None
    chosen = given.choice.scenarios(failed)
    if isinstance(chosen, Exit):
        return chosen
    terms.check_apart(chosen)
    given.reports.check()
    say = given.reports.printer()
    plan, began = _plan(settings, given, terms), time.perf_counter()
    results: list[Result] = []
    try:
        play_all(chosen, plan, say, results)
    except KeyboardInterrupt:
        results += [plan.skipped(scenario, "Not played: interrupted.") for scenario in chosen[len(results) :]]
        _end(given, results, Exit.INTERRUPTED, say, began)
        raise
    return _end(given, results, exit_code(results), say, began)


def _end(given: Given, results: Sequence[Result], code: Exit, say: Say, began: float) -> Exit:
    """Conclude a run and write its reports; gives the code."""
    seconds = time.perf_counter() - began if given.jobs > 1 else None
    conclude(results, say, seconds)
    given.reports.write(results, code, seconds)
    if code == Exit.NOTHING_SELECTED:
        tell("Nothing was played, which is no success.", err=True)
    return code


def _plan(settings: Settings, given: Given, terms: Terms) -> Plan:
    """How to play, with a run begun that keeps what comes of it."""
    from selu_lab.scenarios.playing import Plan

    return Plan(
        settings,
        terms,
        model=given.model,
        times=given.times,
        stop=given.stop,
        jobs=given.jobs,
        run=_kept_in(settings.workspace),
        options=given.again(settings),
        show=f"selu-lab{_workspace_again(settings)} show",
    )


def _workspace_again(settings: Settings) -> str:
    """The option that names the same workspace again, wherever this run had it from."""
    usual = type(settings).model_fields["workspace"].default
    return "" if settings.workspace == usual else f" --workspace {shlex.quote(str(settings.workspace))}"


def _kept_in(workspace: Path) -> KeptRun | None:
    """A new run of the workspace; None, and a word about it, where nothing can be kept."""
    from selu_lab.scenarios.kept import begin

    try:
        return begin(workspace)
    except LabError as error:
        click.echo(clean(str(error)), err=True)
        return None


def play_all(scenarios: Sequence[Scenario], plan: Plan, say: Say, results: list[Result]) -> None:
    """Play scenarios; show each result, and put it to the others, as soon as it is there."""
    tell(f"Playing {counted(len(scenarios), 'scenario')} …", err=True)
    progress = Progress(len(scenarios))
    progress.show(0)
    try:
        for result in plan.results(scenarios):
            results.append(result)
            progress.clear()
            if result.outcome != "skipped" or result.scenario.file.skip is not None:
                show_result(result, say)
            progress.show(len(results))
    finally:
        progress.clear()


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
