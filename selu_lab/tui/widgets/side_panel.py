"""The panel beside the transcript: context, notes, reminders, lessons, profile."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, TabbedContent, TabPane

from selu_lab.conversation.transcript import Transcript
from selu_lab.tui.desk import Desk
from selu_lab.tui.widgets.context_tab import ContextTab
from selu_lab.tui.widgets.lessons_tab import LessonsTab
from selu_lab.tui.widgets.list_tab import ListTab
from selu_lab.tui.widgets.notes_tab import NotesTab
from selu_lab.tui.widgets.profile_tab import ProfileTab
from selu_lab.tui.widgets.reminders_tab import RemindersTab

_TABS: Mapping[str, type[ListTab]] = MappingProxyType(
    {"context": ContextTab, "notes": NotesTab, "reminders": RemindersTab, "lessons": LessonsTab, "profile": ProfileTab}
)


class SidePanel(Vertical):
    """Five tabs, each a list, by their numbers; a tab is mounted when it is first shown, so that the start is fast.

    Only the one in sight is read anew when something changes.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(place), f"open('{name}')", name.capitalize(), show=False) for place, name in enumerate(_TABS, 1)
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        """The tabs; the first is in sight at once."""
        with TabbedContent():
            for name in _TABS:
                with TabPane(name.capitalize(), id=name):
                    if name == "context":
                        yield ContextTab(self.desk)

    def look(self) -> None:
        """Show the tab in sight as things are now."""
        pane = self.query_one(TabbedContent).active_pane
        if pane is not None and self.display:
            for tab in pane.query(ListTab):
                tab.look()

    def follow(self, fold: Transcript) -> None:
        """Take the transcript whose contexts are shown."""
        self.query_one(ContextTab).follow(fold)

    @property
    def tab(self) -> str:
        """The tab in front."""
        return self.query_one(TabbedContent).active

    @property
    def next(self) -> str:
        """The tab to the right of it, the first after the last."""
        names = list(_TABS)
        return names[(names.index(self.tab) + 1) % len(names)]

    async def action_open(self, tab: str) -> None:
        """Bring a tab to the front."""
        await self.open(tab)

    async def open(self, tab: str) -> None:
        """Bring a tab to the front, with the cursor in its list."""
        await self._fill(tab)
        self.query_one(TabbedContent).active = tab
        self.take_focus()

    async def _fill(self, tab: str) -> None:
        pane = self.query_one(TabbedContent).get_pane(tab)
        if not pane.query(ListTab):
            await pane.mount(_TABS[tab](self.desk))

    def take_focus(self) -> None:
        """Put the cursor into the list of the tab in front."""
        tabs = self.query_one(TabbedContent)
        tabs.get_pane(tabs.active).query_one(OptionList).focus()

    async def on_tabbed_content_tab_activated(self, event: TabbedContent.TabActivated) -> None:
        """Look when a tab comes to the front."""
        await self._fill(str(event.pane.id))
        self.look()
