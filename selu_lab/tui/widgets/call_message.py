"""A tool call: one line that says what was called and what came of it, opened to everything about it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.reactive import reactive
from textual.widgets import Static

from selu_lab.conversation.items import CallItem
from selu_lab.events import NotesSearched
from selu_lab.tui.widgets.call_details import hits_of, story, summary


class CallMessage(Vertical, can_focus=True):
    """Enter, space or a click opens and closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "Open")]
    opened = reactive(False)

    def __init__(self, item: CallItem) -> None:
        super().__init__()
        self.item = item

    def compose(self) -> ComposeResult:
        """The line and the room below it."""
        yield Static(summary(self.item, opened=False), classes="summary")
        yield Vertical(classes="details")

    async def show(self, item: CallItem) -> None:
        """Show what has become of the call."""
        self.item = item
        await self._draw()

    def action_open(self) -> None:
        """Open or close the details."""
        self.opened = not self.opened

    def on_click(self, event: Click) -> None:
        """A click on the line does the same; one into the details leaves them, so that text can be selected."""
        if event.widget is None or event.widget.has_class("summary"):
            self.action_open()

    async def watch_opened(self) -> None:
        """Draw anew."""
        if self.is_mounted:
            await self._draw()

    async def _draw(self) -> None:
        self.query_one(".summary", Static).update(summary(self.item, opened=self.opened))
        details = self.query_one(".details", Vertical)
        details.display = self.opened
        await details.remove_children()
        if self.opened:
            await details.mount(_told(self.item), *_found(self.item))


def _told(item: CallItem) -> Grid:
    """Labels beside what they stand for."""
    cells = ((Static(Content(label), classes="label"), Static(text, markup=False)) for label, text in story(item))
    return Grid(*(cell for pair in cells for cell in pair), classes="story")


def _found(item: CallItem) -> list[Horizontal]:
    """For each search its hits, and beside them what production would have found."""
    searches = [detail for detail in item.details if isinstance(detail, NotesSearched)]
    return [Horizontal(*(Static(side) for side in hits_of(search)), classes="hits") for search in searches]
