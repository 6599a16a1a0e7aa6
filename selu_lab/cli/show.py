"""selu-lab show: a run of scenarios that is over, and what happened in each, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from selu_lab.cli.front import Front, Row, counted, pass_front, say, show
from selu_lab.errors import LabError

if TYPE_CHECKING:
    from selu_lab.events import Entry
    from selu_lab.scenarios.kept import KeptRun
    from selu_lab.scenarios.traces import Trace


@click.command("show")
@click.argument("run", default="last")
@click.option("--turn", type=click.IntRange(1), metavar="N", help="Only this turn, counted over the whole scenario.")
@click.option("--context", is_flag=True, help="The exact text that was put into the context.")
@click.option("--json", "as_json", is_flag=True, help="Print the run as JSON, a scenario's events as JSON lines.")
@pass_front
def show_command(front: Front, run: str, turn: int | None, context: bool, as_json: bool) -> None:
    """Show a run (RUN: 17, or last): its scenarios. A scenario of it (17.3), or a repetition (17.3.2): what happened.

    The last twenty runs are kept, without the scenarios' secrets.
    """
    from selu_lab.scenarios.kept import find

    named = find(front.settings().workspace, run)
    if not named.scenario:
        if turn is not None or context:
            hint = f"Name one, such as {named.run.number}.1."
            raise LabError("A turn and its context are those of a scenario.", hint=hint)
        _show_run(named.run, as_json)
        return
    trace = named.run.trace(named.scenario, named.repetition)
    if turn is not None and turn > len(trace.turns):
        raise LabError(f"There is no turn {turn}: this scenario had {counted(len(trace.turns), 'turn')}.")
    for number, entries in trace.parts:
        if turn in (None, number):
            _show_part(trace, number, entries, context, as_json)


def _show_run(run: KeptRun, as_json: bool) -> None:
    rows: list[Row] = [{"run": run.number, **one.model_dump()} for one in run.results]
    show(rows, _line, as_json, f"Nothing was played in run {run.number}.")


def _line(row: Row) -> str:
    outcome = str(row["outcome"]).replace("_", " ").upper()
    times = counted(int(str(row["repetitions"])), "repetition")
    return f"{row['run']}.{row['number']}  {outcome}  {row['name']} ({row['file']}, {row['model']}, {times})"


def _show_part(trace: Trace, turn: int, entries: list[Entry], context: bool, as_json: bool) -> None:
    from selu_lab.cli.narrate import as_json_line

    if as_json:
        for entry in entries:
            as_json_line(entry)
    elif context:
        _show_context(trace, turn, entries)
    else:
        _show_talk(trace, turn, entries)


def _show_talk(trace: Trace, turn: int, entries: list[Entry]) -> None:
    from selu_lab.conversation.export import markdown
    from selu_lab.conversation.transcript import Transcript

    if (text := markdown(Transcript(entries))).strip():
        say(f"─── step {trace.step(entries[0])} · {f'turn {turn}' if turn else 'between turns'}\n\n{text}")


def _show_context(trace: Trace, turn: int, entries: list[Entry]) -> None:
    from selu_lab.events import ContextBuilt

    for built in (one.event for one in entries if isinstance(one.event, ContextBuilt)):
        for section in built.sections:
            say(f"─── turn {turn} · {section.title} · {section.tokens} tokens · {section.origin}")
            say(trace.texts.get(section.digest, ""))
