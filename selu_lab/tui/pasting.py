"""A paste is text, whatever stands in it: no terminal sequence in one may press a key.

Terminals differ in what they take out of a paste, and Textual takes an escape in one for keys: Enter sends, `a` allows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

START, END = "\x1b[200~", "\x1b[201~"
_SEQUENCE = re.compile("\x1b([@-_])?")


class CarefulParser(XTermParser):
    """Reads keys and pastes; escapes in a paste become the same control characters in one byte, which are no keys."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasting = False
        self._before = self._rest = ""

    def feed(self, data: str) -> Iterable[Message]:
        """Give the events in a piece of input; an empty one is its end."""
        harmless = self._harmless(data)
        return super().feed(harmless) if harmless or not data else ()

    def _harmless(self, data: str) -> str:
        """The same input with harmless pastes; what may be the beginning of a paste's end waits for the next piece."""
        text, told = self._rest + data, []
        self._rest = ""
        while text:
            piece, text = self._pasted(text) if self._pasting else self._typed(text)
            told.append(piece)
        return "".join(told)

    def _typed(self, text: str) -> tuple[str, str]:
        """What is no paste, through the mark that begins one; such a mark may come in two pieces."""
        place = (self._before + text).find(START)
        self._pasting = place >= 0
        cut = place + len(START) - len(self._before) if self._pasting else len(text)
        self._before = "" if self._pasting else (self._before + text)[1 - len(START) :]
        return text[:cut], text[cut:]

    def _pasted(self, text: str) -> tuple[str, str]:
        """What is pasted, through the mark that ends it."""
        body, end, after = text.partition(END)
        self._pasting = not end
        if not end:
            held = next((size for size in range(len(END) - 1, 0, -1) if body.endswith(END[:size])), 0)
            body, self._rest = body[: len(body) - held], body[len(body) - held :]
        return _SEQUENCE.sub(_in_one, body) + end, after


def _in_one(found: re.Match[str]) -> str:
    return chr(ord(found[1]) + 0x40) if found[1] else ""


def be_careful() -> None:
    """Let Textual's driver read with this parser; it takes no other way to be told."""
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        linux_driver.XTermParser = CarefulParser  # type: ignore[attr-defined]
