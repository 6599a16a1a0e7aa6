"""Where the user writes: Enter sends, Ctrl+J begins a new line, long pastes stay short."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
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
        Binding("pageup", "page(-1)", "Scroll up", show=False, priority=True),
        Binding("pagedown", "page(1)", "Scroll down", show=False, priority=True),
    ]

    class Sent(Message):
        """The user sent a text; `replaces` is the turn it is asked instead of, 0 for none."""

        def __init__(self, text: str, replaces: int) -> None:
            super().__init__()
            self.text = text
            self.replaces = replaces

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
        self._edited = self._draft = ""
        self.replaces = 0
        """The turn whose text is being edited, 0 for none."""

    def action_send(self) -> None:
        """Send the text, if there is one."""
        if self.text.strip():
            self.post_message(self.Sent(self.whole_text, self.replaces))

    def action_page(self, direction: int) -> None:
        """Scroll the transcript."""
        self.post_message(self.Paged(direction))

    @property
    def whole_text(self) -> str:
        """What was written, with pastes in full."""
        return _TOKEN.sub(lambda found: self._pastes.get(int(found[1]), found[0]), self.text).strip()

    def take_back(self) -> None:
        """Put back what was sent last, before anything else was written."""
        if self._sent and not self.text:
            self._write(self._sent.pop())
            self._place = len(self._sent)

    def accepted(self) -> None:
        """The text was taken: remember it, begin afresh, or go on with what an edit had interrupted."""
        self._sent.append(self.text)
        self._place = len(self._sent)
        self._write(self._draft)
        self.replaces, self._draft = 0, ""

    def take_again(self, turn: int, text: str) -> None:
        """Take the text of a turn back for editing; what stood here waits until that is sent or given up."""
        if not self.replaces:
            self._draft = self.text
        self.replaces, self._edited = turn, text
        self._write(text)

    def give_up(self) -> None:
        """Replace nothing. What was edited stays here, as a text of its own; what was not makes room for the draft."""
        if not self.replaces:
            return
        if self.text == self._edited:
            self._write(self._draft)
        elif self._draft:
            self._sent.append(self._draft)
            self._place = len(self._sent)
        self.replaces, self._draft = 0, ""

    def _write(self, text: str) -> None:
        self.text = text
        self.move_cursor(self.document.end)

    async def _on_paste(self, event: Paste) -> None:
        event.prevent_default()
        event.stop()
        text = clean(event.text)
        lines = text.count("\n") + 1
        if len(text) > LONG_PASTE or lines > LONG_PASTE_LINES:
            number = next(self._numbers)
            self._pastes[number] = text
            text = f"[pasted text #{number}: {lines:,} line{'s' if lines > 1 else ''}, {len(text):,} characters]"
        self.insert(text)

    def _fetch(self, step: int) -> None:
        self._place = min(max(self._place + step, 0), len(self._sent))
        self._write(self._sent[self._place] if self._place < len(self._sent) else "")

    def on_key(self, event: Key) -> None:
        """Keys that mean something else here than in a text.

        Enter is no priority binding: such a one overtakes the letters typed just before it.
        """
        meant = self._meant(event.key)
        if meant is not None:
            event.stop()
            event.prevent_default()
            meant()

    def _meant(self, key: str) -> Callable[[], object] | None:
        """What a key does: Enter sends; Up in the first line and Down in the last go through what was sent."""
        row = self.cursor_location[0]
        if key == "enter":
            return self.action_send
        if key in ("ctrl+j", "shift+enter"):
            return partial(self.insert, "\n")
        if key == "up" and row == 0 and self._place > 0:
            return partial(self._fetch, -1)
        if key == "down" and row == self.document.line_count - 1 and self._place < len(self._sent):
            return partial(self._fetch, 1)
        return None
