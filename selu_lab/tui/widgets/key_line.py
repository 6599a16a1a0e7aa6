"""The line of keys at the bottom: the most useful first, wherever the focus is, and never one that is cut."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

Keys = tuple[tuple[Binding, bool], ...]
"""Keys and whether each can be used."""

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

        self._told: Keys = ()

    def compose(self) -> ComposeResult:
        """The keys that fit."""
        self._told = self._keys()
        for binding, enabled in self._told:
            yield FooterKey(
                binding.key,
                self.app.get_key_display(binding),
                binding.description,
                binding.action,
                disabled=not enabled,
                classes="-compact",
            )

    def _keys(self) -> Keys:
        shown = [one for one in self.screen.active_bindings.values() if one.binding.show]
        active = {one.binding.action: one for one in reversed(shown)}  # of two keys for one action the first is told
        fitting = self._fitting([one.binding for one in active.values()])
        return tuple((active[action].binding, active[action].enabled) for action in fitting)

    def _fitting(self, bindings: Sequence[Binding]) -> list[str]:
        widths = {one.action: len(f"{self.app.get_key_display(one)} {one.description} ") for one in bindings}
        known = [action for action in _ORDER if action in widths]
        own = [action for action in widths if action not in _ORDER]
        while known and sum(widths[action] for action in [*known, *own]) > self.app.size.width + 1:
            known.pop()
        return [*known, *own]

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Other keys may do something now."""
        if screen.app.app_focus and self.is_attached and screen is self.screen:
            self.call_after_refresh(self._redraw)

    def on_resize(self) -> None:
        """There is more room, or less."""
        self.call_after_refresh(self._redraw)

    async def _redraw(self) -> None:
        if self.is_attached and self._keys() != self._told:
            await self.recompose()
