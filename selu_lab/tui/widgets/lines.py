"""The quiet lines of a transcript: what happened between the messages, and how a turn ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from selu_lab.conversation.items import MarkItem, TurnItem
from selu_lab.events import LessonChanged, ReflectionFinished, TurnTakenBack
from selu_lab.tui.messages import OpenLesson, OpenReflection, OpenTakenBack
from selu_lab.tui.tell import count, flow, money, seconds

_SIGNS = {"info": ("·", "$muted"), "warning": ("!", "$warning"), "error": ("✗", "$error")}


class MarkLine(Static):
    """One sentence between the messages; Enter or a click on one about a lesson, a reflection or a turn opens that."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "Open")]

    def __init__(self, item: MarkItem) -> None:
        sign, style = _SIGNS[item.level]
        super().__init__(Content.assemble((f"{sign} {item.sentence}", style)), classes="-door" if item.about else "")
        self.item = item
        self.can_focus = item.about is not None

    def action_open(self) -> None:
        """Open what the line is about."""
        match self.item.about:
            case LessonChanged(agent=agent, lesson=lesson):
                self.post_message(OpenLesson(agent, lesson))
            case ReflectionFinished(run=run):
                self.post_message(OpenReflection(run))
            case TurnTakenBack(taken=turn):
                self.post_message(OpenTakenBack(turn))
            case None:
                pass

    def on_click(self) -> None:
        """Open what the line is about."""
        self.action_open()


class TurnLine(Static):
    """Tokens, cost and time of a turn; in red and with the reason where it did not end with an answer."""

    def __init__(self, item: TurnItem) -> None:
        self._failed = item.outcome in ("failed", "limit")
        super().__init__(classes="-failed" if self._failed else "")
        self.item = item

    def on_resize(self, event: Resize) -> None:
        """Break the line anew, between what belongs together."""
        self.update(_content(self.item, self._failed, self.content_size.width))


def _content(item: TurnItem, failed: bool, width: int) -> Content:
    used = Content.styled(flow(_parts(item), width), "$muted")
    if not item.sentence:
        return used
    style = "$error" if failed else "$warning"
    return Content.assemble((f"{'✗ ' if failed else ''}{item.sentence}\n", style), used)


def _parts(item: TurnItem) -> Iterator[str]:
    """Tokens and cost are left out where nobody told them: a turn that was stopped, or never reached its model."""
    yield f"turn {item.turn}"
    if item.tokens_in or item.tokens_out:
        yield f"{item.tokens_in:,} in"
        yield f"{count(item.tokens_out, 'token')} out"
        yield money(item.cost)
    yield seconds(item.seconds)
