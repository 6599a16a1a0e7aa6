"""selu-lab list and schema: which scenarios there are, and what may stand in one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from selu_lab.cli.choosing import Choice, with_choice
from selu_lab.cli.front import Row, json_option, say, show
from selu_lab.errors import Exit, LabError, Where


@click.command("list")
@with_choice
@json_option
def list_command(paths: tuple[Path, ...], expression: str, tags: tuple[str, ...], as_json: bool) -> int:
    """List scenarios: file, name, tags."""
    found = Choice(paths, expression, tags).scenarios()
    if isinstance(found, Exit):
        return found
    rows: list[Row] = [
        {
            "file": str(one.path),
            "name": one.name,
            "tags": list(one.file.tags),
            "model": one.file.model,
            "steps": len(one.file.steps),
        }
        for one in found
    ]
    show(rows, _line, as_json, "There are no scenarios.")
    return Exit.OK


@click.command("schema")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to a file instead of stdout.")
def schema_command(out: Path | None) -> int:
    """Write the JSON schema of scenario files, for editors: the first line of a file points to it.

    The expectations of installed plugins are in it.
    """
    from selu_lab.scenarios.expectations import plugins
    from selu_lab.scenarios.spec import schema

    text = json.dumps(schema(plugins()), ensure_ascii=False, indent=2)
    if out is None:
        say(text)
        return Exit.OK
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise LabError(f"The schema cannot be written ({error.strerror}).", where=Where(out)) from error
    return Exit.OK


def _line(row: Row) -> str:
    tags = row["tags"] if isinstance(row["tags"], list) else []
    return f"{row['file']}: {row['name']}" + (f" [{', '.join(tags)}]" if tags else "")
