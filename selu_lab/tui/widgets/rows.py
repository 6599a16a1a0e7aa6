"""Which widget draws which item of a transcript."""

from __future__ import annotations

from textual.widget import Widget

from selu_lab.conversation.items import AgentItem, CallItem, Item, MarkItem, TurnItem, UserItem
from selu_lab.tui.widgets.agent_message import AgentMessage
from selu_lab.tui.widgets.call_message import CallMessage
from selu_lab.tui.widgets.lines import MarkLine, TurnLine
from selu_lab.tui.widgets.user_message import UserMessage

Row = UserMessage | AgentMessage | CallMessage | MarkLine | TurnLine


def row_for(item: Item, zone: str) -> Row:
    """The widget of an item; times are told in this zone."""
    match item:
        case UserItem():
            return UserMessage(item, zone)
        case AgentItem():
            return AgentMessage(item)
        case CallItem():
            return CallMessage(item)
        case MarkItem():
            return MarkLine(item)
        case TurnItem():
            return TurnLine(item)


async def redraw(row: Row, item: Item) -> None:
    """Show the item's new state in its row."""
    match row, item:
        case AgentMessage(), AgentItem():
            await row.show(item)
        case CallMessage(), CallItem():
            await row.show(item)
        case _:
            pass


def is_row(widget: Widget) -> bool:
    """Whether the widget draws an item."""
    return isinstance(widget, Row)
