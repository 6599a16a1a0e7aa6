"""selu-lab settings: every setting with its value and where it can be set."""

from __future__ import annotations

import click

from selu_lab.cli.front import Front, Row, json_option, pass_front, show


@click.command("settings")
@json_option
@pass_front
def settings(front: Front, as_json: bool) -> None:
    """Show all settings; a secret is shown as set or not set, never its value."""
    from selu_lab.settings import PREFIX, Settings

    values = front.settings()
    rows = []
    for name, field in Settings.model_fields.items():
        value = getattr(values, name)
        shown = ("set" if value else "not set") if name == "api_key" else str(value)
        rows.append({"name": name, "value": shown, "variable": PREFIX + name.upper(), "about": field.description})
    show(rows, _line, as_json, "There are no settings.")


def _line(row: Row) -> str:
    return f"{row['name']} = {row['value']}\n    {row['about']} ({row['variable']})"
