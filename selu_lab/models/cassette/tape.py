"""A recording's file: one line for each call, read strictly, written whole or not at all, for its owner's eyes only."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from selu_lab.errors import Exit, ModelError, Where
from selu_lab.models.cassette.record import SCHEMA, Record


class BrokenTapeError(ModelError):
    """A recording that cannot be read or written."""

    exit = Exit.STALE_RECORDING


def read(path: Path) -> tuple[Record, ...]:
    """The records of a file, none where there is no file; raises BrokenTapeError with the line."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise _broken(path, None, f"The recording cannot be read ({type(error).__name__}).") from None
    lines = text.split("\n")
    if lines.pop():
        raise _broken(path, len(lines) + 1, "The recording ends in the middle of a line.")
    return tuple(_record(path, number, line) for number, line in enumerate(lines, 1))


def write(path: Path, records: Iterable[Record]) -> None:
    """Replace the file at once, readable for its owner only; raises BrokenTapeError where that cannot be done."""
    try:
        _write(path, records)
    except OSError as error:
        sentence = f"The recording cannot be written ({error.strerror or type(error).__name__})."
        raise BrokenTapeError(sentence, where=Where(path), hint="Name another folder with --cassettes.") from None


def _write(path: Path, records: Iterable[Record]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mkstemp gives mode 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{record.line()}\n" for record in records)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _record(path: Path, number: int, line: str) -> Record:
    try:
        record = Record.model_validate_json(line)
    except ValidationError:
        raise _broken(path, number, "This line of the recording is damaged.") from None
    if record.version != SCHEMA:
        raise _broken(path, number, f"The recording has format {record.version}; this version reads format {SCHEMA}.")
    return record


def _broken(path: Path, line: int | None, sentence: str) -> BrokenTapeError:
    return BrokenTapeError(sentence, where=Where(path, line), hint="Record it anew with --record-mode rewrite.")
