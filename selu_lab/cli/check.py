"""selu-lab check: what the authors of agent packages and scenarios should know; nothing is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from selu_lab.cli.front import Front, json_option, pass_front, say, show_json
from selu_lab.errors import Exit, LabError, Where
from selu_lab.packages import AgentShelf, Finding
from selu_lab.packages.check import check_package
from selu_lab.settings import Settings
from selu_lab.shipped import agent_folders
from selu_lab.tools.toolbox import BUILT_IN


class NothingToCheckError(LabError):
    """The paths hold neither packages nor scenarios."""

    exit = Exit.NOTHING_SELECTED


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="Only errors and warnings.")
@json_option
@pass_front
def check(front: Front, paths: tuple[Path, ...], quiet: bool, as_json: bool) -> int:
    """Check agent packages and scenario files; nothing is played.

    PATHS are folders of packages, folders of scenarios or scenario files; without any, the agents in use and
    ./scenarios are checked. Exit code 1 when there is an error.
    """
    _must_exist(paths)
    settings = front.settings()
    scenarios = [path for path in paths if _holds_scenarios(path)]
    folders = [path for path in paths if path not in scenarios]
    if not paths:
        folders = list(agent_folders(settings.agents))
        scenarios = [path for path in (Path("scenarios"),) if path.is_dir()]
    found = [*_agents(folders), *_scenarios(scenarios, settings)]
    if not found and not scenarios:
        raise NothingToCheckError("There is no agent package and no scenario here.", where=Where(paths[0]))
    wanted = [one for one in found if not (quiet and one.severity == "info")]
    if as_json:
        show_json([{**asdict(one), "where": str(one.where)} for one in wanted])
    else:
        _print(wanted, found)
    return Exit.FAILED if any(one.severity == "error" for one in found) else Exit.OK


def _agents(folders: Sequence[Path]) -> Iterator[Finding]:
    shelf = AgentShelf(folders)
    told = dict.fromkeys(shelf.problems)
    for agent in shelf.ids():
        told |= dict.fromkeys(check_package(shelf.get(agent), BUILT_IN))
    yield from told


def _scenarios(paths: Sequence[Path], settings: Settings) -> Iterator[Finding]:
    from selu_lab.scenarios.checking import check_scenario
    from selu_lab.scenarios.selecting import scenario_files

    for file in scenario_files(paths) if paths else []:
        for error in check_scenario(file, settings):
            yield Finding("error", "scenario", error.sentence, error.where or Where(file), error.hint)


def _must_exist(paths: Sequence[Path]) -> None:
    for path in paths:
        if not path.exists():
            raise LabError("There is no such file or folder.", where=Where(path))


def _holds_scenarios(path: Path) -> bool:
    """A scenario file, or a folder that holds some and is no package itself."""
    if path.is_file():
        return True
    return not (path / "agent.yaml").exists() and any(path.glob("*.yaml"))


def _print(wanted: Sequence[Finding], found: Sequence[Finding]) -> None:
    for one in wanted:
        say(str(one))
    counts = [f"{sum(one.severity == severity for one in found)} {severity}s" for severity in ("error", "warning")]
    click.echo(", ".join(counts) + ".", err=True)
