"""The one line that an event between the messages is shown as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from selu_lab.conversation.items import CallItem, Level
from selu_lab.events import (
    AgentChosen,
    AnyEvent,
    ConversationEnded,
    LessonChanged,
    NoteChanged,
    NoteDeleted,
    NoteStored,
    Notice,
    PackageChanged,
    PolicyChanged,
    ProfileChanged,
    ReflectionFinished,
    ReminderChanged,
    ReminderFired,
    ReminderSet,
    StateStored,
    TurnTakenBack,
)
from selu_lab.text import shorten

LONGEST_NAME = 60
"""Characters by which a mark names what it is about."""

_ONLY_READ = ("memory_list", "store_get", "store_list")


def marked(event: AnyEvent) -> tuple[str, Level] | None:  # noqa: C901, PLR0912 – one case per kind of event
    """The sentence that an event between the messages is shown as, with its level; None for one that is not shown."""
    match event:
        case AgentChosen(agent=agent):
            return f"From here on {agent} answers.", "info"
        case ConversationEnded():
            return "The conversation ended.", "info"
        case PackageChanged(sentence=sentence):
            return sentence, "info"
        case ProfileChanged(sentence=sentence):
            return f"{sentence} The next turn sees it.", "info"
        case PolicyChanged(agent=agent, tool=tool, policy=policy):
            return f"Policy of {tool} for {agent}: {policy or 'back to its default'}.", "info"
        case ReminderFired(prompt=prompt, late_seconds=late):
            return f"Reminder fired{f', {late // 60} min late' if late >= 60 else ''}: {named(prompt)}", "info"
        case ReminderChanged():
            return _reminder(event), "info"
        case NoteChanged():
            return _note(event), "info"
        case LessonChanged(lesson=lesson, text=text, change=change, reason=reason):
            return f"Lesson {lesson} {change}: {named(text)}{f' ({reason})' if reason else ''}", "info"
        case ReflectionFinished(outcome="failed", sentence=sentence):
            return f"Reflection failed: {sentence}", "warning"
        case ReflectionFinished(outcome="done", sentence=sentence):
            return f"Reflection: {sentence}", "info"
        case TurnTakenBack(taken=turn):
            return f"Turn {turn} was taken back.", "info"
        case Notice(sentence=sentence, level=level):
            return sentence, level
        case _:
            return None


def stays(calls: Iterable[CallItem]) -> str:
    """The sentence on what the calls of a turn did, which taking the turn back does not undo; empty for nothing."""
    deeds = [deed for call in calls if call.outcome == "ok" for deed in _deeds(call)]
    return f" What it did stays done: {', '.join(deeds)}." if deeds else ""


def _deeds(call: CallItem) -> Iterator[str]:
    for detail in call.details:
        match detail:
            case NoteStored(exists=False, content=content):
                yield f"note {named(content)}"
            case NoteDeleted():
                yield "a note deleted"
            case ReminderSet(prompt=prompt):
                yield f"reminder {named(prompt)}"
            case StateStored(key=key):
                yield f"state {named(key)}"
            case _:
                pass
    if not call.details and call.tool not in _ONLY_READ:
        yield call.tool


def named(text: str) -> str:
    return f"“{shorten(text, LONGEST_NAME)}”"


def _reminder(event: ReminderChanged) -> str:
    what = {"cancelled": "cancelled", "restored": "waits again", "moved": "moved"}[event.change]
    due = f", due {event.fire_at.astimezone(ZoneInfo(event.zone)):%a %Y-%m-%d %H:%M}" if event.fire_at else ""
    return f"Reminder {what}: {named(event.prompt)}{due}."


def _note(event: NoteChanged) -> str:
    if event.change == "deleted":
        return f"Note deleted: one that {event.agent} stored on {event.stored_at:%a %Y-%m-%d}."
    return f"Note {'changed' if event.change == 'edited' else 'is back'}: {named(event.content)}"
