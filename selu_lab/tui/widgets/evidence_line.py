"""A line below a user's message that taught the agent something: the way to the lesson."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from selu_lab.text import shorten
from selu_lab.tui.evidence import Quoted
from selu_lab.tui.messages import OpenLesson


class EvidenceLine(Static, can_focus=True):
    """Enter or a click opens the lesson."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "Open")]

    def __init__(self, quoted: Quoted) -> None:
        super().__init__(
            Content.assemble(
                ("◆ ", "$secondary"), (f"{quoted.lesson}  ", "$accent"), (shorten(quoted.text, 200), "$muted")
            )
        )
        self.quoted = quoted

    def action_open(self) -> None:
        """Open the lesson."""
        self.post_message(OpenLesson(self.quoted.agent, self.quoted.lesson))

    def on_click(self) -> None:
        """Open the lesson."""
        self.action_open()
