"""History: the last entries of a conversation as messages that strict providers accept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from selu_lab.context.messages import Call, Message
from selu_lab.conversation.journal import Journal
from selu_lab.conversation.taking_back import taken_back
from selu_lab.events import Entry, ModelAnswered, ToolFinished, TurnStarted

WINDOW = 50
"""Production shows a model the last fifty rows, calls and results counted (selu.md 2)."""

KINDS = ("turn_started", "model_answered", "tool_finished")
REMINDER_MARK = "[reminder] "


def history(journal: Journal, conversation: str) -> tuple[Message, ...]:
    """The messages of a conversation up to now, the current user's text last, without turns taken back."""
    gone = taken_back(journal, conversation)
    return sanitized(messages(journal.latest(conversation, KINDS, WINDOW, without=gone)))


def messages(entries: Iterable[Entry]) -> list[Message]:
    """Each entry that a model should see as a message."""
    found: list[Message] = []
    for entry in entries:
        match entry.event:
            case TurnStarted(text=text, trigger=trigger):
                found.append(Message("user", REMINDER_MARK + text if trigger == "reminder" else text))
            case ModelAnswered(text=text, calls=calls) if text or calls:
                found.append(Message("assistant", text, tuple(Call(c.id, c.name, c.arguments) for c in calls)))
            case ToolFinished(call_id=call_id, tool=tool, content=content):
                found.append(Message("tool", content, call_id=call_id, tool=tool))
            case _:
                pass
    return found


def sanitized(found: Sequence[Message]) -> tuple[Message, ...]:
    """Drop calls without all their results, results without their call, and what stands before the first user text.

    Production drops a message of calls unless every call in it has a result (selu.md 2); its text is kept here.
    """
    answered = {message.call_id for message in found if message.role == "tool"}
    kept: list[Message] = []
    open_calls: set[str] = set()
    for message in found:
        if message.role == "tool":
            if message.call_id in open_calls:
                kept.append(message)
                open_calls.discard(message.call_id)
            continue
        if message.calls and not all(call.id in answered for call in message.calls):
            message = Message(message.role, message.text)
        open_calls = {call.id for call in message.calls}
        if message.text or message.calls:
            kept.append(message)
    first = next((index for index, message in enumerate(kept) if message.role == "user"), len(kept))
    return tuple(kept[first:])
