"""selu-lab notes: everything the app can do with the shared notes, in plain text."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from selu_lab.cli.front import (
    Front,
    Row,
    filled_lines,
    json_option,
    json_text,
    pass_front,
    place,
    say,
    show,
    show_json,
    stdin_text,
)
from selu_lab.errors import LabError, Where
from selu_lab.yamlfile import read_text

if TYPE_CHECKING:
    from selu_lab.memory.exchange import Format
    from selu_lab.memory.note import Found, Hit, Note
    from selu_lab.memory.notes import Notes


_SHORTEST = 4  # characters of an id that may stand for it


@click.group("notes", invoke_without_command=True)
@json_option
@click.pass_context
def notes(ctx: click.Context, as_json: bool) -> None:
    """The user's shared notes; without a subcommand they are listed."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_notes, as_json=as_json, limit=None)


@notes.command("list")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many; without it all are listed.")
@json_option
@pass_front
def list_notes(front: Front, limit: int | None, as_json: bool) -> None:
    """List notes, newest first; a hint says where one may belong instead."""
    from selu_lab.memory.hints import hints

    with front.lab() as lab:
        opened = lab.notes(lab.user().id)
        found = opened.all() if limit is None else opened.page(limit)
        rows = [{**asdict(note), "hints": [hint.sentence for hint in hints(note.content)]} for note in found]
        show(rows, _line, as_json, "There are no notes.")
        if len(found) < opened.count():
            click.echo(f"{len(found)} of {opened.count()}; --limit N shows more.", err=True)


@notes.command()
@click.argument("query", required=False)
@click.option("--limit", default=5, show_default=True, type=click.IntRange(1, 10))
@click.option("--jsonl", type=click.Path(path_type=Path, dir_okay=False), help='A file with one {"query": …} a line.')
@json_option
@pass_front
def search(front: Front, query: str | None, limit: int, jsonl: Path | None, as_json: bool) -> None:
    """Search by meaning, and show beside it what production's keyword search would have found."""
    queries = _queries(jsonl) if jsonl else [query or ""]
    if not jsonl and not query:
        raise LabError("There is nothing to search for.", hint="Give a query, or a file with --jsonl.")
    with front.lab() as lab:
        opened = lab.notes(lab.user().id)
        for one in queries:
            answer = _answer(opened, one, limit)
            if jsonl:
                click.echo(json_text(answer))
            elif as_json:
                show_json(answer)
            else:
                _print_answer(answer)


@notes.command()
@click.argument("content")
@json_option
@pass_front
def add(front: Front, content: str, as_json: bool) -> None:
    """Store a note of the user's own; “-” reads it from stdin."""
    from selu_lab.memory.note import Origin, Refused

    with front.lab() as lab:
        text = stdin_text() if content == "-" else content
        answer = lab.notes(lab.user().id).remember(text, Origin("user", source="user"), lab.clock.now())
        if isinstance(answer, Refused):
            raise LabError(answer.sentence)
        if as_json:
            show_json(asdict(answer))
        else:
            say(f"{'Stored' if answer.status == 'stored' else 'Was there before'}: {answer.note.id[:8]}")


@notes.command()
@click.argument("note")
@click.argument("content")
@pass_front
def edit(front: Front, note: str, content: str) -> None:
    """Change the text of a note."""
    from selu_lab.memory.note import Refused

    with front.lab() as lab:
        opened = lab.notes(lab.user().id)
        answer = opened.edit(_find(opened, note).id, content, lab.clock.now())
        if isinstance(answer, Refused):
            raise LabError(answer.sentence)
        say(f"Changed: {answer.id[:8]}")


@notes.command()
@click.argument("note")
@pass_front
def delete(front: Front, note: str) -> None:
    """Delete a note for good: its text leaves the disk, but a Chroma server may keep it in its file."""
    with front.lab() as lab:
        opened = lab.notes(lab.user().id)
        gone = _find(opened, note)
        opened.delete(gone.id)
        say(f"Deleted: {gone.content}")


@notes.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@pass_front
def export(front: Front, file: Path | None) -> None:
    """Write all notes as JSON lines (or Markdown, if FILE ends in .md); to stdout without a FILE."""
    with front.lab() as lab:
        text = lab.notes(lab.user().id).export(_form(file))
        if file is None:
            sys.stdout.write(text)
            return
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise LabError(f"The file cannot be written ({error.strerror}).", where=Where(file)) from error


