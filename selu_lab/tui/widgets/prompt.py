"""Where the user writes: Enter sends, Ctrl+J begins a new line, long pastes stay short."""

from __future__ import annotations

import re
from itertools import count
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key, Paste
from textual.message import Message
from textual.widgets import TextArea

from selu_lab.text import clean

LONG_PASTE = 1_000
"""Characters from which a paste stands as a token: a line of 100 KB costs 0.3 s a key."""

LONG_PASTE_LINES = 12
_TOKEN = re.compile(r"\[pasted text #(\d+): [^\]]*\]")


class Prompt(TextArea):
    """The input. Up and Down fetch what was sent before, when the cursor is at the text's edge."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+j,shift+enter", "newline", "New line", show=False, priority=True),
        Binding("pageup", "page(-1)", "Scroll up", show=False, priority=True),
        Binding("pagedown", "page(1)", "Scroll down", show=False, priority=True),
    ]

    class Sent(Message):
        """The user sent a text."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Paged(Message):
        """The user scrolls the transcript from here: -1 up, 1 down."""

        def __init__(self, direction: int) -> None:
            super().__init__()
            self.direction = direction

    def __init__(self) -> None:
        super().__init__(compact=True, highlight_cursor_line=False, tab_behavior="focus")
        self._pastes: dict[int, str] = {}
        self._numbers = count(1)
        self._sent: list[str] = []
        self._place = 0

    def action_send(self) -> None:
        """Send the text, if there is one."""
        if self.text.strip():
            self.post_message(self.Sent(self.whole_text))

    def action_newline(self) -> None:
        """Begin a new line."""
        self.insert("\n")

    def action_page(self, direction: int) -> None:
        """Scroll the transcript."""
        self.post_message(self.Paged(direction))

    @property
    def whole_text(self) -> str:
        """What was written, with pastes in full."""
        return _TOKEN.sub(lambda found: self._pastes.get(int(found[1]), found[0]), self.text).strip()

    def accepted(self) -> None:
        """The text was taken: remember it, begin afresh."""
        self._sent.append(self.text)
        self._place = len(self._sent)
        self.text = ""

    async def _on_paste(self, event: Paste) -> None:
        event.prevent_default()
        event.stop()
        text = clean(event.text)
        lines = text.count("\n") + 1
        if len(text) > LONG_PASTE or lines > LONG_PASTE_LINES:
            number = next(self._numbers)
            self._pastes[number] = text
            text = f"[pasted text #{number}: {lines:,} lines, {len(text):,} characters]"
        self.insert(text)

    def _fetch(self, step: int) -> None:
        self._place = min(max(self._place + step, 0), len(self._sent))
        self.text = self._sent[self._place] if self._place < len(self._sent) else ""
        self.move_cursor(self.document.end)

    def on_key(self, event: Key) -> None:
        """Enter sends; Up in the first line and Down in the last one go through what was sent.

        Enter is no priority binding: such a one overtakes the letters typed just before it.
        """
        row = self.cursor_location[0]
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.action_send()
        elif event.key == "up" and row == 0 and self._place > 0:
            event.stop()
            event.prevent_default()
            self._fetch(-1)
        elif event.key == "down" and row == self.document.line_count - 1 and self._place < len(self._sent):
            event.stop()
            event.prevent_default()
            self._fetch(1)
