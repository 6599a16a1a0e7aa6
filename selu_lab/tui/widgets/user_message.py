"""What the user said, or what a reminder brought back, and which lessons it is evidence for."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from selu_lab.conversation.items import UserItem
from selu_lab.tui.evidence import Quoted, spans
from selu_lab.tui.tell import clock
from selu_lab.tui.widgets.evidence_line import EvidenceLine


class UserMessage(Vertical):
    """A text with a bar at its side, above it who said it to whom, below it what it taught."""

    def __init__(self, item: UserItem, zone: str) -> None:
        super().__init__(classes="-reminder" if item.reminder else "")
        self.item = item
        self._zone = zone
        self._quoted: tuple[Quoted, ...] = ()

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(_content(self.item, self._zone), classes="said")

    async def teach(self, quoted: tuple[Quoted, ...]) -> None:
        """Mark what is quoted as evidence, with a line for each lesson."""
        if quoted == self._quoted:
            return
        self._quoted = quoted
        self.query_one(".said", Static).update(_content(self.item, self._zone, [one.quote for one in quoted]))
        await self.query(EvidenceLine).remove()
        await self.mount_all([EvidenceLine(one) for one in quoted])

    def line_of(self, lesson: str) -> EvidenceLine | None:
        """The line that leads to a lesson."""
        return next((line for line in self.query(EvidenceLine) if line.quoted.lesson == lesson), None)


def _content(item: UserItem, zone: str, quotes: list[str] | None = None) -> Content:
    who = "Reminder" if item.reminder else "You"
    late = f", {item.late_seconds // 60} min late" if item.late_seconds >= 60 else ""
    text = Content(item.text)
    for start, end in spans(text.plain, quotes or ()):
        text = text.stylize("underline $secondary", start, end)
    return Content.assemble(
        (who, "bold $accent" if item.reminder else "bold $primary"),
        (f" → {item.agent}  {clock(item.at, zone)}{late}\n", "$muted"),
        text,
    )
