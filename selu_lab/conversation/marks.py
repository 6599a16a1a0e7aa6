"""The one line that an event between the messages is shown as."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from selu_lab.conversation.items import Level
from selu_lab.events import (
    AgentChosen,
    AnyEvent,
    ConversationEnded,
    LessonChanged,
    NoteChanged,
    Notice,
    PackageChanged,
    PolicyChanged,
    ProfileChanged,
    ReflectionFinished,
    ReminderChanged,
    ReminderFired,
)
from selu_lab.text import shorten

LONGEST_NAME = 60
"""Characters by which a mark names what it is about."""


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
            return f"Reminder fired{f', {late // 60} min late' if late >= 60 else ''}: {_named(prompt)}", "info"
        case ReminderChanged():
            return _reminder(event), "info"
        case NoteChanged():
            return _note(event), "info"
        case LessonChanged(lesson=lesson, text=text, change=change, reason=reason):
            return f"Lesson {lesson} {change}: {_named(text)}{f' ({reason})' if reason else ''}", "info"
        case ReflectionFinished(outcome="failed", sentence=sentence):
            return f"Reflection failed: {sentence}", "warning"
        case ReflectionFinished(outcome="done", sentence=sentence):
            return f"Reflection: {sentence}", "info"
        case Notice(sentence=sentence, level=level):
            return sentence, level
        case _:
            return None


def _named(text: str) -> str:
    return f"“{shorten(text, LONGEST_NAME)}”"


def _reminder(event: ReminderChanged) -> str:
    what = {"cancelled": "cancelled", "restored": "waits again", "moved": "moved"}[event.change]
    due = f", due {event.fire_at.astimezone(ZoneInfo(event.zone)):%a %Y-%m-%d %H:%M}" if event.fire_at else ""
    return f"Reminder {what}: {_named(event.prompt)}{due}."


def _note(event: NoteChanged) -> str:
    if event.change == "deleted":
        return f"Note deleted: one that {event.agent} stored on {event.stored_at:%a %Y-%m-%d}."
    return f"Note {'changed' if event.change == 'edited' else 'is back'}: {_named(event.content)}"
