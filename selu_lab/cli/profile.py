"""selu-lab profile: the facts every agent gets in every turn."""

from __future__ import annotations

from dataclasses import asdict

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show
from selu_lab.errors import LabError

CATEGORIES = ("personal", "preferences", "location", "work", "other")


@click.group("profile", invoke_without_command=True)
@json_option
@click.pass_context
def profile(ctx: click.Context, as_json: bool) -> None:
    """The user's profile; without a subcommand its facts are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_facts, as_json=as_json)


@profile.command("list")
@json_option
@pass_front
def list_facts(front: Front, as_json: bool) -> None:
    """List all facts, newest first; of each category the newest ten are injected."""
    with front.lab() as lab:
        user = lab.user()
        injected = {fact.id for fact in lab.profile.injected(user.id)}
        rows = [{**asdict(fact), "injected": fact.id in injected} for fact in lab.profile.facts(user.id)]
        from selu_lab.memory.profile import LABELS

        labels = LABELS[user.language]
        show(rows, lambda row: _line(row, labels), as_json, "The profile is empty.")


@profile.command()
@click.argument("text")
@click.option("--category", type=click.Choice(CATEGORIES), default="other", show_default=True)
@pass_front
def add(front: Front, text: str, category: str) -> None:
    """Add a fact; the next turn sees it."""
    with front.lab() as lab:
        say(f"Added: {lab.profile.add(lab.user().id, category, text, lab.clock.now()).id}")


@profile.command()
@click.argument("fact")
@click.option("--text", help="The new text.")
@click.option("--category", type=click.Choice(CATEGORIES))
@pass_front
def edit(front: Front, fact: str, text: str | None, category: str | None) -> None:
    """Change a fact's text or category."""
    if text is None and category is None:
        raise LabError("There is nothing to change.", hint="Give --text or --category.")
    with front.lab() as lab:
        changed = lab.profile.edit(lab.user().id, fact, lab.clock.now(), text=text, category=category)
        say(f"Changed: {changed.text}")


@profile.command()
@click.argument("fact")
@pass_front
def delete(front: Front, fact: str) -> None:
    """Delete a fact."""
    with front.lab() as lab:
        say(f"Deleted: {lab.profile.delete(lab.user().id, fact).text}")


def _line(row: Row, labels: dict[str, str]) -> str:
    beyond = "" if row["injected"] else "  (not injected: more than ten in this category)"
    return f"{row['id']}  [{labels[str(row['category'])]}] {row['text']}{beyond}"
