"""Notes on their way out and in: JSON lines for programs, Markdown for people; both keep where a note came from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from selu_lab.errors import LabError, Where
from selu_lab.memory.markdown import Block, bullet, items, paragraphs
from selu_lab.memory.note import Note, Source, utc
from selu_lab.text import clean, shorten

Format = Literal["jsonl", "markdown"]
_SHOWN = 60  # characters of what was skipped

_Name = Annotated[str, AfterValidator(lambda name: " ".join(clean(name).split()))]
_Moment = Annotated[datetime, AfterValidator(utc)]


class Line(BaseModel):
    """One note as it stands in a file; what is missing is filled in at the import."""

    model_config = ConfigDict(extra="ignore")

    content: str
    agent: _Name = ""
    conversation: _Name = ""
    turn: int = Field(default=0, ge=-(2**53), le=2**53)
    created_at: _Moment | None = None
    updated_at: _Moment | None = None
    source: Source = "import"

    def note(self, ident: str, content: str, now: datetime) -> Note:
        """The note under its new id, its times in UTC, `now` where the file gives none."""
        created = self.created_at or utc(now)
        updated = self.updated_at or created
        return Note(ident, content, self.agent, self.conversation, self.turn, created, updated, self.source)


@dataclass(frozen=True)
class Imported:
    """What an import did: notes added, notes that were there already, refused ones as (line, rule).

    `skipped` is what was no note, as (line, how it begins).
    """

    added: int
    existed: int
    refused: tuple[tuple[int, str], ...]
    skipped: tuple[tuple[int, str], ...] = ()


def form_of(name: str) -> Format:
    """The form of a file by its name: Markdown for .md and .markdown, else JSON lines."""
    return "markdown" if name.lower().endswith((".md", ".markdown")) else "jsonl"


def write(notes: Iterable[Note], form: Format) -> str:
    """The notes as a text, in their order."""
    if form == "jsonl":
        return "".join(f"{_provenance(note, content=note.content)}\n" for note in notes)
    return "# Shared notes\n\n" + "".join(bullet(note.content, _provenance(note)) for note in notes)


def read(text: str, form: Format, where: str) -> Iterator[tuple[int, Line]]:
    """The notes of a text with the line each starts at. Raises LabError at the first line that is no note."""
    records = _json_lines(text) if form == "jsonl" else ((block.line, _record(block)) for block in items(text))
    for number, record in records:
        try:
            yield number, Line.model_validate_json(record)
        except ValidationError as error:
            raise _no_note(error, form, Where(where, number)) from None


def skipped(text: str, form: Format) -> tuple[tuple[int, str], ...]:
    """What `read` leaves out, with its line: paragraphs and whatever else is no list item."""
    found = paragraphs(text) if form == "markdown" else ()
    return tuple((block.line, shorten(clean(block.text), _SHOWN)) for block in found)


def _provenance(note: Note, **first: str) -> str:
    record = first | {
        "agent": note.agent,
        "conversation": note.conversation,
        "turn": note.turn,
        "created_at": note.created_at.isoformat(),
        "updated_at": note.updated_at.isoformat(),
        "source": note.source,
    }
    return json.dumps(record, ensure_ascii=False)


def _record(block: Block) -> str:
    """An item as JSON, its own text last, so that no comment can put another in its place."""
    content = f'"content": {json.dumps(block.text)}}}'
    about = (block.about or "{}").rstrip()[:-1].rstrip()
    return f"{about}, {content}" if about != "{" else about + content


def _json_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())


_A_TIME = "a time such as 2026-01-31T09:00:00+01:00, in UTC within the years 1 to 9999"
_MUST_BE = {
    "turn": "a whole number",
    "created_at": _A_TIME,
    "updated_at": _A_TIME,
    "source": "agent, user or import",
}


def _no_note(error: ValidationError, form: Format, where: Where) -> LabError:
    """What is wrong with a line and what to do, in our words."""
    problem = error.errors()[0]
    field = str(problem["loc"][0]) if problem["loc"] else ""
    what = f'"{field}" must be {_MUST_BE.get(field, "text")}' if field else _no_object(problem["type"], form)
    if problem["type"] == "missing":
        what = f'"{field}" is missing'
    hint = 'Mend the line or remove it; one line holds one note: {"content": "Mia likes tea."}'
    return LabError(
        f"This line is no note: {what}.",
        where=where,
        hint=hint if form == "jsonl" else "Mend the comment or remove it.",
    )


def _no_object(problem: str, form: Format) -> str:
    whose = "it" if form == "jsonl" else "its comment"
    return f"{whose} is not valid JSON" if problem == "json_invalid" else f"{whose} is no JSON object"
