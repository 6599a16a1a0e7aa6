"""A request in the shape every chat interface takes: system messages first, then a history whose calls have results."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from pydantic import JsonValue

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.models.base import Request, ToolSchema
from selu_lab.text import clean

JsonObject = dict[str, JsonValue]
Layout = Literal["separate", "merged", "user"]
"""Production's three system messages; one for providers that take no more; none, for templates without that role."""


def messages(request: Request, layout: Layout = "separate") -> list[JsonObject]:
    """The request's messages as JSON objects; none of them is empty and none holds characters UTF-8 cannot carry."""
    system = system_texts(request.sections)
    if layout != "separate" and system:
        system = ["\n\n".join(system)]
    history = list(paired(request.history))
    if layout == "user":
        return [_message(message) for message in _with_preface(system, history)]
    return [_message(message) for message in (*(Message("system", text) for text in system), *history)]


def system_texts(sections: Iterable[Section]) -> list[str]:
    """The texts of production's system messages, in their order; sections of one message are parted by a blank line."""
    filled = sorted((section for section in sections if section.text.strip()), key=lambda section: section.message)
    grouped = groupby(filled, key=lambda section: section.message)
    return [clean("\n\n".join(section.text for section in group)) for _, group in grouped]


def paired(history: tuple[Message, ...]) -> Iterator[Message]:
    """The history with each call followed by its one result; orphans on either side and empty messages are left out."""
    position = 0
    while position < len(history):
        message = history[position]
        position += 1
        if message.role == "tool":
            continue
        if not message.calls:
            if message.text.strip():
                yield message
            continue
        results: dict[str, Message] = {}
        while position < len(history) and history[position].role == "tool":
            results.setdefault(history[position].call_id, history[position])
            position += 1
        yield from _call_with_results(message, results)


def _call_with_results(message: Message, results: dict[str, Message]) -> Iterator[Message]:
    if all(call.id in results for call in message.calls):
        yield message
        yield from (results[call.id] for call in message.calls)
    elif message.text.strip():
        yield Message(message.role, message.text)


def _with_preface(system: list[str], history: list[Message]) -> list[Message]:
    if not system:
        return history
    if history and history[0].role == "user":
        return [Message("user", f"{system[0]}\n\n{history[0].text}"), *history[1:]]
    return [Message("user", system[0]), *history]


def _message(message: Message) -> JsonObject:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": clean(message.text) or "(no output)"}
    written: JsonObject = {"role": message.role, "content": clean(message.text) or None}
    if message.calls:
        written["tool_calls"] = [_call(call) for call in message.calls]
    return written


def _call(call: Call) -> JsonObject:
    function: JsonObject = {"name": clean(call.name), "arguments": _arguments(call.arguments)}
    return {"id": call.id, "type": "function", "function": function}


def _arguments(raw: str) -> str:
    """Arguments that a provider can parse: several refuse the whole request for one malformed call in its history."""
    if not raw.strip():
        return "{}"
    try:
        readable = isinstance(json.loads(raw), dict)
    except ValueError:
        readable = False
    return clean(raw) if readable else json.dumps({"unreadable": clean(raw)}, ensure_ascii=False)


def tools(schemas: Iterable[ToolSchema]) -> list[JsonObject]:
    """The offered tools as JSON objects."""
    return [
        {
            "type": "function",
            "function": {"name": s.name, "description": s.description, "parameters": dict(s.parameters)},
        }
        for s in schemas
    ]
