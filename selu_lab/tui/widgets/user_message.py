"""What the user said, or what a reminder brought back."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from selu_lab.conversation.items import UserItem
from selu_lab.tui.tell import clock


class UserMessage(Static):
    """A text with a bar at its side, and above it who said it to whom."""

    def __init__(self, item: UserItem, zone: str) -> None:
        super().__init__(_content(item, zone), classes="-reminder" if item.reminder else "")
        self.item = item


def _content(item: UserItem, zone: str) -> Content:
    who = "Reminder" if item.reminder else "You"
    late = f", {item.late_seconds // 60} min late" if item.late_seconds >= 60 else ""
    return Content.assemble(
        (who, "bold $accent" if item.reminder else "bold $primary"),
        (f" → {item.agent}  {clock(item.at, zone)}{late}\n", "$muted"),
        item.text,
    )
