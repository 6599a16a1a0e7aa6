"""selu-lab say and chat: talking to an agent without a full screen."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Mapping

import click

from selu_lab.cli.front import Front, pass_front, stdin_text
from selu_lab.cli.narrate import Telling, as_json_line, narrate
from selu_lab.conversation.parts import Prompting
from selu_lab.conversation.spending import spent
from selu_lab.conversation.taking_back import last_text
from selu_lab.errors import Exit, LabError
from selu_lab.events import TurnFinished
from selu_lab.lab import Lab
from selu_lab.tools.approval import AlwaysAnswer, Approval, ApprovalRequest, Approver
from selu_lab.wiring import limits

_CODES: Mapping[str, Exit] = {"failed": Exit.PROVIDER, "limit": Exit.FAILED, "stopped": Exit.INTERRUPTED}
_COMMAND = re.compile(r"/([a-z]+)(?:\s+(.*))?", re.DOTALL)


class AskOnTerminal:
    """Asks on the terminal before a tool runs; anything but a plain yes is a no."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Show the call and read the answer; what follows “because” in a no is told to the model."""
        arguments = json.dumps(dict(request.arguments), ensure_ascii=False)
        click.echo(f"{request.agent} wants to call {request.tool} {arguments}", err=True)
        answer = await asyncio.to_thread(click.prompt, "Allow this call? yes/no", default="no", err=True)
        if str(answer).strip().lower() in ("yes", "y", "ja", "j"):
            return Approval("allow")
        return Approval("deny", because=str(answer).partition("because ")[2].strip())


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
    spoken = stdin_text() if text == "-" else text
    if not spoken.strip():
        raise LabError("There is no text to send.")
    with front.lab(_approver(approve), model=model) as lab:
        current = _open(lab, conversation, agent)
        telling = Telling(as_json_line if as_json else narrate)
        lab.journal.subscribe(telling)
        done = asyncio.run(_stoppable(lab, current, spoken))
        telling.done()
        if not as_json:
            click.echo(f"[conversation] {current}", err=True)
        return _code(lab, current, done)


@click.command("chat")
@_conversation
@_agent
@_model
@_approve
@pass_front
def chat(front: Front, conversation: str | None, agent: str | None, model: str | None, approve: str) -> int:
    """Talk line by line. /end ends the conversation, /agent ID changes the agent, /again asks the last text again.

    /again TEXT asks TEXT instead of it; an empty line or Ctrl+D leaves. The exit code is that of the last turn.
    """
    with front.lab(_approver(approve), model=model) as lab:
        lab.journal.subscribe(narrate)
        return asyncio.run(_Talk(lab, conversation, agent).run())


class _Talk:
    """A conversation line by line; it begins with the first text."""

    def __init__(self, lab: Lab, conversation: str | None, agent: str | None) -> None:
        self._lab = lab
        self._agent = agent
        self._conversation = _open(lab, conversation, agent) if conversation else None
        self._code = Exit.OK

    async def run(self) -> int:
        """Read and answer lines until there are no more."""
        while line := (await asyncio.to_thread(_read_line)).strip():
            try:
                if command := _COMMAND.fullmatch(line):
                    if not await self._command(command[1], (command[2] or "").strip()):
                        break
                else:
                    await self._say(line)
            except LabError as error:
                click.echo(f"[error] {error}", err=True)
                self._code = error.exit
        return self._code

    async def _command(self, name: str, rest: str) -> bool:
        """Do what a slash command says; tells whether the talk goes on."""
        if name == "end":
            if self._conversation:
                await self._lab.end(self._conversation)
            return False
        if name == "agent" and rest:
            self._agent = self._lab.shelf.get(rest).id
            if self._conversation:
                self._lab.chat.choose_agent(self._conversation, self._agent)
            return True
        if name == "again" and self._conversation:
            last = last_text(self._lab.journal, self._conversation)
            await self._say(rest or last.typed, last.turn)
            return True
        hint = "Ask for reminders in your own words." if name == "remind" else "There are /end, /agent ID and /again."
        raise LabError(f"/{name} is not a command here.", hint=hint)

    async def _say(self, line: str, replaces: int = 0) -> None:
        if self._conversation is None:
            self._conversation = _open(self._lab, None, self._agent)
            click.echo(f"[conversation] {self._conversation}", err=True)
        done = await _stoppable(self._lab, self._conversation, Prompting(line, replaces=replaces))
        self._code = _code(self._lab, self._conversation, done)


def _code(lab: Lab, conversation: str, done: TurnFinished) -> Exit:
    """The exit code of a turn. One that no model was asked for, in a conversation over its budget, failed for that."""
    over = done.rounds == 0 and limits(lab.settings).allowance.exceeded(spent(lab.journal, conversation))
    return Exit.BUDGET if done.outcome == "failed" and over else _CODES.get(done.outcome, Exit.OK)


async def _stoppable(lab: Lab, conversation: str, text: Prompting | str) -> TurnFinished:
    """Play a turn that Ctrl+C stops, keeping what has arrived."""
    import signal

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, lab.chat.stop, conversation)
    try:
        done = await lab.chat.say(conversation, text)
    finally:
        loop.remove_signal_handler(signal.SIGINT)
    await lab.reflect_if_due(conversation)
    return done


def _read_line() -> str:
    if sys.stdin.isatty():
        click.echo("> ", nl=False, err=True)
    return sys.stdin.readline()


def _open(lab: Lab, conversation: str | None, agent: str | None) -> str:
    if conversation is None:
        return lab.start(agent=agent or "").id
    current = lab.own(conversation).id
    if agent:
        lab.chat.choose_agent(current, agent)
    return current
