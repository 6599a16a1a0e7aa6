"""selu-lab policies: what a user lets an agent's tools do."""

from __future__ import annotations

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show
from selu_lab.errors import LabError
from selu_lab.lab import Lab


@click.group("policies", invoke_without_command=True)
@json_option
@click.pass_context
def policies(ctx: click.Context, as_json: bool) -> None:
    """Tool policies; without a subcommand those of the default agent are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_policies, as_json=as_json, agent=None)


@policies.command("list")
@click.argument("agent", required=False)
@json_option
@pass_front
def list_policies(front: Front, agent: str | None, as_json: bool) -> None:
    """List an agent's tools with the policy in force and who set it."""
    with front.lab() as lab:
        package = lab.agent(agent or "")
        rows = []
        for tool in lab.toolbox.offered(package).values():
            ruling = lab.policies.ruling(lab.user().id, package.id, tool.spec)
            rows.append({"tool": tool.spec.name, "policy": ruling.decision, "set_by": ruling.origin})
        show(rows, _line, as_json, "This agent has no tools.")


@policies.command("set")
@click.argument("agent")
@click.argument("tool")
@click.argument("policy", type=click.Choice(["allow", "ask", "block"]))
@pass_front
def set_policy(front: Front, agent: str, tool: str, policy: str) -> None:
    """Set a tool to allow, ask or block for this user and agent."""
    from selu_lab.tools.policies import policy_named

    with front.lab() as lab:
        known = _offered(lab, agent, tool)
        lab.policies.set(lab.user().id, agent, known, policy_named(policy))
        say(f"{tool} of {agent}: {policy}")


@policies.command()
@click.argument("agent")
@click.argument("tool")
@pass_front
def reset(front: Front, agent: str, tool: str) -> None:
    """Go back to the default policy of a tool."""
    with front.lab() as lab:
        changed = lab.policies.reset(lab.user().id, lab.shelf.get(agent).id, _offered(lab, agent, tool))
        say(f"{tool} of {agent}: back to its default" if changed else f"{tool} of {agent} was at its default.")


def _offered(lab: Lab, agent: str, tool: str) -> str:
    """The tool, if the agent has it; raises LabError with those it has."""
    offered = lab.toolbox.offered(lab.shelf.get(agent))
    if tool not in offered:
        raise LabError(f"{agent} has no tool {tool}.", hint=f"It has: {', '.join(offered)}.")
    return tool


_SET_BY = {"user": "set by you", "agent": "the agent's default", "tool": "the tool's default", "none": "nobody set one"}


def _line(row: Row) -> str:
    policy = "not set, so blocked" if row["policy"] == "unset" else row["policy"]
    return f"{row['tool']}: {policy} ({_SET_BY[str(row['set_by'])]})"
