"""The line of keys at the bottom: the most useful first, wherever the focus is, and never one that is cut."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

_ORDER = (
    "close", "agent", "tab", "context", "reflection", "app.reflection", "again", "app.reflect",
    "help", "new", "stop", "end", "conversations", "agents", "board", "panel", "command_palette", "quit",
    "ask_again", "edit_last",
)  # fmt: skip
"""The actions by use. What only the focused widget can do comes behind them, so that nothing moves with the focus."""


class KeyLine(Footer):
    """Where there is no room for all, the last of the order are left out; F1 tells them."""

    def __init__(self) -> None:
        super().__init__(show_command_palette=False, compact=True)

    def compose(self) -> ComposeResult:
        """The keys that fit."""
        shown = [one for one in self.screen.active_bindings.values() if one.binding.show]
        active = {one.binding.action: one for one in reversed(shown)}  # of two keys for one action the first is told
        for action in self._fitting([one.binding for one in active.values()]):
            _, binding, enabled, tooltip = active[action]
            yield FooterKey(
                binding.key,
                self.app.get_key_display(binding),
                binding.description,
                action,
                disabled=not enabled,
                tooltip=tooltip,
            ).data_bind(compact=Footer.compact)

    def _fitting(self, bindings: Sequence[Binding]) -> list[str]:
        widths = {one.action: len(f"{self.app.get_key_display(one)} {one.description} ") for one in bindings}
        known = [action for action in _ORDER if action in widths]
        own = [action for action in widths if action not in _ORDER]
        while known and sum(widths[action] for action in [*known, *own]) > self.app.size.width + 1:
            known.pop()
        return [*known, *own]

    def on_resize(self) -> None:
        """There is more room, or less."""
        self.call_after_refresh(self.recompose)
