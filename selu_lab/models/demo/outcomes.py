"""Read what a tool gave back and say it; nothing is said that the result does not hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from selu_lab.models.demo.wording import Say
from selu_lab.text import clean, shorten

Answer = Mapping[str, JsonValue]
_LONGEST_RESULT = 400
_MOST_NOTES = 3
_NEARLY_AS_GOOD = 0.8  # of the best note's score; weaker hits are often another fact about the same person
_REFUSALS = {code: code for code in ("blocked", "denied", "not_configured", "timeout")} | {"not_approved": "timeout"}
_TIME_ERRORS = {
    "recurring": "recurring",
    "past": "past",
    "ambiguous": "ambiguous",
    "conflict": "ambiguous",
    "unparsed": "unparsed",
    "empty": "unparsed",
    "too_long": "unparsed",
    "invalid_date": "unparsed",
    "invalid_time": "unparsed",
    "unknown_tz": "unparsed",
    "too_far": "too_far",
}
_PLAIN = (
    ("blocked", re.compile(r"\b(?:blocked|gesperrt|blockiert)\b", re.IGNORECASE)),
    ("denied", re.compile(r"\b(?:denied|declined|abgelehnt)\b", re.IGNORECASE)),
    ("timeout", re.compile(r"\b(?:timed? ?out|zeitüberschreitung)\b", re.IGNORECASE)),
)


@dataclass(frozen=True)
class Result:
    """A call that was made and the text that came back."""

    tool: str
    arguments: Answer
    text: str


def outcome(result: Result) -> tuple[Say, ...]:
    """What to tell the user about a result; plain text is taken as the tool's answer unless it reads as a refusal."""
    answer = parsed(result.text)
    if error := _error(answer, result.text):
        return (_failure(error, answer, result),)
    return _READERS.get(result.tool, _other)(answer, result)


def parsed(text: str) -> Answer:
    """The JSON object of the text; empty when it is none."""
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _error(answer: Answer, text: str) -> str:
    error = answer.get("error")
    if isinstance(error, str) and error:
        return error
    if answer.get("ok") is False or (isinstance(error, dict) and error):
        return "failed"
    return "" if answer else next((name for name, pattern in _PLAIN if pattern.search(text[:_LONGEST_RESULT])), "")


def _failure(error: str, answer: Answer, result: Result) -> Say:
    if error in _REFUSALS:
        because = _line(answer.get("because"))
        return Say(_REFUSALS[error], {"tool": result.tool, "because": f" („{because}“)" if because else ""})
    if result.tool == "set_reminder" and error in _TIME_ERRORS:
        return Say(_TIME_ERRORS[error], {"when": _line(result.arguments.get("when"))})
    if error == "secret":
        return Say("secret")
    message = _line(answer.get("message")) or (error if error != "failed" else _line(result.text))
    return Say("failed", {"tool": result.tool, "message": message.rstrip(".")})


def _notes(answer: Answer, result: Result) -> tuple[Say, ...]:
    found = answer.get("notes", answer.get("entries"))
    notes = [note for note in found if isinstance(note, dict)] if isinstance(found, list) else []
    if (
        not notes
        and not answer
        and re.search(r"\w", result.text)
        and not re.search(r"^\W*(?:no|keine?|0)\b|^\[\]$", result.text, re.I)
    ):
        return (Say("found", {"note": _line(result.text).rstrip(".")}),)
    if not notes:
        return (Say("found_nothing", {"query": _line(result.arguments.get("query"))}),)
    best = _score(notes[0])
    near = [note for note in notes[1:_MOST_NOTES] if _score(note) >= _NEARLY_AS_GOOD * best]
    first = Say("found", {"note": _content(notes[0]), "agent": _line(notes[0].get("agent"))})
    return (first, *(Say("found_also", {"note": _content(note)}) for note in near))


def _score(note: Answer) -> float:
    score = note.get("score")
    return float(score) if isinstance(score, int | float) else 0.0


def _content(note: Answer) -> str:
    return _line(note.get("content") or note.get("memory")).rstrip(".")


def _stored(answer: Answer, result: Result) -> tuple[Say, ...]:
    content = _line(result.arguments.get("content")).rstrip(".")
    if answer.get("status") == "exists":
        return (Say("exists", {"content": content}),)
    near = answer.get("near")
    similar = [_content(note) for note in near if isinstance(note, dict)] if isinstance(near, list) else []
    said = (Say("stored", {"content": content}),)
    return (*said, Say("near", {"note": similar[0]})) if similar and similar[0] else said


def _reminded(answer: Answer, result: Result) -> tuple[Say, ...]:
    at = _line(answer.get("interpretation") or answer.get("fire_at") or result.arguments.get("when")).rstrip(".")
    said = (Say("reminder_set", {"prompt": _line(result.arguments.get("prompt")), "at": at}),)
    assumptions = answer.get("assumptions")
    if isinstance(assumptions, list) and assumptions:
        return (*said, Say("assumed", {"assumptions": "; ".join(_line(item) for item in assumptions).rstrip(".")}))
    return said


def _state_set(answer: Answer, result: Result) -> tuple[Say, ...]:
    return (Say("state_set", {name: _line(result.arguments.get(name)) for name in ("key", "value")}),)


def _state(answer: Answer, result: Result) -> tuple[Say, ...]:
    key, value = _line(result.arguments.get("key")), _line(answer.get("value"))
    missing = answer.get("found") is False or not value
    return (Say("state_unknown", {"key": key}) if missing else Say("state_is", {"key": key, "value": value}),)


def _other(answer: Answer, result: Result) -> tuple[Say, ...]:
    text = "; ".join(f"{key}: {_line(value)}" for key, value in answer.items() if key != "ok") or result.text
    arguments = ", ".join(
        f"{key}: {_line(value)}" for key, value in result.arguments.items() if not key.startswith("_")
    )
    return (Say("called", {"tool": result.tool, "result": _line(text).rstrip(".") or "ok", "arguments": arguments}),)


_READERS: dict[str, Callable[[Answer, Result], tuple[Say, ...]]] = {
    "memory_search": _notes,
    "memory_remember": _stored,
    "set_reminder": _reminded,
    "store_set": _state_set,
    "store_get": _state,
}


def _line(value: JsonValue) -> str:
    """One clean line of it; None is empty, lists and objects are shown as JSON."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return shorten(clean(text), _LONGEST_RESULT)
