"""What all expectations share: they judge what was seen, and say what was expected and what came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from selu_lab.scenarios.seen import Seen
from selu_lab.scenarios.strict import Strict
from selu_lab.text import shorten


@dataclass(frozen=True)
class Mismatch:
    """An expectation that did not hold, in two plain phrases; not `certain`: nobody could tell whether it did."""

    expected: str
    got: str
    certain: bool = True


class Check(Strict):
    """One kind of expectation."""

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Give what does not hold, or None."""
        raise NotImplementedError


def listed(items: Iterable[str], nothing: str) -> str:
    """What came, as one phrase: at most six items, each cut to a line."""
    lines = [shorten(item, 200) for item in items]
    more = f" … and {len(lines) - 6} more" if len(lines) > 6 else ""
    return ("; ".join(lines[:6]) + more) if lines else nothing
