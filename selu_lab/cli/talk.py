"""selu-lab say and chat: talking to an agent without a full screen."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping

import click

from selu_lab.cli.front import Front, pass_front
from selu_lab.cli.narrate import as_json_line, narrate
from selu_lab.errors import Exit, LabError
from selu_lab.events import TurnFinished
from selu_lab.lab import Lab
from selu_lab.tools.approval import AlwaysAnswer, Approval, ApprovalRequest, Approver

_CODES: Mapping[str, Exit] = {"failed": Exit.PROVIDER, "limit": Exit.FAILED, "stopped": Exit.INTERRUPTED}


class AskOnTerminal:
    """Asks on the terminal before a tool runs; anything but a plain yes is a no."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Show the call and read the answer."""
        arguments = json.dumps(dict(request.arguments), ensure_ascii=False)
        click.echo(f"{request.agent} wants to call {request.tool} {arguments}", err=True)
        answer = await asyncio.to_thread(click.prompt, "Allow this call? yes/no", default="no", err=True)
        word, _, because = str(answer).strip().partition(" ")
        if word.lower() in ("yes", "y", "ja", "j"):
            return Approval("allow")
        return Approval("deny", because=because.removeprefix("because ").strip())


def _approver(word: str) -> Approver:
    if word == "allow":
        return AlwaysAnswer("allow")
    if word == "deny":
        return AlwaysAnswer("deny")
    return AskOnTerminal() if sys.stdin.isatty() else AlwaysAnswer("absent")


_approve = click.option(
    "--approve",
    type=click.Choice(["ask", "allow", "deny"]),
    default="ask",
    show_default=True,
    help="What to answer where a policy says Ask; without a terminal nobody is there to ask.",
)
_conversation = click.option("--conversation", metavar="ID", help="Go on with this conversation.")
_agent = click.option("--agent", metavar="ID", help="The agent that answers; @id in the text counts for one turn.")
_model = click.option("--model", metavar="NAME", help="demo, echo, fault:<kind> or a litellm name.")


@click.command("say")
@click.argument("text")
@click.option("--json", "as_json", is_flag=True, help="Print the event stream as JSON lines.")
@_conversation
@_agent
@_model
@_approve
@pass_front
def say(
    front: Front,
    text: str,
    as_json: bool,
    conversation: str | None,
    agent: str | None,
    model: str | None,
    approve: str,
) -> int:
    """Say TEXT to an agent: one turn. The answer goes to stdout, what happens to stderr. “-” reads stdin."""
    spoken = sys.stdin.read() if text == "-" else text
    with front.lab(_approver(approve), model=model) as lab:
        current = _open(lab, conversation, agent)
        lab.journal.subscribe(as_json_line if as_json else narrate)
        done = asyncio.run(_turn(lab, current, spoken))
        if not as_json:
            click.echo(f"[conversation] {current}", err=True)
        return _CODES.get(done.outcome, Exit.OK)


@click.command("chat")
@_conversation
@_agent
@_model
@_approve
@pass_front
def chat(front: Front, conversation: str | None, agent: str | None, model: str | None, approve: str) -> int:
    """Talk line by line. /end ends the conversation, /agent ID changes the agent, an empty line or Ctrl+D leaves."""
    with front.lab(_approver(approve), model=model) as lab:
        current = _open(lab, conversation, agent)
        lab.journal.subscribe(narrate)
        click.echo(f"[conversation] {current}", err=True)
        return asyncio.run(_talk(lab, current))


async def _turn(lab: Lab, conversation: str, text: str) -> TurnFinished:
    done = await lab.chat.say(conversation, text)
    await lab.reflect_if_due(conversation)
    return done


async def _talk(lab: Lab, conversation: str) -> int:
    while line := (await asyncio.to_thread(_read_line)).strip():
        try:
            if line == "/end":
                await lab.end(conversation)
                return Exit.OK
            if line.startswith("/agent "):
                lab.chat.choose_agent(conversation, line.removeprefix("/agent ").strip())
                continue
            await _stoppable(lab, conversation, line)
        except LabError as error:
            click.echo(f"[error] {error}", err=True)
    return Exit.OK


async def _stoppable(lab: Lab, conversation: str, line: str) -> TurnFinished:
    """Play a turn that Ctrl+C stops, keeping what has arrived."""
    import signal

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, lab.chat.stop, conversation)
    try:
        return await _turn(lab, conversation, line)
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def _read_line() -> str:
    if sys.stdin.isatty():
        click.echo("> ", nl=False, err=True)
    return sys.stdin.readline()


def _open(lab: Lab, conversation: str | None, agent: str | None) -> str:
    if conversation is None:
        return lab.start(agent=agent or "").id
    if agent:
        lab.chat.choose_agent(conversation, agent)
    return lab.journal.get(conversation).id
