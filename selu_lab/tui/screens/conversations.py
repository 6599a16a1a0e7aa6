"""All conversations of the user: go on with one, rename, delete, export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from selu_lab.conversation.export import markdown
from selu_lab.conversation.journal import Conversation
from selu_lab.conversation.transcript import Transcript
from selu_lab.errors import LabError
from selu_lab.tui.desk import Desk
from selu_lab.tui.files import Writing, named
from selu_lab.tui.screens.form import Field, FormScreen
from selu_lab.tui.screens.listing import ListScreen
from selu_lab.tui.tell import count, day


class ConversationsScreen(ListScreen):
    """Gives the conversation to go on with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rename", "Rename"),
        Binding("d,delete", "delete", "Delete"),
        Binding("x", "export", "Export"),
    ]
    heading = "Conversations"
    keys = "Enter open · r rename · x export as Markdown · d delete · / find"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def options(self, wanted: str) -> Sequence[Option]:
        """Newest first; the one on screen is marked."""
        zone = self.desk.user.timezone
        found = self.desk.lab.journal.conversations(self.desk.user.id)
        return [
            Option(_told(one, zone, here=one.id == self.desk.conversation), id=one.id)
            for one in found
            if wanted in f"{one.title} {one.agent}".casefold()
        ]

    def _one(self) -> Conversation | None:
        return self.desk.lab.journal.get(self.chosen) if self.chosen else None

    def action_rename(self) -> None:
        """Give the chosen conversation another title."""
        if one := self._one():

            def rename(values: Mapping[str, str]) -> None:
                self.desk.lab.journal.rename(one.id, values["title"])

            self.app.push_screen(FormScreen("Rename", [Field("title", "Title", one.title)], rename))

    def action_delete(self) -> None:
        """Delete the chosen conversation, once the user has said yes."""
        if one := self._one():

            def delete(values: Mapping[str, str]) -> None:
                if one.id == self.desk.conversation:
                    raise LabError("This conversation is on screen.", hint="Begin another one first (Ctrl+N).")
                self.desk.lab.journal.delete(one.id)

            self.app.push_screen(FormScreen(f"Delete “{one.title}” for good?", [], delete, "delete"))

    def action_export(self) -> None:
        """Write the chosen conversation into a Markdown file."""
        if one := self._one():
            writing = Writing()

            def export(values: Mapping[str, str]) -> None:
                path = named(values["path"])
                writing.write(path, markdown(Transcript(self.desk.lab.journal.entries(one.id))))
                self.app.notify(f"Written to {path}.", markup=False)

            fields = [Field("path", "File", f"conversation-{one.id}.md")]
            self.app.push_screen(FormScreen("Export as Markdown", fields, export, "write"))


def _told(one: Conversation, zone: str, *, here: bool) -> Content:
    state = "ended" if one.ended_at else "open"
    origin = "reminder · " if one.origin == "reminder" else ""
    return Content.assemble(
        ("● " if here else "  ", "$primary"),
        (one.title or "(nothing said yet)", "bold" if not one.ended_at else ""),
        (f"\n  {origin}{one.agent} · {day(one.started_at, zone)} · {count(one.turns, 'turn')} · {state}", "$muted"),
    )
