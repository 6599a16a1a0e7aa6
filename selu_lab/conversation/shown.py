"""What a model gets besides the system sections, as text for the author: the history, and the tools offered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from selu_lab.context.messages import Message
from selu_lab.context.section import Context, Section
from selu_lab.tools.base import ToolSpec


def shown_besides(context: Context, tools: Sequence[ToolSpec]) -> tuple[Section, ...]:
    """The history and the tools as sections of their own; they go to the model in their own form, not as this text."""
    left = f", {context.dropped_entries} older ones dropped" if context.dropped_entries else ""
    number = len(context.history)
    told = f"{number} message{'' if number == 1 else 's'}{left}"
    history = Section("history", "History", told, _history(context.history))
    offered = Section("tools", "Tools", f"{len(tools)} offered", _tools(tools))
    return history, offered


def _history(messages: Iterable[Message]) -> str:
    return "\n".join(line for message in messages for line in _lines(message))


def _lines(message: Message) -> Iterable[str]:
    if message.text:
        yield f"{message.role}: {message.text}"
    for call in message.calls:
        yield f"{message.role} calls {call.name} {call.arguments}"


def _tools(tools: Iterable[ToolSpec]) -> str:
    offered = ({"name": tool.name, "description": tool.description, "parameters": tool.parameters} for tool in tools)
    return "\n\n".join(json.dumps(tool, ensure_ascii=False, indent=2) for tool in offered)
