"""The transcript: a fold of a conversation's entries into plain items, of which screens and exports draw a window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from selu_lab.conversation.items import AgentItem, CallItem, Detail, Item, MarkItem, TurnItem, UserItem
from selu_lab.conversation.marks import marked, stays
from selu_lab.events import (
    AgentChosen,
    AnyEvent,
    ApprovalAnswered,
    ApprovalAsked,
    ContextBuilt,
    ConversationEnded,
    Entry,
    LessonChanged,
    ModelAnswered,
    ModelCalled,
    ModelRetrying,
    NoteDeleted,
    NoteRefused,
    NotesSearched,
    NoteStored,
    PolicyDecided,
    ReflectionFinished,
    ReminderSet,
    StateStored,
    TextDelta,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
    TurnTakenBack,
    Usage,
)
from selu_lab.events.tools import Decision, PolicyOrigin


class Transcript:
    """Items in order, kept by applying entries one by one. `version` grows with every change.

    `usage` is what all turns have used, those that were taken back included.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.items: list[Item] = []
        self.contexts: dict[int, ContextBuilt] = {}
        self.agent = ""
        self.model = ""
        self.ended = False
        self.version = 0
        self.usage = Usage()
        self._calls: dict[str, int] = {}
        self._streaming: int | None = None
        self._details: list[Detail] = []
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> int | None:
        """Take the next entry; gives the index of the first item that is new or changed, or None."""
        changed = self._apply(entry)
        self.version += changed is not None
        return changed

    def _apply(self, entry: Entry) -> int | None:  # noqa: C901, PLR0912 – one case per kind of event
        turn, at = entry.turn, entry.at
        match entry.event:
            case TurnStarted() as event:
                self.agent, self.model = event.agent, event.model
                fired = event.trigger == "reminder"
                text = event.text if fired else event.typed or event.text
                return self._add(UserItem(turn, at, text, event.agent, event.model, fired, event.late_seconds))
            case TurnTakenBack() as event:
                return self._taken_back(turn, at, event)
            case ContextBuilt() as event:
                self.contexts[turn] = event
                return None
            case ModelCalled():
                self._streaming = None
                return None
            case TextDelta(text=text):
                return self._grow(turn, at, text)
            case ModelRetrying() as event:
                return self._retry(turn, at, event)
            case ModelAnswered() as event:
                return self._answered(turn, at, event)
            case ToolRequested() as event:
                return self._requested(turn, at, event)
            case PolicyDecided() as event:
                return self._change(event.call_id, decision=event.decision, origin=event.origin)
            case ApprovalAsked() as event:
                return self._change(event.call_id, asked=True)
            case ApprovalAnswered() as event:
                return self._approved(event)
            case (
                NotesSearched() | NoteStored() | NoteRefused() | NoteDeleted() | StateStored() | ReminderSet() as event
            ):
                self._details.append(event)
                return None
            case ToolFinished() as event:
                return self._finished(turn, at, event)
            case TurnFinished() as event:
                return self._ended_turn(turn, at, event)
            case event:
                return self._marked(turn, at, event)

    def _add(self, item: Item) -> int:
        self.items.append(item)
        return len(self.items) - 1

    def _grow(self, turn: int, at: datetime, text: str) -> int:
        if self._streaming is None:
            self._streaming = self._add(AgentItem(turn, at, self.agent, text, streaming=True))
            return self._streaming
        item = self.items[self._streaming]
        if isinstance(item, AgentItem):
            self.items[self._streaming] = replace(item, text=item.text + text)
        return self._streaming

    def _retry(self, turn: int, at: datetime, event: ModelRetrying) -> int:
        """Text so far is void; the item stays, so that indexes stay true, and is filled by the next try."""
        if self._streaming is not None and isinstance(item := self.items[self._streaming], AgentItem):
            self.items[self._streaming] = replace(item, text="")
        wait = f" in {event.wait:.0f} s" if event.wait >= 1 else ""
        mark = self._add(
            MarkItem(turn, at, f"{event.sentence} Trying again{wait} (attempt {event.attempt}).", "warning")
        )
        return mark if self._streaming is None else self._streaming

    def _answered(self, turn: int, at: datetime, event: ModelAnswered) -> int | None:
        index, self._streaming = self._streaming, None
        if index is not None:
            self.items[index] = AgentItem(turn, at, self.agent, event.text, complete=event.complete)
            return index
        return self._add(AgentItem(turn, at, self.agent, event.text, complete=event.complete)) if event.text else None

    def _requested(self, turn: int, at: datetime, event: ToolRequested) -> int:
        item = CallItem(
            turn,
            at,
            self.agent,
            event.call_id,
            event.tool,
            dict(event.arguments),
            aliases=dict(event.aliases),
            approval_message=event.approval_message,
        )
        self._calls[event.call_id] = self._add(item)
        return self._calls[event.call_id]

    def _change(
        self, call_id: str, *, decision: Decision | None = None, origin: PolicyOrigin | None = None, asked: bool = False
    ) -> int | None:
        index, item = self._call(call_id)
        if item is not None:
            self.items[index] = replace(
                item,
                decision=decision or item.decision,
                origin=origin or item.origin,
                asked=asked or item.asked,
            )
        return None if item is None else index

    def _approved(self, event: ApprovalAnswered) -> int | None:
        index, item = self._call(event.call_id)
        if item is None:
            return None
        arguments = item.arguments if event.arguments is None else dict(event.arguments)
        self.items[index] = replace(item, answer=event.answer, because=event.because, arguments=arguments)
        return index

    def _finished(self, turn: int, at: datetime, event: ToolFinished) -> int:
        details, self._details = tuple(self._details), []
        index, item = self._call(event.call_id)
        if item is None:
            index = self._add(CallItem(turn, at, self.agent, event.call_id, event.tool, {}))
            item = CallItem(turn, at, self.agent, event.call_id, event.tool, {})
        self.items[index] = replace(
            item, outcome=event.outcome, result=event.content, seconds=event.seconds, details=details
        )
        return index

    def _call(self, call_id: str) -> tuple[int, CallItem | None]:
        index = self._calls.get(call_id, -1)
        item = self.items[index] if index >= 0 else None
        return index, item if isinstance(item, CallItem) else None

    def _ended_turn(self, turn: int, at: datetime, event: TurnFinished) -> int:
        usage = event.usage
        self.usage += usage
        first = self._streaming
        if first is not None and isinstance(item := self.items[first], AgentItem):
            self.items[first] = replace(item, streaming=False, complete=False)
        self._streaming = None
        last = self._add(
            TurnItem(
                turn,
                at,
                event.outcome,
                event.sentence,
                usage.tokens_in,
                usage.tokens_out,
                usage.cost,
                event.seconds,
            )
        )
        return last if first is None else first

    def _taken_back(self, turn: int, at: datetime, event: TurnTakenBack) -> int:
        """What the turn said leaves the transcript; what it did stays done, and so does the line that says so."""
        gone = [item for item in self.items if item.turn == event.taken and not _beside(item)]
        first = self.items.index(gone[0]) if gone else len(self.items)
        self.items = [item for item in self.items if item.turn != event.taken or _beside(item)]
        self._calls = {item.call_id: place for place, item in enumerate(self.items) if isinstance(item, CallItem)}
        done = stays(item for item in gone if isinstance(item, CallItem))
        self._add(MarkItem(turn, at, f"Turn {event.taken} was taken back.{done}", about=event))
        return first

    def _marked(self, turn: int, at: datetime, event: AnyEvent) -> int | None:
        if isinstance(event, AgentChosen):
            self.agent = event.agent
        if isinstance(event, ConversationEnded):
            self.ended = True
        said = marked(event)
        about = event if isinstance(event, LessonChanged | ReflectionFinished) else None
        return None if said is None else self._add(MarkItem(turn, at, *said, about))


def _beside(item: Item) -> bool:
    """Whether it happened beside a turn and only stands in it, as a changed package does."""
    return isinstance(item, MarkItem) and item.level == "info"
