"""The last look at what goes to the terminal: nothing in it may be something a terminal obeys.

The core cleans what enters an event; this also holds for text that never was one – an agent's name, a file's path.
"""

from __future__ import annotations

import re

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_OBEYED = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class Harmless(LineFilter):
    """Takes control characters out of every line that is drawn; they have no width, so nothing moves."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Give the segments without control characters."""
        if not any(_OBEYED.search(segment.text) for segment in segments):
            return segments
        return [Segment(_OBEYED.sub("", one.text), one.style, one.control) for one in segments]
