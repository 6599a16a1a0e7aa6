"""A text to read in full, exactly as it is."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class ReadingScreen(ModalScreen[None]):
    """A title, the text, and a line below."""

    CSS_PATH = "over.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "Close"), ("c", "copy", "Copy")]

    def __init__(self, title: str, text: str | Content, below: str = "") -> None:
        super().__init__()
        self._heading = title
        self._text = text if isinstance(text, Content) else Content(text)
        self._below = below

    def compose(self) -> ComposeResult:
        """Title, text, line."""
        with Vertical(classes="sheet -wide-sheet"):
            yield Static(Content(self._heading), classes="title")
            with VerticalScroll(classes="page"):
                yield Static(self._text)
            yield Static(Content(self._below + ("  ·  " if self._below else "") + "c copy · Esc close"), classes="keys")

    def action_copy(self) -> None:
        """Copy the text."""
        self.app.copy_to_clipboard(self._text.plain)
        self.app.notify("Copied.", markup=False)
