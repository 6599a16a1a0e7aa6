"""The header: which agent answers, through which model, to whom."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

ROOM = 100
"""Columns from which the usage has a place in the header."""


class Banner(Static):
    """One line at the top."""

    def tell(self, agent: str, model: str, user: str, usage: str = "") -> None:
        """Show agent, the model's label, the persona, and what the conversation has used so far."""
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
