"""After a process was killed: turns it left open get their end, so nothing stays pending and nothing shown is lost."""

from __future__ import annotations

from collections.abc import Sequence

from selu_lab.conversation.journal import Journal
from selu_lab.events import (
    AnyEvent,
    ApprovalAnswered,
    ApprovalAsked,
    Entry,
    ModelAnswered,
    ModelCalled,
    ModelRetrying,
    TextDelta,
    ToolFinished,
    ToolRequested,
    TurnFinished,
)

_SENTENCE = "Selu Lab was closed in the middle of this turn. What had arrived is kept."
_RESULT = '{"ok": false, "error": "cancelled", "message": "Selu Lab was closed before this call had answered."}'


def heal(journal: Journal) -> int:
    """Close every open turn; gives how many there were."""
    left = journal.open_turns()
    for conversation, turn in left:
        entries = [entry for entry in journal.entries(conversation) if entry.turn == turn]
        journal.record(conversation, turn, *_missing(entries))
    return len(left)


def _missing(entries: Sequence[Entry]) -> list[AnyEvent]:
    """What the turn still lacks: its partial text, answers to open questions, results of open calls, its end."""
    events = [entry.event for entry in entries]
    answered = {event.call_id for event in events if isinstance(event, ApprovalAnswered)}
    finished = {event.call_id for event in events if isinstance(event, ToolFinished)}
    open_asks = [event for event in events if isinstance(event, ApprovalAsked) and event.call_id not in answered]
    calls = {event.call_id: event.tool for event in events if isinstance(event, ToolRequested)}
    calls |= {call.id: call.name for event in events if isinstance(event, ModelAnswered) for call in event.calls}
    open_calls = [(call, tool) for call, tool in calls.items() if call not in finished]
    partial = _partial(events)
    return [
        *([ModelAnswered(text=partial, complete=False)] if partial else []),
        *(ApprovalAnswered(call_id=ask.call_id, answer="cancelled") for ask in open_asks),
        *(ToolFinished(call_id=call, tool=tool, outcome="cancelled", content=_RESULT) for call, tool in open_calls),
        TurnFinished(outcome="interrupted", sentence=_SENTENCE),
    ]


def _partial(events: Sequence[AnyEvent]) -> str:
    text = ""
    for event in events:
        if isinstance(event, TextDelta):
            text += event.text
        elif isinstance(event, ModelCalled | ModelRetrying | ModelAnswered):
            text = ""
    return text
