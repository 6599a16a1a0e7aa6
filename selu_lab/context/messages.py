"""Messages and tool calls as they pass the model's door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True)
class Call:
    """A tool call as a model wrote it: `arguments` is its raw JSON text."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Message:
    """One message. Assistant messages may hold calls; tool messages answer the call `call_id` of tool `tool`."""

    role: Role
    text: str = ""
    calls: tuple[Call, ...] = ()
    call_id: str = ""
    tool: str = ""
