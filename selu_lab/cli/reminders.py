"""selu-lab reminders: what waits, and what the user may do with it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show, show_json
from selu_lab.cli.narrate import narrate
from selu_lab.errors import LabError
from selu_lab.lab import Lab
from selu_lab.memory.secrets import find_secret
from selu_lab.reminders.store import Plan, Reminder
from selu_lab.reminders.when import When, describe, parse_when
from selu_lab.text import clean
from selu_lab.wiring import when_settings


@click.group("reminders", invoke_without_command=True)
@json_option
@click.pass_context
def reminders(ctx: click.Context, as_json: bool) -> None:
    """Reminders; without a subcommand the waiting ones are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_reminders, as_json=as_json, everything=False)


@reminders.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that fired or were cancelled.")
@json_option
@pass_front
def list_reminders(front: Front, everything: bool, as_json: bool) -> None:
    """List reminders, the next one first."""
    with front.lab() as lab:
        user = lab.user()
        found = lab.reminders.all(user.id, None if everything else "waiting")
        now = lab.clock.now()
        rows = [
            {**_row(one), "in_words": describe(one.plan.fire_at, now, one.plan.zone, user.language)} for one in found
        ]
        show(rows, _line, as_json, "No reminder waits.")


@reminders.command()
@click.argument("prompt")
@click.argument("when")
@click.option("--agent", help="The agent that will speak; default: the settings' one.")
@json_option
@pass_front
def add(front: Front, prompt: str, when: str, agent: str | None, as_json: bool) -> None:
    """Set a reminder: what, and when in words (“morgen um 9”) or ISO."""
    with front.lab() as lab:
        user, now = lab.user(), lab.clock.now()
        package = lab.agent(agent or "")
        read = _read(lab, when, user.timezone)
        plan = Plan(
            user.id, package.id, prompt, when, read.fire_at, read.zone, read.wall_clock, read.interpretation, ""
        )
        if find_secret(prompt):
            raise LabError("This holds a secret, and reminders are kept as they are.", hint="Leave the value out.")
        lab.users.put(user)
        reminder = lab.reminders.add(plan, now)
        if as_json:
            show_json({**_row(reminder), "assumptions": read.assumptions})
        else:
            say(f"{reminder.id}  {'; '.join([read.interpretation, *read.assumptions])}")


@reminders.command()
@click.argument("reminder")
@click.argument("when")
@pass_front
def edit(front: Front, reminder: str, when: str) -> None:
    """Move a waiting reminder to another time."""
    with front.lab() as lab:
        user = lab.user()
        plan = lab.reminders.get(user.id, reminder).plan
        read = _read(lab, when, plan.zone)
        to = replace(
            plan,
            phrase=clean(when),
            fire_at=read.fire_at,
            wall_clock=read.wall_clock,
            interpretation=read.interpretation,
        )
        moved = lab.reminders.move(user.id, reminder, to)
        say(f"{moved.id}  {'; '.join([read.interpretation, *read.assumptions])}")


@reminders.command()
@click.argument("reminder")
@pass_front
def cancel(front: Front, reminder: str) -> None:
    """Cancel a waiting reminder."""
    with front.lab() as lab:
        say(f"Cancelled: {lab.reminders.cancel(lab.user().id, reminder).plan.prompt}")


@reminders.command()
@click.argument("reminder", required=False)
@click.option("--due", is_flag=True, help="Fire everything that is due.")
@pass_front
def fire(front: Front, reminder: str | None, due: bool) -> None:
    """Fire one reminder now, or with --due all that are due; the answers are printed."""
    with front.lab() as lab:
        lab.journal.subscribe(narrate)
        if not due and not reminder:
            raise LabError("Which reminder is to fire?", hint="Name one, or use --due for all that are due.")
        if due or not reminder:
            say(f"{asyncio.run(lab.firing.fire_due())} fired.")
        else:
            asyncio.run(lab.firing.fire(lab.reminders.get(lab.user().id, reminder)))


@reminders.command()
@click.argument("when")
@click.option("--fire", "now", is_flag=True, help="Fire them now, in order, as if the time had come.")
@json_option
@pass_front
def ahead(front: Front, when: str, now: bool, as_json: bool) -> None:
    """Skip ahead: show what fires until WHEN (“in 2 hours”) without waiting for it."""
    with front.lab() as lab:
        until = _read(lab, when, lab.user().timezone)
        found = lab.firing.ahead(lab.user().id, until.fire_at)
        show([_row(one) for one in found], _plain_line, as_json, f"Nothing fires until {until.interpretation}.")
        if now:
            lab.journal.subscribe(narrate)
            for one in found:
                asyncio.run(lab.firing.fire(one))


def _read(lab: Lab, phrase: str, zone: str) -> When:
    language, settings = lab.user().language, when_settings(lab.settings)
    return parse_when(phrase, now=lab.clock.now(), zone=zone, language=language, settings=settings)


def _plain_line(row: Row) -> str:
    return f"{row['id']}  {row['interpretation']}  {row['agent']}: {row['prompt']}"


def _row(reminder: Reminder) -> dict[str, object]:
    plan = reminder.plan
    return {
        "id": reminder.id,
        "status": reminder.status,
        "agent": plan.agent,
        "prompt": plan.prompt,
        "when": plan.phrase,
        "fire_at": plan.fire_at.isoformat(),
        "timezone": plan.zone,
        "interpretation": plan.interpretation,
    }


def _line(row: Row) -> str:
    status = "" if row["status"] == "waiting" else f" [{row['status']}]"
    return f"{row['id']}  {row['in_words']}  {row['agent']}: {row['prompt']}{status}"
