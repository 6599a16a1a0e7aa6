"""selu-lab check: what the authors of agent packages and scenarios should know; nothing is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from selu_lab.cli.front import Front, Row, counted, json_option, pass_front, place, say, show_json
from selu_lab.errors import Exit, LabError, Where
from selu_lab.packages import AgentShelf, Finding, is_package
from selu_lab.packages.check import check_package
from selu_lab.packages.files import entries
from selu_lab.settings import Settings
from selu_lab.shipped import agent_folders
from selu_lab.tools.toolbox import BUILT_IN

_PRODUCTION = ("memory_forget", "memory_list")  # offered too where the settings say so


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

    PATHS are packages, scenario files, or folders with some; without any, the agents in use and ./scenarios are
    checked. Exit code 1 when there is an error.
    """
    settings = front.settings()
    folders, scenarios = _meant(paths) if paths else _in_use(settings)
    found = [*_agents(folders, settings), *_scenarios(scenarios, settings)]
    if not found and not scenarios:
        here = Where(paths[0] if paths else folders[0])
        hint = "Name a package, a scenario file, or the folder that holds some."
        raise NothingToCheckError("There is no agent package and no scenario here.", where=here, hint=hint)
    wanted = [one for one in found if not (quiet and one.severity == "info")]
    if as_json:
        show_json([_row(one) for one in wanted])
    else:
        _print(wanted, found)
    return Exit.FAILED if any(one.severity == "error" for one in found) else Exit.OK


def _in_use(settings: Settings) -> tuple[list[Path], list[Path]]:
    """What is checked when nothing is named: folders of packages, folders of scenarios."""
    return list(agent_folders(settings.agents)), [path for path in (Path("scenarios"),) if path.is_dir()]


def _meant(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """What the paths name: folders of packages, and files and folders of scenarios."""
    folders: list[Path] = []
    scenarios: list[Path] = []
    for path in paths:
        agents, others = _meant_by_file(path) if path.is_file() else _meant_by_folder(path)
        folders += agents
        scenarios += others
    return folders, scenarios


def _meant_by_file(path: Path) -> tuple[list[Path], list[Path]]:
    """A file of a package means the package, any other one is a scenario."""
    package = next((folder for folder in path.parents if is_package(folder)), None)
    return ([package], []) if package else ([], [path])


def _meant_by_folder(path: Path) -> tuple[list[Path], list[Path]]:
    """A package, a folder with packages or scenarios in it, one with an agents or a scenarios folder, or deeper."""
    if not path.exists():
        raise LabError("There is no such file or folder.", where=Where(path))
    if is_package(path):
        return [path], []
    agents = [path] if any(is_package(one) for one in entries(path)) else []
    inner = [one for one in (path / "agents", path / "scenarios") if one.is_dir()]
    if not agents and inner and not any(path.glob("*.y*ml")):
        return _meant(inner)
    scenarios = any(path.glob("*.y*ml")) or (not agents and any(path.rglob("*.y*ml")))
    return agents, [path] if scenarios else []


def _agents(folders: Sequence[Path], settings: Settings) -> Iterator[Finding]:
    shelf = AgentShelf(folders)
    offered = BUILT_IN + (_PRODUCTION if settings.production_tools else ())
    told = dict.fromkeys(shelf.problems)
    for agent in shelf.ids():
        told |= dict.fromkeys(check_package(shelf.get(agent), offered))
    yield from told


def _scenarios(paths: Sequence[Path], settings: Settings) -> Iterator[Finding]:
    from selu_lab.scenarios.checking import check_scenario
    from selu_lab.scenarios.selecting import scenario_files

    for file in scenario_files(paths) if paths else []:
        for error in check_scenario(file, settings):
            yield Finding("error", "scenario", error.sentence, error.where or Where(file), error.hint)


def _row(one: Finding) -> Row:
    return {"severity": one.severity, "kind": one.kind, "sentence": one.sentence, **place(one.where), "hint": one.hint}


def _print(wanted: Sequence[Finding], found: Sequence[Finding]) -> None:
    for one in wanted:
        say(str(one))
    counts = [counted(sum(one.severity == word for one in found), word) for word in ("error", "warning")]
    click.echo(", ".join(counts) + ".", err=True)
