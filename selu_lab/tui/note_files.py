"""Notes on their way into a file and out of one: two small forms, and what an import did, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from selu_lab.memory.exchange import form_of
from selu_lab.tui.files import Writing, named
from selu_lab.tui.messages import Changed
from selu_lab.tui.note_desk import NoteDesk
from selu_lab.tui.screens.form import Field, FormScreen
from selu_lab.tui.tell import count
from selu_lab.yamlfile import read_text

if TYPE_CHECKING:
    from selu_lab.memory.exchange import Imported
    from selu_lab.tui.app import LabApp

_FIELDS = (Field("path", "File: Markdown if it ends in .md, else JSON lines", "notes.jsonl"),)
LINES_TOLD = 200
"""Lines of an import that are told one by one; a page of thousands helps nobody."""


class NoteFiles:
    """Asks for a file. The work is done in the form's thread, and what cannot be is said in the form."""

    def __init__(self, app: LabApp) -> None:
        self._app = app
        self._kept = NoteDesk(app.desk)

    def export(self) -> None:
        """Write all notes into a file."""
        writing = Writing()

        def write(values: Mapping[str, str]) -> None:
            path = named(values["path"])
            text, number = self._kept.export(form_of(path.name))
            writing.write(path, text)
            self._app.post_message(Changed(f"{count(number, 'note')} written to {path}."))

        self._app.push_screen(FormScreen("Export the notes", _FIELDS, write, "write"))

    def import_(self) -> None:
        """Take notes in from a file, then tell what became of its lines."""
        done: list[tuple[Path, Imported]] = []

        def read(values: Mapping[str, str]) -> None:
            path = named(values["path"])
            done.append((path, self._kept.import_(read_text(path), form_of(path.name), path)))

        form = FormScreen("Import notes", _FIELDS, read, "import")
        self._app.push_screen(form, lambda _: self._tell(*done[-1]) if done else None)

    def _tell(self, path: Path, done: Imported) -> None:
        lines = _lines(done)
        self._app.post_message(Changed("" if lines else _summary(done)))
        if lines:
            more = [f"… and {len(lines) - LINES_TOLD:,} more"] if len(lines) > LINES_TOLD else []
            page = "\n".join([_summary(done), "", *lines[:LINES_TOLD], *more])
            self._app.doors.page(f"Imported from {path}", page)


def _summary(done: Imported) -> str:
    told = f"{count(done.added, 'note')} stored, {done.existed:,} there before, {len(done.refused):,} refused"
    return told + (f", {count(len(done.skipped), 'line')} skipped." if done.skipped else ".")


def _lines(done: Imported) -> list[str]:
    """What was not taken in, in the order of the file."""
    refused = [(line, f"refused ({rule.replace('_', ' ')})") for line, rule in done.refused]
    skipped = [(line, f"skipped, for it is no list item: “{start}”") for line, start in done.skipped]
    return [f"line {line}: {told}" for line, told in sorted([*refused, *skipped])]
