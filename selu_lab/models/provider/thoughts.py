"""Keeps a model's thinking out of its answer: some servers send it as <think> text in the middle of the stream."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)think(?:ing)?>")
_TAGS = ("<think>", "<thinking>", "</think>", "</thinking>")
_LONGEST = max(map(len, _TAGS))


class ThoughtFilter:
    """Drops <think>…</think> from text that arrives in pieces; an unclosed one runs to the end of the answer.

    A tag counts only at the beginning of a line, so that an answer may speak about it.
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._line_begins = True
        self._spoken = False

    def feed(self, text: str) -> str:
        """Take the next piece, give what belongs to the answer."""
        text = self._held + text
        cut = _partial_tag(text)
        self._held = text[cut:]
        return self._answer(text[:cut])

    def finish(self) -> str:
        """Give what was held because it could have become a tag."""
        held, self._held = self._held, ""
        return self._answer(held)

    def _answer(self, text: str) -> str:
        kept, position = [], 0
        for tag in _TAG.finditer(text):
            kept.append(self._keep(text[position : tag.start()]))
            if self._thinking or self._line_begins:
                self._thinking = not tag.group(1)
            else:
                kept.append(self._keep(tag.group()))
            position = tag.end()
        kept.append(self._keep(text[position:]))
        return "".join(kept)

    def _keep(self, text: str) -> str:
        """What of the text belongs to the answer, which does not begin with white space."""
        if self._thinking:
            return ""
        text = text if self._spoken else text.lstrip()
        if text:
            self._spoken = True
            last_line = text.rpartition("\n")[2]
            self._line_begins = not last_line.strip() and ("\n" in text or self._line_begins)
        return text


def _partial_tag(text: str) -> int:
    """Where a tag begins that the end of the text leaves unfinished; the text's length if none does."""
    start = text.rfind("<", -_LONGEST)
    unfinished = start >= 0 and any(tag.startswith(text[start:]) and tag != text[start:] for tag in _TAGS)
    return start if unfinished else len(text)
