"""The gate: known name, arguments, policy, approval, run – in this order, and one result per call, whatever happens."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from selu_lab.context.messages import Call
from selu_lab.errors import LabError
from selu_lab.events import AnyEvent, ApprovalAnswered, ApprovalAsked, PolicyDecided, ToolFinished, ToolRequested
from selu_lab.events.tools import Answer, Outcome
from selu_lab.tools import words
from selu_lab.tools.approval import Approval, ApprovalRequest, Approver
from selu_lab.tools.arguments import Prepared, check, parse, prepare
from selu_lab.tools.base import Scope, Tool, ToolResult, refusal
from selu_lab.tools.policies import Policies, Ruling

_log = logging.getLogger(__name__)
# Only a no of the user's own is a denial: reflection learns from those.
_OUTCOMES: Mapping[Answer, Outcome] = {
    "deny": "denied",
    "timeout": "timeout",
    "cancelled": "cancelled",
    "absent": "not_run",
}
Emit = Callable[[Sequence[AnyEvent]], None]


@dataclass(frozen=True)
class _Ready:
    """A call that got as far as its policy."""

    call_id: str
    tool: Tool
    prepared: Prepared
    ruling: Ruling

    @property
    def name(self) -> str:
        return self.tool.spec.name


class _RefusedError(Exception):
    """A call that does not run, and what the model is told."""

    def __init__(self, name: str, outcome: Outcome, content: JsonValue) -> None:
        super().__init__(name)
        self.name = name
        self.outcome: Outcome = outcome
        self.content = content


class Gate:
    """Takes the calls of one model answer through the gate and tells what happens as events."""

    def __init__(
        self,
        tools: Mapping[str, Tool],
        policies: Policies,
        approver: Approver,
        emit: Emit,
        *,
        approval_seconds: float = 600.0,
    ) -> None:
        """`approval_seconds`: how long an answer is waited for; production waits 600 s (selu.md 3.5)."""
        self._tools = tools
        self._policies = policies
        self._approver = approver
        self._emit = emit
        self._approval_seconds = approval_seconds
        self._open: dict[str, str] = {}

    async def pass_through(self, calls: Sequence[Call], scope: Scope) -> None:
        """Answer every call: refusals at once, allowed calls side by side, then the ones to ask about in order.

        When the turn is cancelled, every call still open gets its result before the cancellation goes on.
        """
        self._open = {call.id: call.name for call in calls}
        try:
            ready = [one for call in calls for one in self._admitted(call, scope)]
            await self._run_side_by_side([one for one in ready if one.ruling.decision == "allow"], scope)
            await self._ask_in_order([one for one in ready if one.ruling.decision == "ask"], scope)
        finally:
            for call_id, name in tuple(self._open.items()):
                self._finish(call_id, name, "cancelled", words.cancelled(name))

    def _admitted(self, call: Call, scope: Scope) -> list[_Ready]:
        """The call, or nothing after its refusal."""
        try:
            return [self._admit(call, scope)]
        except _RefusedError as refused:
            self._finish(call.id, refused.name, refused.outcome, refused.content)
            return []

    def _admit(self, call: Call, scope: Scope) -> _Ready:
        """Take a call as far as its policy."""
        tool = self._tools.get(call.name) or self._tools.get(call.name.removeprefix("functions."))
        if tool is None:
            self._emit([_requested(call, call.name)])
            raise _RefusedError(call.name, "unknown", words.unknown(call.name, sorted(self._tools)))
        name = tool.spec.name
        try:
            prepared = prepare(parse(call.arguments), tool.spec, scope.user.language)
        except LabError as error:
            self._emit([_requested(call, name)])
            raise _RefusedError(name, "invalid", words.invalid(name, error.sentence, error.hint)) from error
        self._emit([_requested(call, name, prepared)])
        _refuse_invalid(tool, prepared)
        ruling = self._policies.ruling(scope.user.id, scope.agent, tool.spec)
        self._emit([PolicyDecided(call_id=call.id, tool=name, decision=ruling.decision, origin=ruling.origin)])
        _refuse_by_policy(name, ruling)
        return _Ready(call.id, tool, prepared, ruling)

    async def _run_side_by_side(self, allowed: Sequence[_Ready], scope: Scope) -> None:
        async with asyncio.TaskGroup() as group:
            for one in allowed:
                group.create_task(self._run(one, scope))

    async def _ask_in_order(self, asked: Sequence[_Ready], scope: Scope) -> None:
        for position, one in enumerate(asked, start=1):
            try:
                approved = one if self._allowed(one, scope) else await self._asked(one, scope, position, len(asked))
            except _RefusedError as refused:
                self._finish(one.call_id, refused.name, refused.outcome, refused.content)
            else:
                await self._run(approved, scope)

    def _allowed(self, one: _Ready, scope: Scope) -> bool:
        """Whether the tool was set to Allow at an earlier question of this answer; one set to Block is refused."""
        ruling = self._policies.ruling(scope.user.id, scope.agent, one.tool.spec)
        _refuse_by_policy(one.name, ruling)
        return ruling.decision == "allow"

    async def _asked(self, one: _Ready, scope: Scope, position: int, total: int) -> _Ready:
        """The call as it was approved."""
        return self._approved(one, await self._ask(one, scope, position, total), scope)

    async def _ask(self, one: _Ready, scope: Scope, position: int, total: int) -> Approval:
        arguments, message = one.prepared.arguments, one.prepared.approval_message
        self._emit(
            [
                ApprovalAsked(
                    call_id=one.call_id,
                    agent=scope.agent,
                    tool=one.name,
                    arguments=arguments,
                    message=message,
                    position=position,
                    total=total,
                )
            ]
        )
        request = ApprovalRequest(
            one.call_id, scope.agent, one.name, arguments, message, position, total, scope.conversation
        )
        approval = Approval("cancelled")
        try:
            async with asyncio.timeout(self._approval_seconds):
                approval = await self._approver.ask(request)
        except TimeoutError:
            approval = Approval("timeout")
        finally:  # also when the turn is cancelled: no question stays open that a later action could answer
            self._emit([_answered(one.call_id, approval)])
        return approval

    def _approved(self, one: _Ready, approval: Approval, scope: Scope) -> _Ready:
        """The call as it may run; the policy is looked up again, for it may have changed in the meantime."""
        if approval.answer != "allow":
            raise _RefusedError(one.name, _OUTCOMES[approval.answer], words.denied(one.name, approval))
        _refuse_by_policy(one.name, self._policies.ruling(scope.user.id, scope.agent, one.tool.spec))
        if approval.arguments is None:
            return one
        edited = prepare(approval.arguments, one.tool.spec, scope.user.language)
        _refuse_invalid(one.tool, edited)
        return replace(one, prepared=edited)

    async def _run(self, one: _Ready, scope: Scope) -> None:
        started = time.perf_counter()
        try:
            result = await one.tool.run(one.prepared.arguments, scope)
        except LabError as error:
            result = ToolResult(refusal("failed", error.sentence, error.hint), ok=False)
        except Exception:
            _log.exception("The tool %s failed.", one.name)
            result = ToolResult(words.crashed(one.name), ok=False)
        outcome: Outcome = "ok" if result.ok else "error"
        self._finish(one.call_id, one.name, outcome, result.content, result.events, time.perf_counter() - started)

    def _finish(
        self,
        call_id: str,
        name: str,
        outcome: Outcome,
        content: JsonValue,
        events: tuple[AnyEvent, ...] = (),
        seconds: float = 0.0,
    ) -> None:
        """Give a call its one result, together with what happened in it."""
        self._open.pop(call_id, None)
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        done = ToolFinished(call_id=call_id, tool=name, outcome=outcome, content=text, seconds=seconds)
        self._emit([*events, done])


def _refuse_invalid(tool: Tool, prepared: Prepared) -> None:
    if fault := check(prepared.arguments, tool.spec):
        raise _RefusedError(tool.spec.name, "invalid", words.invalid(tool.spec.name, fault))


def _refuse_by_policy(name: str, ruling: Ruling) -> None:
    if ruling.decision == "block":
        raise _RefusedError(name, "blocked", words.blocked(name))
    if ruling.decision == "unset":
        raise _RefusedError(name, "not_configured", words.not_configured(name))


def _requested(call: Call, name: str, prepared: Prepared | None = None) -> ToolRequested:
    prepared = prepared or Prepared({}, {}, "")
    return ToolRequested(
        call_id=call.id,
        tool=name,
        arguments=prepared.arguments,
        given_name=call.name,
        aliases=prepared.aliases,
        approval_message=prepared.approval_message,
    )


def _answered(call_id: str, approval: Approval) -> ApprovalAnswered:
    arguments = None if approval.arguments is None else dict(approval.arguments)
    return ApprovalAnswered(call_id=call_id, answer=approval.answer, because=approval.because, arguments=arguments)
