"""What a tool is: how it is offered, what it takes, what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from selu_lab.errors import LabError
from selu_lab.events import AnyEvent
from selu_lab.events.tools import Policy
from selu_lab.memory.secrets import find_secret
from selu_lab.memory.users import User

Arguments = Mapping[str, JsonValue]


@dataclass(frozen=True)
class ToolSpec:
    """How a tool is offered. `parameters` is a JSON schema of type object.

    `aliases` maps production's parameter names to the document's ({"memory": "content"}); `accepted` are further
    parameters of production's that are valid without being offered. `approval` is shown in the question when the model
    gives no message of its own. A tool whose `default_policy` is None and that
    nobody gave a policy is blocked.
    """

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    default_policy: Policy | None = "allow"
    policy_origin: str = "tool"
    aliases: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[str, JsonValue] = field(default_factory=dict)
    origin: str = "built in"
    approval: str = ""


@dataclass(frozen=True)
class Scope:
    """In whose name a call runs. `now` is aware."""

    user: User
    agent: str
    conversation: str
    turn: int
    now: datetime


@dataclass(frozen=True)
class ToolResult:
    """What the model is told, and what happened besides. A result that is not `ok` counts as a failure."""

    content: JsonValue
    ok: bool = True
    events: tuple[AnyEvent, ...] = ()


class Tool(Protocol):
    """Something a model may call."""

    @property
    def spec(self) -> ToolSpec:
        """How it is offered."""

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Run with valid arguments. May raise LabError, whose sentence the model is told."""


def refusal(code: str, message: str, hint: str = "", **more: JsonValue) -> dict[str, JsonValue]:
    """The shape in which a model is told that a call came to nothing, and what to do next."""
    body: dict[str, JsonValue] = {"ok": False, "error": code, "message": message}
    return body | ({"hint": hint} if hint else {}) | more


def refuse_secret(text: str) -> None:
    """Raise LabError for a text that holds a secret: what agents keep is no place for one."""
    if find_secret(text):
        sentence = "This holds a password, key, token or number that must stay secret, so nothing was stored."
        raise LabError(sentence, hint="Tell the user why, and leave the value out.")


def text_of(arguments: Arguments, name: str) -> str:
    """A text argument; empty when it is missing."""
    value = arguments.get(name)
    return value if isinstance(value, str) else ""


def object_schema(
    required: Mapping[str, JsonValue], optional: Mapping[str, JsonValue] | None = None
) -> dict[str, JsonValue]:
    """A JSON schema of type object with these properties."""
    return {"type": "object", "properties": {**required, **(optional or {})}, "required": list(required)}


def text_schema(description: str) -> dict[str, JsonValue]:
    """The JSON schema of a text with a description."""
    return {"type": "string", "description": description}
