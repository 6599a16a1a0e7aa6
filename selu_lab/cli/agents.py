"""selu-lab agents and check: which packages there are, which prompt a language gets, what authors should know."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show, show_json
from selu_lab.errors import Exit


@click.group("agents", invoke_without_command=True)
@click.pass_context
def agents(ctx: click.Context) -> None:
    """The agents there are; without a subcommand they are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_agents)


@agents.command("list")
@json_option
@pass_front
def list_agents(front: Front, as_json: bool) -> None:
    """List the agents with what their packages say about them."""
    with front.lab() as lab:
        language = lab.user().language
        packages = [lab.shelf.get(agent) for agent in lab.shelf.ids()]
        rows = [
            {"id": one.id, "name": one.name(language), "folder": str(one.folder), "tools": [t.name for t in one.tools]}
            for one in packages
        ]
        show(rows, _agent_line, as_json, "There are no agents.")


@agents.command("show")
@click.argument("agent")
@click.option("--language", default="", help="de or en; default: the user's.")
@json_option
@pass_front
def show_agent(front: Front, agent: str, language: str, as_json: bool) -> None:
    """Show the prompt a language gets, and why this file was chosen."""
    with front.lab() as lab:
        prompt = lab.shelf.get(agent).prompt(language or lab.user().language)
        if as_json:
            show_json({"path": prompt.path, "why": prompt.why, "text": prompt.text})
        else:
            say(f"{prompt.path}: {prompt.why}\n\n{prompt.text}")


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="Only errors and warnings.")
@json_option
@pass_front
def check(front: Front, paths: tuple[Path, ...], quiet: bool, as_json: bool) -> int:
    """Check agent packages (PATHS: folders; default: the agents in use) and scenario files; nothing is played.

    Exit code 1 when there is an error, 0 otherwise.
    """
    from selu_lab.packages import AgentShelf
    from selu_lab.packages.check import check_package
    from selu_lab.shipped import agent_folders
    from selu_lab.tools.toolbox import BUILT_IN

    scenario_files, folders = _sorted_out(paths)
    shelf = AgentShelf(agent_folders(front.settings().agents) if not paths else folders)
    found = list(shelf.problems)
    for agent in shelf.ids():
        found += [one for one in check_package(shelf.get(agent), BUILT_IN) if one not in found]
    found += _check_scenarios(scenario_files if paths else [Path("scenarios")])
    wanted = [one for one in found if not (quiet and one.severity == "info")]
    if as_json:
        show_json([{**asdict(one), "where": str(one.where)} for one in wanted])
    else:
        for one in wanted:
            say(str(one))
        errors = sum(one.severity == "error" for one in found)
        warnings = sum(one.severity == "warning" for one in found)
        click.echo(f"{len(shelf.ids())} agents: {errors} errors, {warnings} warnings.", err=True)
    return Exit.FAILED if any(one.severity == "error" for one in found) else Exit.OK


def _sorted_out(paths: tuple[Path, ...]) -> tuple[list[Path], tuple[Path, ...]]:
    """Scenario files and folders of them on one side, folders of agents on the other."""
    scenarios = [path for path in paths if path.suffix in (".yaml", ".yml") or (path.is_dir() and _has_scenarios(path))]
    return scenarios, tuple(path for path in paths if path not in scenarios)


def _has_scenarios(folder: Path) -> bool:
    return any(folder.glob("*.yaml")) and not (folder / "agent.yaml").exists()


def _agent_line(row: Row) -> str:
    tools = row["tools"] if isinstance(row["tools"], list) else []
    more = f", own tools: {', '.join(tools)}" if tools else ""
    return f"{row['id']}  {row['name']} ({row['folder']}){more}"
