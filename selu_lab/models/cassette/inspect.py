"""Looking at recordings: what is on them, and whether they still say what they said when they were made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.models.cassette import tape
from selu_lab.models.cassette.key import Asked
from selu_lab.models.cassette.record import Record
from selu_lab.models.cassette.redact import Redactor
from selu_lab.text import shorten

_SHOWN = 72


@dataclass(frozen=True)
class Shown:
    """A record in one line; `seconds` are the answer's pauses together."""

    line: int
    model: str
    purpose: str
    asked: str
    answer: str
    calls: tuple[str, ...]
    tokens: int
    seconds: float


def show(path: Path) -> tuple[Shown, ...]:
    """What is on the recording; raises BrokenTapeError."""
    return tuple(_shown(number, record) for number, record in enumerate(tape.read(path), 1))


def verify(path: Path) -> tuple[LabError, ...]:
    """What is wrong with the recording: damaged or changed lines, the same request twice, something like a key."""
    try:
        records = tape.read(path)
    except LabError as error:
        return (error,)
    seen: dict[str, int] = {}
    found = []
    for number, record in enumerate(records, 1):
        sentence = _fault(record, seen.setdefault(record.key, number), number)
        if sentence:
            found.append(LabError(sentence, where=Where(path, number), hint="Record it anew."))
    return tuple(found)


def _fault(record: Record, first: int, number: int) -> str:
    if first != number:
        return f"This request is already recorded in line {first}."
    asked = replace(Asked.of(record.model, record.request, Redactor()), nth=record.nth)
    if asked.key != record.key or asked.digests != record.digests:
        return "This record was changed since it was made, or was made by a version that reads requests otherwise."
    line = record.line()
    if Redactor().text(line) != line:
        return "This record holds something that looks like a key."
    return ""


def _shown(number: int, record: Record) -> Shown:
    users = [message.text for message in record.request.history if message.role == "user"]
    return Shown(
        line=number,
        model=record.model,
        purpose=record.request.purpose,
        asked=shorten(users[-1] if users else "", _SHOWN),
        answer=shorten("".join(part.text or "" for part in record.parts), _SHOWN),
        calls=tuple(part.call.name for part in record.parts if part.call),
        tokens=record.usage.tokens_in + record.usage.tokens_out,
        seconds=round(sum(part.after for part in record.parts), 3),
    )
