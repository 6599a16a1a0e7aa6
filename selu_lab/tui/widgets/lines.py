"""The quiet lines of a transcript: what happened between the messages, and how a turn ended."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from selu_lab.conversation.items import MarkItem, TurnItem
from selu_lab.tui.tell import count, money, seconds

_SIGNS = {"info": ("·", "$muted"), "warning": ("!", "$warning"), "error": ("✗", "$error")}


class MarkLine(Static):
    """One sentence between the messages."""

    def __init__(self, item: MarkItem) -> None:
        sign, style = _SIGNS[item.level]
        super().__init__(Content.assemble((f"{sign} {item.sentence}", style)))
        self.item = item


class TurnLine(Static):
    """Tokens, cost and time of a turn; in red and with the reason where it did not end with an answer."""

    def __init__(self, item: TurnItem) -> None:
        failed = item.outcome in ("failed", "limit")
        super().__init__(_content(item, failed), classes="-failed" if failed else "")
        self.item = item


def _content(item: TurnItem, failed: bool) -> Content:
    used = (
        f"turn {item.turn} · {item.tokens_in:,} in · {count(item.tokens_out, 'token')} out"
        f" · {money(item.cost)} · {seconds(item.seconds)}"
    )
    if not item.sentence:
        return Content.styled(used, "$muted")
    style = "$error" if failed else "$warning"
    return Content.assemble((f"{'✗ ' if failed else ''}{item.sentence}\n", style), (used, "$muted"))
