"""selu-lab agents: which packages there are, and which prompt a language gets."""

from __future__ import annotations

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show, show_json
from selu_lab.packages import AgentShelf
from selu_lab.shipped import agent_folders


@click.group("agents", invoke_without_command=True)
@json_option
@click.pass_context
def agents(ctx: click.Context, as_json: bool) -> None:
    """The agents there are; without a subcommand they are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_agents, as_json=as_json)


@agents.command("list")
@json_option
@pass_front
def list_agents(front: Front, as_json: bool) -> None:
    """List the agents with what their packages say about them; what cannot be read is told on stderr."""
    settings = front.settings()
    shelf = AgentShelf(agent_folders(settings.agents))
    for problem in shelf.kept_out:
        click.echo(str(problem), err=True)
    packages = [shelf.get(agent) for agent in shelf.ids()]
    rows = [
        {
            "id": one.id,
            "name": one.name(settings.language),
            "folder": str(one.folder),
            "tools": [tool.name for tool in one.tools],
        }
        for one in packages
    ]
    show(rows, _agent_line, as_json, "There are no agents.")


@agents.command("show")
@click.argument("agent")
@click.option("--language", default="", help="de or en; default: the settings' one.")
@json_option
@pass_front
def show_agent(front: Front, agent: str, language: str, as_json: bool) -> None:
    """Show the prompt a language gets, and why this file was chosen."""
    settings = front.settings()
    prompt = AgentShelf(agent_folders(settings.agents)).get(agent).prompt(language or settings.language)
    if as_json:
        show_json({"file": str(prompt.path), "why": prompt.why, "text": prompt.text})
    else:
        say(f"{prompt.path}: {prompt.why}\n\n{prompt.text}")


def _agent_line(row: Row) -> str:
    tools = row["tools"] if isinstance(row["tools"], list) else []
    more = f", own tools: {', '.join(tools)}" if tools else ""
    return f"{row['id']}  {row['name']} ({row['folder']}){more}"