@notes.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@json_option
@pass_front
def import_notes(front: Front, file: Path, as_json: bool) -> None:
    """Take notes in from JSON lines or the lists of Markdown; a broken line stops it before anything is stored."""
    text = read_text(file)
    with front.lab() as lab:
        done = lab.notes(lab.user().id).import_(text, _form(file), lab.clock.now(), str(file))
        if as_json:
            refused = [{**place(Where(file, line)), "reason": why} for line, why in done.refused]
            skipped = [{**place(Where(file, line)), "text": start} for line, start in done.skipped]
            show_json({"added": done.added, "existed": done.existed, "refused": refused, "skipped": skipped})
            return
        more = f", {len(done.skipped)} skipped" if done.skipped else ""
        say(f"{done.added} stored, {done.existed} there before, {len(done.refused)} refused{more}.")
        for line, why in done.refused:
            say(f"{file}:{line}: refused ({why})")
        for line, start in done.skipped:
            say(f"{file}:{line}: skipped, for it is no list item: “{start}”")


@notes.command()
@pass_front
def reindex(front: Front) -> None:
    """Embed all notes anew: after another embedding model was chosen, or to repair the index."""
    with front.lab() as lab:
        from selu_lab.memory.notes import reindex_notes

        say(f"{reindex_notes(lab.user().id, lab.notes.backend, lab.notes.embedder)} notes were embedded anew.")


@notes.command()
@click.option("--repair", is_flag=True, help="Mend what the check finds.")
@json_option
@pass_front
def health(front: Front, repair: bool, as_json: bool) -> None:
    """Check that every note can be found."""
    with front.lab() as lab:
        opened = lab.notes(lab.user().id)
        state = opened.health()
        mended = {"mended": opened.repair()} if repair else {}
        if as_json:
            show_json(asdict(state) | mended)
            return
        say(f"{state.notes} notes, {len(state.lost)} of them lost to search. Embedded by {state.embedder}.")
        for count in mended.values():
            say(f"{count} notes were mended.")


def _find(opened: Notes, given: str) -> Note:
    """A note by its id or at least the first four characters of it."""
    if len(given) < _SHORTEST:
        raise LabError(f"“{given}” is too short for a note's id.", hint=f"Give at least {_SHORTEST} characters of it.")
    found = [note for note in opened.all() if note.id.startswith(given)]
    if len(found) == 1:
        return found[0]
    sentence = f"There is no note {given}." if not found else f"{len(found)} notes begin with {given}."
    raise LabError(sentence, hint="`selu-lab notes` lists their ids.")


def _queries(file: Path) -> list[str]:
    queries = []
    for number, line in filled_lines(file):
        query = _query(line)
        if query is None:
            raise LabError('A line must be a JSON object with a "query" that is text.', where=Where(file, number))
        queries.append(query)
    return queries


def _query(line: str) -> str | None:
    try:
        query = json.loads(line)["query"]
    except (ValueError, KeyError, TypeError):
        return None
    return query if isinstance(query, str) else None


def _answer(opened: Notes, query: str, limit: int) -> dict[str, object]:
    hits, production = opened.search(query, limit), opened.production_search(query, limit)
    return {"query": query, "hits": [_hit(hit) for hit in hits], "production": [_found(one) for one in production]}


def _hit(hit: Hit) -> dict[str, object]:
    more = {"score": round(hit.score, 4), "distance": round(hit.distance, 4), "coverage": round(hit.coverage, 4)}
    return _note(hit.note) | more


def _found(found: Found) -> dict[str, object]:
    return _note(found.note) | {"bm25": found.bm25}  # unrounded: in a small store all are next to nothing


def _note(note: Note) -> dict[str, object]:
    moment = note.updated_at.isoformat()
    return {"id": note.id, "content": note.content, "agent": note.agent, "source": note.source, "stored_at": moment}


def _print_answer(answer: Mapping[str, object]) -> None:
    for name, title in (("hits", "Found"), ("production", "Production would have found")):
        rows = answer[name] if isinstance(answer[name], list) else []
        say(f"{title}: {len(rows) or 'nothing'}")  # type: ignore[arg-type]
        for row in rows:  # type: ignore[attr-defined]
            say(f"  {row.get('score', row.get('bm25')):8.3g}  {_text(row)}  ({_stored_by(row)}, {str(row['id'])[:8]})")


def _line(row: Row) -> str:
    given = row["hints"] if isinstance(row["hints"], list) else []
    hint = "".join(f"\n          {one}" for one in given)
    return f"{str(row['id'])[:8]}  {str(row['updated_at'])[:10]}  {_stored_by(row)}: {_text(row)}{hint}"


def _stored_by(row: Row) -> object:
    return row["agent"] or row["source"]


def _text(row: Row) -> str:
    """A note's text; further lines are indented, so that none passes for a note of its own."""
    return str(row["content"]).replace("\n", "\n          ")


def _form(file: Path | None) -> Format:
    from selu_lab.memory.exchange import form_of

    return form_of(file.name if file else "")
