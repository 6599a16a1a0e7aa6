"""Events of a tool call on its way through the gate: requested, decided, asked, answered, finished."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from selu_lab.events.base import Event, Foreign, Json

Policy = Literal["allow", "ask", "block"]
PolicyOrigin = Literal["user", "agent", "tool", "none"]
Decision = Literal["allow", "ask", "block", "unset"]
Answer = Literal["allow", "deny", "timeout", "cancelled", "absent"]
Outcome = Literal[
    "ok", "error", "invalid", "unknown", "blocked", "not_configured", "denied", "timeout", "cancelled", "not_run"
]


class ToolRequested(Event):
    """A model's call as the gate understood it. `given_name` and `aliases` tell what was translated."""

    kind: Literal["tool_requested"] = "tool_requested"
    call_id: str
    tool: Foreign
    arguments: dict[str, Json]
    given_name: Foreign
    aliases: dict[str, str] = Field(default_factory=dict)
    approval_message: Foreign = ""


class PolicyDecided(Event):
    """Which policy applies to a call and who set it; "unset" is a tool without any policy."""

    kind: Literal["policy_decided"] = "policy_decided"
    call_id: str
    tool: Foreign
    decision: Decision
    origin: PolicyOrigin


class ApprovalAsked(Event):
    """The user is asked before a call runs; `position` of `total` pending calls of this answer."""

    kind: Literal["approval_asked"] = "approval_asked"
    call_id: str
    agent: str
    tool: Foreign
    arguments: dict[str, Json]
    message: Foreign = ""
    position: int = 1
    total: int = 1


class ApprovalAnswered(Event):
    """What came back. `arguments` are set when the user edited them, `because` when they said why not."""

    kind: Literal["approval_answered"] = "approval_answered"
    call_id: str
    answer: Answer
    because: Foreign = ""
    arguments: dict[str, Json] | None = None


class ToolFinished(Event):
    """The one result of a call: `content` is exactly what the model is told."""

    kind: Literal["tool_finished"] = "tool_finished"
    call_id: str
    tool: Foreign
    outcome: Outcome
    content: Foreign
    seconds: float = 0.0
