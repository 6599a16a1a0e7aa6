"""A thing one can choose by a key or a click, that never takes the focus."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class Choice(Static):
    """Shows a key and what it does; a click does the same. Enter can never hit it by accident."""

    def __init__(self, key: str, label: str, action: str, *, tone: str = "$accent", classes: str = "") -> None:
        """`action` is one of the screen's, `tone` the colour of the key."""
        super().__init__(Content.assemble((key, f"bold {tone}"), f" {label}"), classes=classes)
        self._action = action

    async def on_click(self) -> None:
        """Do it."""
        await self.screen.run_action(self._action)
