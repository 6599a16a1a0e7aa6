"""A screen with the panel beside it or, where there is no room, over it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from selu_lab.tui.widgets.prompt import Prompt
from selu_lab.tui.widgets.side_panel import SidePanel


class PaneledScreen(Screen[None]):
    """The keys of the panel."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 – Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+t", "panel", "Panel", priority=True),
        Binding("f8", "next_tab", "Next tab", show=False),
    ]

    def action_panel(self) -> None:
        """Show or hide the panel: beside the transcript where there is room, else over it."""
        narrow = self.has_class("-narrow")
        self.toggle_class("-panel-open" if narrow else "-panel-closed")
        panel = self.query_one(SidePanel)
        if narrow and self.has_class("-panel-open"):
            panel.take_focus()
        elif not panel.display:
            self.to_prompt()
        panel.look()

    async def open_tab(self, tab: str) -> None:
        """Show the panel with this tab."""
        self.remove_class("-panel-closed")
        self.add_class("-panel-open")
        await self.query_one(SidePanel).open(tab)

    async def action_next_tab(self) -> None:
        """Show the panel's next tab; its present one when the panel was hidden."""
        panel = self.query_one(SidePanel)
        await self.open_tab(panel.next if panel.display else panel.tab)

    def refresh_panel(self) -> None:
        """Look again at what the panel shows."""
        self.query_one(SidePanel).look()

    def to_prompt(self) -> None:
        """Put the focus into the prompt; a panel over it closes."""
        self.remove_class("-panel-open")
        self.query_one(Prompt).focus()
