"""selu-lab users: the personas of a lab."""

from __future__ import annotations

from dataclasses import asdict, replace

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show


@click.group("users", invoke_without_command=True)
@json_option
@click.pass_context
def users(ctx: click.Context, as_json: bool) -> None:
    """The personas; without a subcommand they are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_users, as_json=as_json)


@users.command("list")
@json_option
@pass_front
def list_users(front: Front, as_json: bool) -> None:
    """List the personas with language and time zone."""
    with front.lab() as lab:
        show([asdict(user) for user in lab.users.all()], _line, as_json, "There are no users.")


@users.command("set")
@click.argument("user")
@click.option("--name", help="Name shown to you.")
@click.option("--language", type=click.Choice(["de", "en"]))
@click.option("--timezone", metavar="IANA", help="For example Europe/Berlin.")
@pass_front
def set_user(front: Front, user: str, name: str | None, language: str | None, timezone: str | None) -> None:
    """Add a persona, or change its name, language or time zone."""
    with front.lab() as lab:
        old = lab.user(user)
        given = {"name": name, "language": language, "timezone": timezone}
        changed = lab.users.put(replace(old, **{key: value for key, value in given.items() if value}))
        say(_line(asdict(changed)))


def _line(row: Row) -> str:
    return f"{row['id']}  {row['name']}, {row['language']}, {row['timezone']}"
