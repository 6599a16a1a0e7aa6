"""What the agent says: Markdown that grows while it streams and is set once more when it is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from selu_lab.conversation.items import AgentItem

if TYPE_CHECKING:
    from textual.widgets.markdown import MarkdownStream


class AgentMessage(Vertical):
    """An answer under the agent's name."""

    def __init__(self, item: AgentItem) -> None:
        super().__init__()
        self.item = item
        self._stream: MarkdownStream | None = None

    def compose(self) -> ComposeResult:
        """The name and what has been said so far."""
        from textual.widgets import Markdown  # a blank page needs none, and its parser takes a while to import

        self._said = Markdown(self.item.text, open_links=False)
        yield Static(_heading(self.item), classes="heading")
        yield self._said

    async def show(self, item: AgentItem) -> None:
        """Append what is new while it streams; set the whole text when it does not."""
        before, self.item = self.item, item
        if item.streaming and item.text.startswith(before.text):
            await self._grow(item.text[len(before.text) :])
        else:
            await self._replace(item)

    async def _grow(self, piece: str) -> None:
        if self._stream is None:
            self._stream = self._said.get_stream(self._said)
        await self._stream.write(piece)

    async def _replace(self, item: AgentItem) -> None:
        if self._stream is not None:
            await self._stream.stop()
            self._stream = None
        await self._said.update(item.text)
        self.query_one(".heading", Static).update(_heading(item))

    async def on_unmount(self) -> None:
        """Let go of the stream."""
        if self._stream is not None:
            await self._stream.stop()


def _heading(item: AgentItem) -> Content:
    kept = "" if item.complete else "  stopped here; the text so far is kept"
    return Content.assemble((item.agent, "bold $secondary"), (kept, "italic $warning"))
