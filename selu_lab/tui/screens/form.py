"""A small form: some fields, saved with Ctrl+S or Enter; what is wrong is said in it and nothing typed is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Select, Static, TextArea

from selu_lab.errors import LabError

Save = Callable[[Mapping[str, str]], object]
"""Takes the values by field name, in a thread; raises LabError when they cannot be."""

_UNSAVED = "This is not saved yet. Esc once more leaves it so."


@dataclass(frozen=True)
class Field:
    """One field. `choices` are (label, value) pairs; `long` is a text of several lines."""

    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    long: bool = False


class FormScreen(ModalScreen[None]):
    """Without fields it is a question: Enter does it, Esc does not."""

    CSS_PATH = "over.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Cancel"),
        Binding("ctrl+s", "save", "Save"),
        Binding("enter", "save", "Save"),
    ]

    def __init__(self, title: str, fields: Sequence[Field], save: Save, verb: str = "save") -> None:
        super().__init__()
        self._heading = title
        self._fields = fields
        self._save = save
        key = "Ctrl+S" if any(field.long for field in fields) else "Enter"
        self._keys = Content(f"{key} {verb} · Esc cancel")
        self._before: Mapping[str, str] = {}
        self._warned = self._saving = False

    def compose(self) -> ComposeResult:
        """Title, fields, fault, keys."""
        with Vertical(classes="sheet"):
            yield Static(Content(self._heading), classes="title")
            for field in self._fields:
                yield Static(Content(field.label), classes="label")
                yield _widget(field)
            yield Static(classes="fault")
            yield Static(self._keys, classes="keys")

    def on_mount(self) -> None:
        """Nothing is wrong yet."""
        self._tell("")
        self._before = self._values()

    def on_input_submitted(self) -> None:
        """Enter saves."""
        self.action_save()

    @on(Input.Changed)
    @on(Select.Changed)
    @on(TextArea.Changed)
    def _written(self) -> None:
        self._warned = False

    def action_leave(self) -> None:
        """Close; what was written is dropped only by a second Esc, and what is being saved is waited for."""
        if self._saving:
            return
        if self._warned or self._values() == self._before:
            self.dismiss()
        else:
            self._warned = True
            self._tell(_UNSAVED)

    @work(group="saving")
    async def action_save(self) -> None:
        """Save and close, or say what is wrong."""
        if self._saving:
            return
        self._saving = True
        keys = self.query_one(".keys", Static)
        keys.update(Content("One moment …"))
        try:
            await asyncio.to_thread(self._save, self._values())
        except LabError as error:
            self._tell(str(error))
            keys.update(self._keys)
        else:
            self.dismiss()
        finally:
            self._saving = False

    def _tell(self, sentence: str) -> None:
        fault = self.query_one(".fault", Static)
        fault.display = bool(sentence)
        fault.update(Content(sentence))

    def _values(self) -> dict[str, str]:
        return {field.name: self._value(field) for field in self._fields}

    def _value(self, field: Field) -> str:
        widget = self.query_one(f"#field-{field.name}")
        if isinstance(widget, TextArea):
            return widget.text
        return str(widget.value) if isinstance(widget, Input | Select) else ""


def _widget(field: Field) -> Input | TextArea | Select[str]:
    name = f"field-{field.name}"
    if field.long:
        return TextArea(field.value, id=name, compact=True, tab_behavior="focus")
    if field.choices:
        return Select(field.choices, value=field.value, allow_blank=False, id=name, compact=True)
    return Input(field.value, id=name, compact=True)
