"""What happened, exact from the tool calls: denials, failures, verified repairs, and requests put again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from selu_lab.reflection.likeness import likeness
from selu_lab.reflection.records import Exchange, Seen, SeenKind, ToolUse

_FAILED = frozenset({"error", "invalid"})
_SAME_REQUEST = 0.6
"""Likeness of two messages in a row from which on the second is the first one put again."""


def seen(exchanges: Sequence[Exchange]) -> tuple[Seen, ...]:
    """All signals of a conversation, in the order of its turns. What the policy blocked is no failure."""
    found = [*_of_tools(exchanges), *_retries(exchanges)]
    found.sort(key=lambda signal: signal[1])
    return tuple(
        Seen(id=f"S{place}", kind=kind, turn=turn, tool=tool, words=words)
        for place, (kind, turn, tool, words) in enumerate(found, start=1)
    )


def _of_tools(exchanges: Sequence[Exchange]) -> Iterator[tuple[SeenKind, int, str, str]]:
    for exchange in exchanges:
        for place, call in enumerate(exchange.calls):
            later = exchange.calls[place + 1 :]
            if call.status == "denied":
                yield "tool_denied", exchange.number, call.tool, ""
            elif call.status in _FAILED and (repair := _repair(call, later)):
                yield "repair_verified", exchange.number, call.tool, _difference(call, repair)
            elif call.status in _FAILED:
                yield "tool_failure", exchange.number, call.tool, ""


def _repair(failed: ToolUse, later: Sequence[ToolUse]) -> ToolUse | None:
    """The next success of the same tool in the same turn, if its arguments differ and are about the same thing."""
    success = next((call for call in later if call.tool == failed.tool and call.status == "ok"), None)
    if success is None or success.arguments == failed.arguments:
        return None
    return success if likeness(_flat(failed), _flat(success)) > 0 or len(failed.arguments) <= 1 else None


def _difference(failed: ToolUse, success: ToolUse) -> str:
    """Names of the arguments that the repair changed or added."""
    changed = [key for key, value in success.arguments.items() if failed.arguments.get(key) != value]
    dropped = [key for key in failed.arguments if key not in success.arguments]
    return ", ".join([*changed, *dropped])


def _flat(call: ToolUse) -> str:
    return re.sub(r"[_\W]+", " ", " ".join(str(value) for value in call.arguments.values()))


def _retries(exchanges: Sequence[Exchange]) -> Iterator[tuple[SeenKind, int, str, str]]:
    for before, after in pairwise(exchanges):
        succeeded = any(call.status == "ok" for call in before.calls)
        if not succeeded and likeness(before.user, after.user) >= _SAME_REQUEST:
            yield "user_retry", after.number, "", ""
