"""selu-lab models: what can answer, and whether it can now."""

from __future__ import annotations

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, show


@click.command("models")
@click.argument("names", nargs=-1)
@json_option
@pass_front
def models(front: Front, names: tuple[str, ...], as_json: bool) -> None:
    """List models (NAMES: these), and say for each whether it can be used now and why not. Looks at settings only."""
    from selu_lab.models.source import SUGGESTED, availability
    from selu_lab.wiring import provider

    settings = front.settings()
    reached = provider(settings)
    wanted = names or tuple(dict.fromkeys([*([settings.model] if settings.model else []), *SUGGESTED]))
    rows = []
    for name in wanted:
        can = availability(name, reached)
        rows.append({"model": name, "usable": can.usable, "why": can.why})
    show(rows, _line, as_json, "There are no models.")


def _line(row: Row) -> str:
    return f"{row['model']}: {'can be used' if row['usable'] else 'cannot be used'} – {row['why']}"
