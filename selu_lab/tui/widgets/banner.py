"""The header: which agent answers, through which model, to whom."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

ROOM = 100
"""Columns from which the usage has a place in the header."""


class Banner(Static):
    """One line at the top."""

    def __init__(self) -> None:
        super().__init__()
        self._told: tuple[str, str, str, str] = ("", "", "", "")

    def on_resize(self) -> None:
        """There may be room for the usage now, or none any more."""
        self.tell(*self._told)

    def tell(self, agent: str, model: str, user: str, usage: str = "") -> None:
        """Show agent, the model's label, the persona, and what the conversation has used so far."""
        self._told = (agent, model, user, usage)
        parts = [
            (" Selu Lab ", "bold $primary"),
            (agent, "bold"),
            ("  ·  ", "$muted"),
            (model, "$accent"),
            ("  ·  ", "$muted"),
            (user, ""),
        ]
        if usage and self.app.size.width >= ROOM:
            parts += [("  ·  ", "$muted"), (usage, "$muted")]
        self.update(Content.assemble(*parts))
