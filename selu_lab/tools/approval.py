"""Asking before a tool runs: whoever can say yes or no is an approver, and no approver means no."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from selu_lab.events.tools import Answer


@dataclass(frozen=True)
class ApprovalRequest:
    """A call that waits for a yes. `position` of `total` calls of the same answer that are asked."""

    call_id: str
    agent: str
    tool: str
    arguments: Mapping[str, JsonValue]
    message: str
    position: int
    total: int
    conversation: str


@dataclass(frozen=True)
class Approval:
    """The answer. `because` is told to the model after a no; `arguments` are set when the user edited them."""

    answer: Answer
    because: str = ""
    arguments: Mapping[str, JsonValue] | None = None


class Approver(Protocol):
    """Somebody who can be asked."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Give the answer to this one call. Cancelled when nobody waits for it any more."""


class NobodyThere:
    """The approver of a lab without a user at the keyboard: every answer is no."""

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Say that nobody was there."""
        return Approval("absent")


class AlwaysAnswer:
    """An approver that gives the same answer to every call (`say --approve allow|deny`)."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Give the answer."""
        return Approval(self._answer)
