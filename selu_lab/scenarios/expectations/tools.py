"""Expectations of tool calls: which, with what, how often, in which order, and how far they got."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field, field_validator, model_validator

from selu_lab.scenarios.calls import SeenCall, Stage
from selu_lab.scenarios.expectations.base import Check, Mismatch, listed
from selu_lab.scenarios.matching import Amount, Match
from selu_lab.scenarios.seen import Seen
from selu_lab.scenarios.strict import Count, Strict, Text, fault
from selu_lab.text import shorten


class CallPattern(Strict):
    """A call to look for. Without `arguments` any will do; with them they are all the call may have."""

    short: ClassVar[str] = "name"

    name: Text = Field(description="The tool.")
    arguments: dict[str, Match] | None = Field(None, description="The arguments, exact unless a matcher is named.")
    ignore: tuple[Text, ...] = Field((), description="Arguments that are not looked at.")

    @model_validator(mode="after")
    def _ignores_within_arguments(self) -> CallPattern:
        if self.ignore and self.arguments is None:
            raise fault("ignore", "“ignore” leaves out arguments, but none are given.", "Add `arguments`.")
        return self

    def fits(self, call: SeenCall, stage: Stage) -> bool:
        """Whether the call reached the stage and is the one looked for."""
        if stage not in call.stages or self.name != call.tool:
            return False
        if self.arguments is None:
            return True
        there = {name: value for name, value in call.at(stage).items() if name not in self.ignore}
        return there.keys() == self.arguments.keys() and all(
            match.fits(there[name]) for name, match in self.arguments.items()
        )

    def __str__(self) -> str:
        pairs = [f"{name} {match}" for name, match in (self.arguments or {}).items()]
        return f"{self.name}({', '.join(pairs)})" if self.arguments is not None else self.name


class _Staged(Check):
    stage: Stage = Field("executed", description="How far the call has to get.")

    def _reached(self, seen: Seen) -> list[SeenCall]:
        return [call for call in seen.calls if self.stage in call.stages]

    def _got(self, seen: Seen) -> str:
        reached = self._reached(seen)
        if reached or not seen.calls:
            return listed((call_line(call, self.stage) for call in reached), "no tool call")
        return f"none {self.stage}, only: " + listed(map(_with_stage, seen.calls), "")


class ToolCalled(CallPattern, _Staged):
    """A call that has to come: at least once, or as often as `count` says."""

    count: Amount | None = Field(None, description="How often: a number, or lt, lte, gt, gte.")

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Count the calls that fit."""
        fitting = sum(self.fits(call, self.stage) for call in seen.calls)
        if self.count.fits(fitting) if self.count else fitting:
            return None
        times = f", count {self.count} (it was {fitting})" if self.count else ""
        return Mismatch(f"{self} {self.stage}{times}", self._got(seen))


class ToolNotCalled(CallPattern, _Staged):
    """A call that must not come. Wanting to call a forbidden tool is a fault already, hence `proposed`."""

    stage: Stage = "proposed"

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Find one that fits."""
        fitting = [call for call in seen.calls if self.fits(call, self.stage)]
        got = listed((call_line(call, self.stage) for call in fitting), "")
        return Mismatch(f"{self} not {self.stage}", got) if fitting else None


class ToolSequence(_Staged):
    """Calls in their order: `exact` allows no others, `in_order` others between them, `any_order` any order."""

    in_order: tuple[CallPattern, ...] = ()
    exact: tuple[CallPattern, ...] = ()
    any_order: tuple[CallPattern, ...] = ()

    @model_validator(mode="after")
    def _one_order(self) -> ToolSequence:
        if sum(map(bool, (self.in_order, self.exact, self.any_order))) != 1:
            raise fault("", "A sequence has calls in exactly one of in_order, exact and any_order.")
        return self

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Compare with the calls that reached the stage."""
        calls = self._reached(seen)
        wanted = self.in_order or self.exact or self.any_order
        if self._holds(calls):
            return None
        order = "in this order" if self.in_order else "exactly" if self.exact else "in any order"
        return Mismatch(f"{order}: {', '.join(map(str, wanted))} ({self.stage})", self._got(seen))

    def _holds(self, calls: Sequence[SeenCall]) -> bool:
        if self.exact:
            return len(calls) == len(self.exact) and all(
                pattern.fits(call, self.stage) for pattern, call in zip(self.exact, calls, strict=True)
            )
        return self._in_order(calls) if self.in_order else _assignable(self.any_order, list(calls), self.stage)

    def _in_order(self, calls: Sequence[SeenCall]) -> bool:
        rest = iter(calls)
        return all(any(pattern.fits(call, self.stage) for call in rest) for pattern in self.in_order)


def _assignable(patterns: Sequence[CallPattern], calls: list[SeenCall], stage: Stage) -> bool:
    """Whether every pattern gets a call of its own."""
    if not patterns:
        return True
    first, *rest = patterns
    return any(
        first.fits(call, stage) and _assignable(rest, calls[:index] + calls[index + 1 :], stage)
        for index, call in enumerate(calls)
    )


class ToolCount(_Staged):
    """How often a tool was called."""

    name: Text
    count: Amount

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Count the calls."""
        count = sum(call.tool == self.name for call in self._reached(seen))
        if self.count.fits(count):
            return None
        return Mismatch(f"{self.name} {self.stage}, count {self.count}", f"{count}: {self._got(seen)}")


class MaxToolCalls(_Staged):
    """The most calls, of one tool when `name` is given; proposed ones count."""

    short: ClassVar[str] = "count"
    plain: ClassVar[tuple[str, ...]] = ("integer",)

    count: Count
    name: Text | None = None
    stage: Stage = "proposed"

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Count the calls."""
        calls = [call for call in self._reached(seen) if self.name in (None, call.tool)]
        if len(calls) <= self.count:
            return None
        got = listed((call_line(call, self.stage) for call in calls), "")
        return Mismatch(f"at most {self.count} calls of {self.name or 'tools'} {self.stage}", f"{len(calls)}: {got}")


class MaxModelCalls(Check):
    """The most calls of the model."""

    short: ClassVar[str] = "count"
    plain: ClassVar[tuple[str, ...]] = ("integer",)

    count: Count

    @field_validator("count")
    @classmethod
    def _possible(cls, count: int) -> int:
        if not count:
            raise fault("", "Every turn calls the model at least once.")
        return count

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Count the calls."""
        asked = seen.model_calls
        return Mismatch(f"at most {self.count} model calls", str(asked)) if asked > self.count else None


def call_line(call: SeenCall, stage: Stage) -> str:
    """A call on one line."""
    return f"{call.tool} {shorten(json.dumps(dict(call.at(stage)), ensure_ascii=False), 160)}"


def _with_stage(call: SeenCall) -> str:
    ended: Iterable[Stage] = ("denied", "blocked", "executed", "approved")
    reached = next((stage for stage in ended if stage in call.stages), "proposed")
    return f"{call_line(call, 'proposed')} ({reached})"
