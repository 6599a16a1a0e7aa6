"""Running one coroutine after another in the same event loop, for callers that have none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TypeVar

T = TypeVar("T")


def run(runner: asyncio.Runner, work: Callable[[], Coroutine[None, None, T]]) -> T:
    """What the work gives. Ctrl-C before it has begun leaves nothing behind that Python would warn of.

    The task itself gives nothing: Python 3.11 formats what a task gave each time it resets Ctrl-C, only to throw the
    text away, which costs a millisecond for a scenario's result.
    """
    given: list[T] = []

    async def keep() -> None:
        given.append(await work())

    kept = keep()
    try:
        runner.run(kept)
    finally:
        kept.close()
    return given[0]
