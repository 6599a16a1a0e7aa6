"""The transcript on screen: a fold of the journal's entries, of which a window of at most thirty rows is mounted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from selu_lab.conversation.items import AgentItem, UserItem
from selu_lab.conversation.transcript import Transcript
from selu_lab.events import Entry
from selu_lab.tui.evidence import Evident
from selu_lab.tui.tell import count
from selu_lab.tui.widgets.rows import Row, redraw, row_for
from selu_lab.tui.widgets.user_message import UserMessage

WINDOW = 30
"""Rows mounted at once: with a hundred Markdown messages a change of focus takes 1.6 s, with thirty 0.5 s."""

STEP = 20
"""Rows by which the window moves; the rest stays in sight."""


class More(Static, can_focus=True):
    """A row that stands for what is not mounted; a click or Enter brings it."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter", "load", "Load")]

    class Wanted(Message):
        """The user wants to see what this row stands for."""

        def __init__(self, more: More) -> None:
            super().__init__()
            self.more = more

        @property
        def control(self) -> More:
            """The row, by which handlers tell the two apart."""
            return self.more

    def tell(self, number: int, where: str) -> None:
        """Say how many messages there are; nothing is shown for none."""
        self.display = number > 0
        self.update(Content(f"{'▲' if where == 'earlier' else '▼'} {count(number, where + ' message')}"))

    def action_load(self) -> None:
        """Ask for them."""
        self.post_message(self.Wanted(self))

    def on_click(self) -> None:
        """Ask for them."""
        self.action_load()


class TranscriptView(VerticalScroll):
    """Shows a conversation. It follows the end until the user scrolls away, and again once they are back there."""

    def __init__(self, zone: str) -> None:
        super().__init__()
        self.zone = zone
        self.fold = Transcript()
        self._first = 0
        self._rows: list[Row] = []
        self._seen = 0
        self._evident: Evident = {}

    def compose(self) -> ComposeResult:
        """The window between the two rows that stand for the rest."""
        yield More(id="earlier")
        yield Vertical(id="rows")
        yield More(id="later")

    def on_mount(self) -> None:
        """Stay at the end from the beginning."""
        self._tell_more()
        self.anchor()

    @property
    def mounted_rows(self) -> int:
        """How many rows are mounted."""
        return len(self._rows)

    @property
    def _last(self) -> int:
        return self._first + len(self._rows)

    @property
    def last_answer(self) -> str:
        """The text of the last thing an agent said; empty when it said nothing."""
        said = (item.text for item in reversed(self.fold.items) if isinstance(item, AgentItem) and item.text)
        return next(said, "")

    async def show(self, entries: Iterable[Entry]) -> None:
        """Show another conversation, at its end."""
        read = tuple(entries)
        self.fold = Transcript(read)
        self._seen = read[-1].seq if read else 0
        await self._move_to(len(self.fold.items) - WINDOW)
        self.anchor()

    async def take(self, entry: Entry) -> None:
        """Take the conversation's next entry; one that `show` has read already is left out."""
        if entry.seq <= self._seen:
            return
        self._seen = entry.seq
        before = len(self.fold.items)
        at_end = self._last == before
        changed = self.fold.apply(entry)
        if changed is None:
            return
        if len(self.fold.items) < before:  # a turn was taken back
            await self._move_to(len(self.fold.items) - WINDOW)
            return
        for index in range(max(changed, self._first), min(self._last, len(self.fold.items))):
            row, item = self._rows[index - self._first], self.fold.items[index]
            if row.item is not item:
                await redraw(row, item)
        if at_end:
            await self._append()
        self._tell_more()

    async def teach(self, evident: Evident) -> None:
        """Mark the turns that are evidence for lessons."""
        self._evident = evident
        await self._mark(self._rows)

    async def _mark(self, rows: Iterable[Row]) -> None:
        for row in rows:
            if isinstance(row, UserMessage):
                await row.teach(self._evident.get(row.item.turn, ()))

    async def to_turn(self, turn: int, lesson: str) -> None:
        """Bring a turn to the top, with the focus on its line about a lesson."""
        items = enumerate(self.fold.items)
        index = next((place for place, item in items if isinstance(item, UserItem) and item.turn == turn), None)
        if index is None:
            return
        self.anchor(False)
        if not self._first <= index < self._last:
            await self._move_to(index - WINDOW // 3)
        row = self._rows[index - self._first]
        if isinstance(row, UserMessage):
            (row.line_of(lesson) or self).focus(scroll_visible=False)
            self.call_after_refresh(self.scroll_to_widget, row, animate=False, top=True)

    async def to_end(self) -> None:
        """Go to the end and stay there."""
        if self._last < len(self.fold.items):
            await self._move_to(len(self.fold.items) - WINDOW)
        self.anchor()

    async def page(self, direction: int) -> None:
        """Scroll by a page, up (-1) or down (1); beyond the window's edge the window moves."""
        if direction < 0 and self.scroll_y <= 0 and self._first > 0:
            await self._earlier()
        elif direction > 0 and self.is_vertical_scroll_end and self._last < len(self.fold.items):
            await self._later()
        elif direction < 0:
            self.scroll_page_up(animate=False)
        else:
            self.scroll_page_down(animate=False)

    def release_anchor(self) -> None:
        """Scrolling down while already at the end must not lose the end (Textual lets go of it then)."""
        super().release_anchor()
        self.call_after_refresh(self._follow_at_end)

    def _follow_at_end(self) -> None:
        if self.is_anchored and self.scroll_target_y >= self.max_scroll_y:
            self.anchor()

    @on(More.Wanted, "#earlier")
    async def _wants_earlier(self, wanted: More.Wanted) -> None:
        await self._earlier()

    @on(More.Wanted, "#later")
    async def _wants_later(self, wanted: More.Wanted) -> None:
        await self._later()

    async def _earlier(self) -> None:
        await self._move_to(self._first - STEP)
        self.scroll_to(y=0, animate=False)

    async def _later(self) -> None:
        await self._move_to(self._first + STEP)
        self.scroll_to(y=0, animate=False)

    async def _move_to(self, first: int) -> None:
        """Mount the window that begins there, instead of the one that is mounted."""
        self._first = max(0, min(first, len(self.fold.items) - WINDOW))
        self._rows = [row_for(item, self.zone) for item in self.fold.items[self._first : self._first + WINDOW]]
        async with self.batch():
            rows = self.query_one("#rows", Vertical)
            await rows.remove_children()
            await rows.mount_all(self._rows)
            await self._mark(self._rows)
        self._tell_more()

    async def _append(self) -> None:
        """Mount what is new at the end, and let the oldest rows go."""
        new = [row_for(item, self.zone) for item in self.fold.items[self._last :]]
        if not new:
            return
        self._rows += new
        await self.query_one("#rows", Vertical).mount_all(new)
        await self._mark(new)
        gone, self._rows = self._rows[:-WINDOW], self._rows[-WINDOW:]
        self._first += len(gone)
        for row in gone:
            await row.remove()

    def _tell_more(self) -> None:
        self.query_one("#earlier", More).tell(self._first, "earlier")
        self.query_one("#later", More).tell(len(self.fold.items) - self._last, "later")
