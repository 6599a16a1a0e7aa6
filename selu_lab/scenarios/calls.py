"""Tool calls as scenarios count them: each with the stages it reached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import JsonValue

from selu_lab.events import ApprovalAnswered, Entry, PolicyDecided, ToolFinished, ToolRequested

Stage = Literal["proposed", "approved", "executed", "denied", "blocked"]

_ENDED: Mapping[str, Stage] = {
    "ok": "executed",
    "error": "executed",
    "denied": "denied",
    "timeout": "denied",
    "blocked": "blocked",
    "not_configured": "blocked",
}


@dataclass(frozen=True)
class SeenCall:
    """A call. `proposed` is what the model asked for, `arguments` what would run: the two differ after an edit.

    `worked` tells that the tool ran and did what it was asked.
    """

    tool: str
    proposed: Mapping[str, JsonValue]
    arguments: Mapping[str, JsonValue]
    stages: frozenset[Stage] = field(default_factory=lambda: frozenset({"proposed"}))
    worked: bool = False

    def at(self, stage: Stage) -> Mapping[str, JsonValue]:
        """The arguments the call had at a stage."""
        return self.arguments if stage in ("approved", "executed") else self.proposed

    def reached(self, stage: Stage) -> SeenCall:
        """The same call with one stage more."""
        return replace(self, stages=self.stages | {stage})


def calls_of(entries: Iterable[Entry]) -> tuple[SeenCall, ...]:
    """All calls in the order they were proposed."""
    found: dict[tuple[str, str], SeenCall] = {}
    for entry in entries:
        match entry.event:
            case ToolRequested() as event:
                arguments = dict(event.arguments)
                found[entry.conversation, event.call_id] = SeenCall(event.tool, arguments, arguments)
            case PolicyDecided() | ApprovalAnswered() | ToolFinished() as event:
                key = (entry.conversation, event.call_id)
                if key in found:
                    found[key] = _after(found[key], event)
            case _:
                pass
    return tuple(found.values())


def _after(call: SeenCall, event: PolicyDecided | ApprovalAnswered | ToolFinished) -> SeenCall:
    if isinstance(event, PolicyDecided):
        return call.reached("approved") if event.decision == "allow" else call
    if isinstance(event, ApprovalAnswered):
        if event.answer != "allow":
            return call
        edited = call.arguments if event.arguments is None else dict(event.arguments)
        return replace(call, arguments=edited).reached("approved")
    stage = _ENDED.get(event.outcome)
    return replace(call.reached(stage) if stage else call, worked=event.outcome == "ok")
