"""Telling what happens in a scenario as plain lines, for a terminal without a full screen, a pipe or a talk."""

from __future__ import annotations

import json
from collections.abc import Callable

from selu_lab.conversation.marks import marked
from selu_lab.events import (
    AnyEvent,
    ApprovalAnswered,
    ApprovalAsked,
    ContextBuilt,
    Entry,
    NotesSearched,
    ReminderSet,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
)
from selu_lab.text import shorten

Narrate = Callable[[str], None]


def tell(entry: Entry) -> list[str]:
    """The lines an entry is worth; none for most."""
    match entry.event:
        case TurnStarted(agent=agent, trigger="reminder", text=text):
            return ["", f"⏰ {agent} is reminded: {text}"]
        case TurnStarted(agent=agent, text=text):
            return ["", f"You → {agent}: {text}"]
        case ContextBuilt(sections=sections):
            names = [one.name for one in sections if one.name in ("profile", "lessons")]
            return [f"   context: {', '.join(names)} injected"] if names else []
        case TurnFinished(text=text, sentence=sentence):
            return [*([f"   {text}"] if text else []), *([f"   ({sentence})"] if sentence else [])]
        case event:
            return [f"   {line}" for line in _of_a_call(event)]


def _of_a_call(event: AnyEvent) -> list[str]:
    match event:
        case ToolRequested(tool=tool, arguments=arguments):
            return [f"calls {tool} {shorten(json.dumps(arguments, ensure_ascii=False), 160)}"]
        case ApprovalAsked(tool=tool):
            return [f"asks for approval of {tool}"]
        case ApprovalAnswered(answer=answer, because=because):
            return [f"answer: {answer}" + (f" – {because}" if because else "")]
        case NotesSearched(hits=hits):
            return [f"found “{one.content}” (stored by {one.agent})" for one in hits] or ["found nothing"]
        case ReminderSet(interpretation=interpretation):
            return [f"fires {interpretation}"]
        case ToolFinished(outcome=outcome, tool=tool):
            return [] if outcome == "ok" else [f"{tool}: {outcome.replace('_', ' ')}"]
        case _:
            said = marked(event)
            return [said[0]] if said else []
