"""selu-lab agents: which packages there are, and which prompt a language gets."""

from __future__ import annotations

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show, show_json


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


def _agent_line(row: Row) -> str:
    tools = row["tools"] if isinstance(row["tools"], list) else []
    more = f", own tools: {', '.join(tools)}" if tools else ""
    return f"{row['id']}  {row['name']} ({row['folder']}){more}"
