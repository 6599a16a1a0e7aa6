"""What an agent did in a scenario, step by step, as lines that can be compared with those of another run."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from selu_lab.events import AnyEvent, LessonChanged, NoteStored, ReminderFired, ReminderSet, ToolFinished, ToolRequested
from selu_lab.events import TurnFinished as Finished
from selu_lab.scenarios.traces import Trace

Deeds = Mapping[int, Sequence[str]]
"""Lines by the number of their step."""

_WENT_WELL = "ok"


def deeds(trace: Trace) -> Deeds:
    """Tool calls, notes, reminders, lessons and replies of a repetition, in the order in which they came."""
    found: dict[int, list[str]] = defaultdict(list)
    for entry in trace.entries:
        found[trace.step(entry)] += _lines(entry.event)
    return found


def _lines(event: AnyEvent) -> Iterator[str]:
    match event:
        case ToolRequested(tool=tool, arguments=arguments):
            yield f"calls {tool} {json.dumps(dict(arguments), ensure_ascii=False, sort_keys=True)}"
        case ToolFinished(tool=tool, outcome=outcome) if outcome != _WENT_WELL:
            yield f"{tool}: {outcome.replace('_', ' ')}"
        case NoteStored(content=content, exists=exists):
            yield f"note: {content}{' (there already)' if exists else ''}"
        case ReminderSet(prompt=prompt, interpretation=interpretation):
            yield f"reminder: {prompt}, {interpretation}"
        case ReminderFired(prompt=prompt):
            yield f"reminder fired: {prompt}"
        case LessonChanged(text=text, change=change, status=status):
            yield f"lesson {change}: {text} ({status})"
        case Finished(text=text, sentence=sentence):
            yield f"reply: {text or sentence}"
        case _:
            pass


def changes(before: Deeds, after: Deeds) -> list[tuple[int, str]]:
    """What differs, each with its step: lines that are gone with “- ”, new ones with “+ ”."""
    found: list[tuple[int, str]] = []
    for step in sorted({*before, *after}):
        old, new = before.get(step, ()), after.get(step, ())
        for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind != "equal":
                found += [(step, f"- {line}") for line in old[i:j]] + [(step, f"+ {line}") for line in new[k:m]]
    return found
