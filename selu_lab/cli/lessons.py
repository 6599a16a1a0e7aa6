"""selu-lab lessons and reflect: the board in plain text, every action on a lesson, and a reflection with its stages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show, show_json
from selu_lab.errors import Exit
from selu_lab.lab import Lab
from selu_lab.lessons.board import Card, LessonView
from selu_lab.lessons.changes import LessonChange
from selu_lab.reflection.reflector import RunResult

_agent = click.option("--agent", metavar="ID", help="The agent whose lesson it is; default: the settings' one.")


@click.group("lessons", invoke_without_command=True)
@json_option
@click.pass_context
def lessons(ctx: click.Context, as_json: bool) -> None:
    """Lessons of an agent about the user; without a subcommand the board is shown."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_lessons, as_json=as_json, agent=None)


@lessons.command("list")
@_agent
@json_option
@pass_front
def list_lessons(front: Front, agent: str | None, as_json: bool) -> None:
    """Show the board: suggestions, active, paused, removed."""
    with front.lab() as lab:
        user = lab.user()
        board = lab.lessons.board(user.id, _whose(lab, agent))
        if as_json:
            show_json(asdict(board))
            return
        for column in board.columns:
            say(column.title_de if user.language == "de" else column.title)
            for card in column.cards:
                say(f"  {_card_line(card)}")


@lessons.command("show")
@click.argument("lesson")
@_agent
@json_option
@pass_front
def show_lesson(front: Front, lesson: str, agent: str | None, as_json: bool) -> None:
    """Show a lesson with its score, evidence and timeline."""
    with front.lab() as lab:
        view = lab.lessons.show(lab.user().id, _whose(lab, agent), lesson)
        if as_json:
            show_json(asdict(view))
        else:
            _print_view(view)


@lessons.command()
@click.argument("lesson")
@_agent
@pass_front
def why(front: Front, lesson: str, agent: str | None) -> None:
    """Say in one sentence why a lesson is not active, or how it became so."""
    with front.lab() as lab:
        say(lab.lessons.why(lab.user().id, _whose(lab, agent), lesson))


Action = Callable[[Lab, str, str, str], Sequence[LessonChange]]


def _action(name: str, text: str, act: Action) -> None:
    """Add a command that does one thing to one lesson."""

    @lessons.command(name, help=text)
    @click.argument("lesson")
    @_agent
    @json_option
    @pass_front
    def command(front: Front, lesson: str, agent: str | None, as_json: bool) -> None:
        with front.lab() as lab:
            _tell(act(lab, lab.user().id, _whose(lab, agent), lesson), as_json)


_action("activate", "Make a suggestion active by hand.", lambda lab, *who: lab.lessons.activate(*who))
_action("pause", "Take an active lesson out of the context.", lambda lab, *who: lab.lessons.pause(*who))
_action("resume", "Make a paused lesson active again.", lambda lab, *who: lab.lessons.resume(*who))
_action("remove", "Remove a lesson; it cannot come back by itself.", lambda lab, *who: lab.lessons.remove(*who))
_action("restore", "Make a suggestion of a removed lesson again.", lambda lab, *who: lab.lessons.restore(*who))
_action("purge", "Delete a removed lesson with its evidence.", lambda lab, *who: lab.lessons.purge(*who))


@lessons.command()
@click.argument("out")
@click.argument("into")
@_agent
@json_option
@pass_front
def swap(front: Front, out: str, into: str, agent: str | None, as_json: bool) -> None:
    """Pause the active lesson OUT and activate INTO, both or neither."""
    with front.lab() as lab:
        _tell(lab.lessons.swap(lab.user().id, _whose(lab, agent), out, into), as_json)


@lessons.command()
@_agent
@json_option
@pass_front
def aside(front: Front, agent: str | None, as_json: bool) -> None:
    """Show what reflections did not take for a lesson, why, and where it belongs."""
    from selu_lab.reflection.view import no_lessons

    with front.lab() as lab:
        found = no_lessons(lab.reflector.runs, lab.user().id, _whose(lab, agent))
        rows = [{"conversation": one.conversation, **one.item.model_dump()} for one in found]
        show(rows, _aside_line, as_json, "Nothing was set aside.")


