"""The one line that an event between the messages is shown as."""

from __future__ import annotations

from selu_lab.conversation.items import Level
from selu_lab.events import (
    AgentChosen,
    AnyEvent,
    ConversationEnded,
    LessonChanged,
    Notice,
    PackageChanged,
    PolicyChanged,
    ProfileChanged,
    ReflectionFinished,
    ReminderChanged,
    ReminderFired,
)


def marked(event: AnyEvent) -> tuple[str, Level] | None:  # noqa: C901 – one case per kind of event
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
            return f"Reminder fired{f', {late // 60} min late' if late >= 60 else ''}: {prompt}", "info"
        case ReminderChanged(change=change):
            return f"A reminder was {change}.", "info"
        case LessonChanged(text=text, change=change, reason=reason):
            return f"Lesson {change}: {text}{f' ({reason})' if reason else ''}", "info"
        case ReflectionFinished(outcome="failed", sentence=sentence):
            return f"Reflection failed: {sentence}", "warning"
        case ReflectionFinished(outcome="done", sentence=sentence):
            return f"Reflection: {sentence}", "info"
        case Notice(sentence=sentence, level=level):
            return sentence, level
        case _:
            return None
