"""A tool call in words: its line, and its story from the arguments over policy and approval to the result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue
from textual.content import Content

from selu_lab.conversation.items import CallItem, Detail
from selu_lab.events import FoundNote, NoteRefused, NotesSearched, NoteStored, ReminderSet
from selu_lab.events.tools import Outcome
from selu_lab.text import shorten
from selu_lab.tui.tell import day, seconds

_SIGNS: dict[Outcome, tuple[str, str]] = {
    "ok": ("✓", "$success"),
    "error": ("✗", "$error"),
    "invalid": ("✗", "$error"),
    "unknown": ("✗", "$error"),
    "blocked": ("⊘", "$warning"),
    "not_configured": ("⊘", "$warning"),
    "denied": ("⊘", "$warning"),
    "timeout": ("⊘", "$warning"),
    "cancelled": ("–", "$muted"),
    "not_run": ("–", "$muted"),
}
_OUTCOMES = {
    "not_configured": "no policy",
    "not_run": "not run",
    "unknown": "no such tool",
    "invalid": "invalid arguments",
}
ORIGINS = {
    "user": "set by you",
    "agent": "the agent's default",
    "tool": "the tool's default",
    "none": "nobody set one, so it does not run",
}
_ANSWERS = {
    "allow": "you allowed it",
    "deny": "you denied it",
    "timeout": "nobody answered in time, so no",
    "cancelled": "the question was withdrawn, so no",
    "absent": "nobody was there, so no",
}


def summary(item: CallItem, *, opened: bool) -> Content:
    """The one line of a call."""
    sign, style = _SIGNS[item.outcome] if item.outcome else ("?" if item.asked and not item.answer else "…", "$accent")
    arguments = ", ".join(f"{key}: {_short(value)}" for key, value in item.arguments.items())
    return Content.assemble(
        ("▾ " if opened else "▸ ", "$muted"),
        (f"{sign} ", style),
        (item.tool, "bold"),
        (f"  {_state(item)}", style),
        (f"  {shorten(arguments, 160)}" if arguments else "", "$muted"),
    )


def _state(item: CallItem) -> str:
    if item.outcome is None:
        asking = item.decision == "ask" and not item.answer
        return ("waits for your answer" if item.asked else "waits for its question") if asking else "running"
    if item.outcome == "ok":
        return seconds(item.seconds)
    return _OUTCOMES.get(item.outcome, item.outcome)


def story(item: CallItem) -> list[tuple[str, str | Content]]:
    """Everything that became of a call, each part with its label."""
    return [
        *([("agent says", item.approval_message)] if item.approval_message else []),
        ("arguments", plain(item.arguments)),
        *([("translated", ", ".join(map(_alias, item.aliases.items())))] if item.aliases else []),
        *([("policy", f"{_policy(item)}")] if item.decision else []),
        *([("approval", _approval(item))] if item.asked else []),
        *(line for detail in item.details for line in _lines(detail)),
        *(
            [("outcome", f"{_OUTCOMES.get(item.outcome, item.outcome)} after {seconds(item.seconds)}")]
            if item.outcome
            else []
        ),
        *([("result", readable(item.result))] if item.result else []),
    ]


def _alias(pair: tuple[str, str]) -> str:
    given, name = pair
    return f"{given} accepted, as production has it" if given == name else f"{given} → {name}"


def _policy(item: CallItem) -> str:
    decision = "none" if item.decision == "unset" else str(item.decision).capitalize()
    return f"{decision} – {ORIGINS[item.origin or 'none']}"


def _approval(item: CallItem) -> str:
    if item.answer is None:
        return "waiting for your answer"
    return _ANSWERS[item.answer] + (f" because: {item.because}" if item.because else "")


def _lines(detail: Detail) -> Iterable[tuple[str, str]]:
    match detail:
        case NoteStored():
            yield "note", "was there already" if detail.exists else "stored"
            for near in detail.near:
                yield "near note", f"{near.score:.2f}  {near.content}"
            yield from (("hint", hint) for hint in detail.hints)
        case NoteRefused(rule=rule):
            yield "refused", f"{rule}; the text is kept nowhere"
        case ReminderSet():
            yield "reminder", f"{day(detail.fire_at, detail.zone)} {detail.zone} – {detail.interpretation}"
            yield from (("assumed", assumption) for assumption in detail.assumptions)
            yield from (("hint", hint.replace("_", " ")) for hint in detail.hints)
        case _:
            return


def hits_of(search: NotesSearched) -> tuple[Content, Content]:
    """What a search found, and what production's keyword search would have found."""
    return _hits("found", search.hits), _hits("production would find", search.production)


def _hits(title: str, hits: Sequence[FoundNote]) -> Content:
    if not hits:
        return Content.assemble((f"{title}\n", "bold $muted"), ("nothing", "italic $muted"))
    lines = [
        Content.assemble((f"{hit.score:.2f} ", "$accent"), hit.content, (f"  {hit.agent}", "$muted")) for hit in hits
    ]
    return Content.assemble((f"{title}\n", "bold $muted"), Content("\n").join(lines))


def plain(arguments: Mapping[str, JsonValue]) -> Content:
    """Arguments as they are read: names apart from values, so that no value can pass for another argument."""
    lines = [Content.assemble((f"{key}: ", "$muted"), _value(value)) for key, value in arguments.items()]
    return Content("\n").join(lines or [Content("none")])


def _value(value: JsonValue) -> str:
    text = value if isinstance(value, str) else pretty(value) if isinstance(value, dict | list) else json.dumps(value)
    return "\n  " + text.replace("\n", "\n  ") if "\n" in text else text


def pretty(value: JsonValue) -> str:
    """JSON as it is read: indented, no escapes for letters."""
    return json.dumps(value, ensure_ascii=False, indent=2) if value else "none"


def readable(text: str) -> str:
    """A result: indented where it is JSON, as it is where it is not."""
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        return text
    return pretty(value) if isinstance(value, dict | list) else text


def _short(value: JsonValue) -> str:
    return shorten(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), 60)
