"""Notes on their way out and in: JSON lines for programs, Markdown for people; both keep where a note came from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from selu_lab.errors import LabError, Where
from selu_lab.memory.note import Note, Source, utc

Format = Literal["jsonl", "markdown"]


class Line(BaseModel):
    """One note as it stands in a file; what is missing is filled in at the import."""

    model_config = ConfigDict(extra="ignore")

    content: str
    agent: str = ""
    conversation: str = ""
    turn: int = Field(default=0, ge=-(2**53), le=2**53)
    created_at: datetime | None = None
    updated_at: datetime | None = None
    source: Source = "import"

    def note(self, ident: str, content: str, now: datetime) -> Note:
        """The note under its new id, its times in UTC, `now` where the file gives none."""
        created = utc(self.created_at or now)
        updated = utc(self.updated_at) if self.updated_at else created
        return Note(ident, content, self.agent, self.conversation, self.turn, created, updated, self.source)


@dataclass(frozen=True)
class Imported:
    """What an import did: notes added, notes that were there already, and refused ones as (line, rule)."""

    added: int
    existed: int
    refused: tuple[tuple[int, str], ...]


def write(notes: Iterable[Note], form: Format) -> str:
    """The notes as a text, in their order."""
    if form == "jsonl":
        return "".join(f"{_provenance(note, content=note.content)}\n" for note in notes)
    return "# Shared notes\n\n" + "".join(_bullet(note) for note in notes)


def read(text: str, form: Format, where: str) -> Iterator[tuple[int, Line]]:
    """The notes of a text with the line each starts at. Raises LabError at the first line that is no note."""
    records = _json_lines(text) if form == "jsonl" else _bullets(text)
    for number, record in records:
        try:
            yield number, Line.model_validate_json(record)
        except ValidationError as error:
            problem = error.errors()[0]
            field = ".".join(str(part) for part in problem["loc"]) or "note"
            raise LabError(
                f"This line is no note: {field}: {problem['msg']}.",
                where=Where(where, number),
                hint="Mend or remove the line.",
            ) from None


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


def _bullet(note: Note) -> str:
    """A list item: the text, then where it came from as a comment, which Markdown does not show."""
    text = note.content.replace("\n", "\n  ")
    return f"- {text}\n  <!-- {_provenance(note).replace('>', chr(92) + 'u003e')} -->\n"


_COMMENT = re.compile(r"<!-- (\{.*\}) -->")


def _bullets(text: str) -> Iterator[tuple[int, str]]:
    """Each list item as a JSON record; what stands outside of the list is for people."""
    item: list[str] = []
    start = 0
    for number, line in enumerate([*text.split("\n"), "- "], 1):
        if line.startswith("- "):
            if item:
                yield start, _record(item)
            item, start = [line[2:]], number
        elif item and (line.startswith("  ") or not line.strip()):
            item.append(line[2:])


def _record(item: list[str]) -> str:
    while item and not item[-1].strip():
        item.pop()
    comment = _COMMENT.fullmatch(item[-1]) if item else None
    about = comment.group(1) if comment else "{}"
    content = "\n".join(item[:-1] if comment else item)
    return "{" + f'"content": {json.dumps(content)}' + (f", {about[1:]}" if about != "{}" else "}")


def _json_lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
