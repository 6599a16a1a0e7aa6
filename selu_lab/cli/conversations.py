"""selu-lab conversations: list, show, end, rename, export, delete."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from selu_lab.cli.front import Front, Row, counted, json_option, pass_front, say, show
from selu_lab.cli.narrate import as_json_line, narrate
from selu_lab.errors import LabError

if TYPE_CHECKING:
    from selu_lab.conversation.transcript import Transcript
    from selu_lab.lab import Lab


@click.group("conversations", invoke_without_command=True)
@json_option
@click.pass_context
def conversations(ctx: click.Context, as_json: bool) -> None:
    """Conversations; without a subcommand they are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_conversations, as_json=as_json)


@conversations.command("list")
@json_option
@pass_front
def list_conversations(front: Front, as_json: bool) -> None:
    """List the user's conversations, newest first, with what each has used."""
    from selu_lab.conversation.spending import spent

    with front.lab() as lab:
        found = lab.journal.conversations(lab.user().id)
        rows = [{**asdict(one), "usage": spent(lab.journal, one.id).model_dump()} for one in found]
        show(rows, _line, as_json, "There are no conversations.")


@conversations.command("show")
@click.argument("conversation")
@click.option("--turn", type=int, help="Only this turn.")
@click.option("--context", is_flag=True, help="The exact text that was put into the context.")
@click.option("--json", "as_json", is_flag=True, help="Print the events as JSON lines.")
@pass_front
def show_conversation(front: Front, conversation: str, turn: int | None, context: bool, as_json: bool) -> None:
    """Show a conversation, or the exact context of a turn."""
    from selu_lab.conversation.export import markdown
    from selu_lab.conversation.transcript import Transcript

    with front.lab() as lab:
        known = lab.own(conversation)
        if turn is not None and not 0 < turn <= known.turns:
            raise LabError(f"There is no turn {turn}: this conversation has {counted(known.turns, 'turn')}.")
        entries = [one for one in lab.journal.entries(known.id) if turn in (None, one.turn)]
        if as_json:
            for entry in entries:
                as_json_line(entry)
        elif context:
            _show_context(lab, Transcript(entries))
        else:
            say(markdown(Transcript(entries)))


@conversations.command()
@click.argument("conversation")
@pass_front
def export(front: Front, conversation: str) -> None:
    """Print a conversation as Markdown."""
    from selu_lab.conversation.export import markdown
    from selu_lab.conversation.transcript import Transcript

    with front.lab() as lab:
        say(markdown(Transcript(lab.journal.entries(lab.own(conversation).id))))


@conversations.command()
@click.argument("conversation")
@pass_front
def end(front: Front, conversation: str) -> None:
    """End a conversation; a reflection follows unless the settings say otherwise."""
    import asyncio

    with front.lab() as lab:
        known = lab.own(conversation).id
        if lab.journal.get(known).ended_at is not None:
            raise LabError("This conversation has ended before.", hint="`selu-lab reflect` reflects on it again.")
        lab.journal.subscribe(narrate)
        asyncio.run(lab.end(known))


@conversations.command()
@click.argument("conversation")
@click.argument("title")
@pass_front
def rename(front: Front, conversation: str, title: str) -> None:
    """Give a conversation a title of your own."""
    with front.lab() as lab:
        lab.journal.rename(lab.own(conversation).id, title)


@conversations.command()
@click.argument("conversation")
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_front
def delete(front: Front, conversation: str, yes: bool) -> None:
    """Delete a conversation with all its events."""
    with front.lab() as lab:
        known = lab.own(conversation).id
        if not yes and not sys.stdin.isatty():
            raise LabError("Deleting is for good, and nobody is there to ask.", hint="Add --yes.")
        if yes or click.confirm("Delete this conversation for good?", err=True):
            lab.journal.delete(known)
            say("Deleted.")


def _show_context(lab: Lab, transcript: Transcript) -> None:
    for turn, built in transcript.contexts.items():
        for section in built.sections:
            say(f"─── turn {turn} · {section.title} · {section.tokens} tokens · {section.origin}")
            say(lab.journal.text(section.digest))


def _line(row: Row) -> str:
    from selu_lab.events import Usage
    from selu_lab.models.spending import told

    state = "ended" if row["ended_at"] else "open"
    used = told(Usage.model_validate(row["usage"]))
    about = f"{row['agent']}, {counted(int(str(row['turns'])), 'turn')}, {used}, {state}"
    return f"{row['id']}  {str(row['started_at'])[:16]}  {about}: {row['title']}"
