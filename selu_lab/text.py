"""Foreign text made safe: what comes from a model, a tool, a file or a paste passes here before it enters an event."""

from __future__ import annotations

import re
import unicodedata

# C0 without tab and newline, DEL, C1: the characters a terminal obeys. Lone surrogates cannot be stored as UTF-8.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# Bidirectional overrides and isolates make a line read otherwise than it is, and the rest of a list with it.
_OVERRIDE = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_UNSAFE = re.compile(rf"{_CONTROL.pattern}|{_OVERRIDE.pattern}".replace("]|[", ""))  # one look, for nearly every text
# CSI, OSC/DCS/SOS/PM/APC up to their end, and two-character escapes, so that no "[31m" is left behind as text.
_CSI = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*"
_STRING = r"(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*"
_SEQUENCE = re.compile(rf"{_CSI}[@-~]|{_STRING}(?:\x07|\x1b\\|\x9c)?|\x1b[ -~]?")
_OPEN_SEQUENCE = re.compile(rf"{_CSI}$|{_STRING}\x1b?$|\x1b$")
_LONGEST_SEQUENCE = 4_096  # an unfinished one beyond this is dropped: a stream must not be held back for ever
# Bidirectional overrides and invisible characters: they make text read differently from what it is.
_HIDDEN = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f]"
    r"|[\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def clean(text: str) -> str:
    """Give the text as it is safe to show: without terminal escapes, control characters and overrides of direction.

    Newlines (also CR, CRLF) become \\n, tabs stay.
    """
    return _OVERRIDE.sub("", without_controls(text)) if _UNSAFE.search(text) else text


def without_controls(text: str) -> str:
    """`clean` that leaves overrides of direction in: for files whose authors are told of them."""
    if not _CONTROL.search(text):  # C1 and ESC are among these characters, and so is CR
        return text
    text = _SEQUENCE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _CONTROL.sub("", text)


class StreamCleaner:
    """`clean` for text that arrives in pieces: an escape sequence split over two deltas is held until it is whole."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, delta: str) -> str:
        """Take the next piece, give what is safe to show now."""
        text = self._held + delta
        self._held = ""
        if match := _OPEN_SEQUENCE.search(text):
            if len(match.group()) <= _LONGEST_SEQUENCE:
                self._held = match.group()
            text = text[: match.start()]
        elif text.endswith("\r"):
            self._held, text = "\r", text[:-1]
        return clean(text)

    def finish(self) -> str:
        """Give what is still held, cleaned, at the end of the stream."""
        held, self._held = self._held, ""
        return clean(held)


def hidden_characters(text: str) -> bool:
    """Tell whether the text holds bidirectional or invisible characters."""
    return bool(_HIDDEN.search(text))


def visible(text: str) -> str:
    """The text as a reader takes it: hidden characters dropped, full width and no-break spaces made plain (NFKC)."""
    return unicodedata.normalize("NFKC", _HIDDEN.sub("", text))


def normalized(text: str) -> str:
    """The text as it is compared: as it is visible, case folded, white space collapsed."""
    return " ".join(visible(text).casefold().split())


def tokens(text: str) -> int:
    """Estimate the tokens of a text: UTF-8 bytes / 4, rounded up, as production's context budget does (S1/S2)."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def shorten(text: str, limit: int) -> str:
    """One line of at most `limit` characters; a cut is marked with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: max(limit - 1, 0)].rstrip() + "…"