@lessons.command()
@_agent
@json_option
@pass_front
def production(front: Front, agent: str | None, as_json: bool) -> None:
    """Show what production's rule makes of the same evidence: every five turns, exact text, the model's numbers."""
    from selu_lab.reflection.view import by_production

    with front.lab() as lab:
        view = by_production(lab.reflector.runs, lab.user().id, _whose(lab, agent))
        if as_json:
            show_json(asdict(view))
            return
        for one in view.lessons:
            say(f"{one.status}  {one.signals} signals · {one.confidence:.2f}  {one.text}")
        say(f"{view.reflections} reflections, {view.turns_left} turns not seen yet.")


@lessons.command()
@click.argument("lesson")
@click.argument("probes", type=click.Path(path_type=Path, dir_okay=False))
@_agent
@click.option("--model", default="", metavar="NAME", help="Default: the scenario's own.")
@click.option("--repeat", default=1, show_default=True, type=click.IntRange(1, 100), help="How often each is played.")
@json_option
@pass_front
def effect(front: Front, lesson: str, probes: Path, agent: str | None, model: str, repeat: int, as_json: bool) -> None:
    """Measure whether a lesson helps: PROBES is a scenario whose steps expect what the lesson should bring about.

    Its steps are played without the lesson, with it, and with a neutral one as long, and compared in pairs (exact
    McNemar test).
    """
    from selu_lab.scenarios.loading import load_scenario
    from selu_lab.scenarios.probing import Subject, probe

    with front.lab() as lab:
        found = lab.lessons.get(lab.user().id, _whose(lab, agent), lesson)
        subject = Subject(found.agent, found.text, found.category)
        asked = probe(load_scenario(probes), subject, lab.settings, model=model, times=repeat)
        done = asyncio.run(asked)
        if as_json:
            show_json(asdict(done))
            return
        say(f"{done.probes} probes of “{found.text}”")
        say(f"Against no lesson: {done.against_none.sentence}")
        say(f"Against a neutral one as long: {done.against_neutral.sentence}")


@click.command("reflect")
@click.argument("conversation", required=False)
@click.option("--force", is_flag=True, help="Reflect again although nothing changed; the older run is replaced.")
@json_option
@pass_front
def reflect(front: Front, conversation: str | None, force: bool, as_json: bool) -> int:
    """Reflect on CONVERSATION, or on all that ended and were not reflected yet; shows the five stages."""
    with front.lab() as lab:
        if conversation:
            lab.own(conversation)
        results = asyncio.run(lab.reflect(conversation, force=force) if conversation else _all_pending(lab))
        rows = [{**asdict(one), "stages": [asdict(s) for s in lab.reflector.runs.stages(one.run)]} for one in results]
        if as_json:
            show_json(rows)
        for one in [] if as_json else results:
            for stage in lab.reflector.runs.stages(one.run):
                say(f"{stage.stage}: {stage.summary}")
            say(one.sentence)
        if not results:
            click.echo("Nothing waits for reflection.", err=True)
        return Exit.PROVIDER if any(one.outcome == "failed" for one in results) else Exit.OK


async def _all_pending(lab: Lab) -> tuple[RunResult, ...]:
    return (*await lab.end_idle(), *await lab.reflect_pending())


def _whose(lab: Lab, agent: str | None) -> str:
    return lab.agent(agent or "").id


def _card_line(card: Card) -> str:
    return f"{card.id}  {card.text}\n      {card.ladder} – {card.why}"


def _print_view(view: LessonView) -> None:
    say(_card_line(view.card))
    say(f"      {view.card.waterfall}")
    for one in view.evidence:
        say(f"  {one.polarity} ({one.signal}, {one.rating}) in {one.conversation}: {one.quote}")
    for moment in view.timeline:
        place = f" in turn {moment.turn} of {moment.conversation}" if moment.conversation else ""
        say(f"  {moment.at:%Y-%m-%d %H:%M}  {moment.change}{place}{f' ({moment.reason})' if moment.reason else ''}")


def _aside_line(row: Row) -> str:
    belongs = "" if row["belongs"] == "nowhere" else f" It belongs to: {row['belongs']}."
    return f"{row['conversation']}  {row['text']}\n      {row['reason']}.{belongs}"


def _tell(changes: Sequence[LessonChange], as_json: bool) -> None:
    if as_json:
        show_json([asdict(change) for change in changes])
        return
    for change in changes:
        say(f"{change.lesson.id} {change.change}: {change.lesson.text}")
