"""The user's shared notes: search, edit, delete and take back, export and import."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from selu_lab.errors import LabError
from selu_lab.memory.note import Note
from selu_lab.tui.desk import Desk
from selu_lab.tui.messages import Changed, Refused
from selu_lab.tui.note_desk import NoteDesk
from selu_lab.tui.screens.form import Field, FormScreen
from selu_lab.tui.widgets.list_tab import WAYS, ListTab
from selu_lab.tui.widgets.note_lines import Entry, newest, searched

SHOWN = 100
"""Notes listed at once; more are found by searching."""


class NotesTab(ListTab):
    """Everything that touches the notes runs in a thread: opening them takes seconds."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "Edit", show=False),
        Binding("d,delete", "delete", "Delete", show=False),
        Binding("u", "undo", "Undo", show=False),
        Binding("slash", "find", "Search", show=False),
        Binding("x", "app.export_notes", "Export", show=False),
        Binding("i", "app.import_notes", "Import", show=False),
    ]
    keys = "/ search · e edit · d delete · u undo\nx export · i import"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._kept = NoteDesk(desk)
        self._notes: dict[str, Note] = {}
        self._deleted: dict[str, list[Note]] = defaultdict(list)

    def compose(self) -> ComposeResult:
        """The search above the list."""
        yield Static("", classes="head")
        yield Input(placeholder="Search as an agent would", compact=True)
        yield OptionList(markup=False)
        yield Static(Content(f"{self.keys}\n{WAYS}"), classes="keys")

    def look(self) -> None:
        """Read the notes, if they are open already or this tab is what the user sees."""
        if self._kept.ready or self.has_focus_within:
            self._read(self.query_one(Input).value)
        else:
            self.fill("The notes are being opened …", ())

    @work(thread=True, exclusive=True, group="notes")
    def _read(self, query: str) -> None:
        try:
            head, entries = self._found(query)
        except LabError as error:
            head, entries = str(error), []
        self.app.call_from_thread(self._show, head, entries)

    def _found(self, query: str) -> tuple[str, list[Entry]]:
        zone = self.desk.user.timezone
        if query.strip():
            return searched(self._kept.search(query, SHOWN), zone)
        return newest(*self._kept.newest(SHOWN), zone)

    def _show(self, head: str, entries: Sequence[Entry]) -> None:
        self._notes = {str(entry.option.id): entry.note for entry in entries if entry.note}
        self.fill(head, [entry.option for entry in entries])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while the user types."""
        event.stop()
        self._read(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the hits."""
        event.stop()
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Edit the chosen note."""
        event.stop()
        self.action_edit()

    def action_find(self) -> None:
        """Go to the search."""
        self.query_one(Input).focus()

    def action_edit(self) -> None:
        """Edit the chosen note."""
        if note := self._notes.get(self.chosen or ""):
            fields = [Field("content", "Text", note.content, long=True)]
            self.app.push_screen(FormScreen("Edit the note", fields, lambda to: self._change(note, to["content"])))

    def action_delete(self) -> None:
        """Delete the chosen note."""
        if note := self._notes.get(self.chosen or ""):
            self._delete(note)

    def action_undo(self) -> None:
        """Put the note back that was deleted last."""
        if gone := self._deleted[self.desk.user.id]:
            self._restore(gone.pop())

    @work(thread=True, group="notes-change")
    def _delete(self, note: Note) -> None:
        try:
            gone = self._kept.delete(note)
        except LabError as error:
            self.post_message(Refused(str(error)))
            return
        if gone:
            self._deleted[self.desk.user.id].append(note)
            self.post_message(Changed("Note deleted; u brings it back."))

    @work(thread=True, group="notes-change")
    def _restore(self, note: Note) -> None:
        self.do(lambda: self._kept.restore(note), "The note is back.")

    def _change(self, note: Note, content: str) -> None:
        self._kept.edit(note, content)
        self.post_message(Changed("Note changed."))
