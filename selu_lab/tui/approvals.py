"""The queue of questions: agents ask here before a tool runs, the app shows one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from selu_lab.tools.approval import Approval, ApprovalRequest

Told = Callable[[], None]


class Pending:
    """A question that waits for its answer, or for being withdrawn by whoever asked."""

    def __init__(self, request: ApprovalRequest, answer: asyncio.Future[Approval]) -> None:
        self.request = request
        self._answer = answer

    @property
    def open(self) -> bool:
        """Whether an answer would still count."""
        return not self._answer.done()

    async def wait(self) -> Approval:
        """The answer, when it comes."""
        return await self._answer

    def answer(self, approval: Approval) -> None:
        """Answer it; too late an answer does nothing."""
        if self.open:
            self._answer.set_result(approval)

    def when_closed(self, told: Told) -> None:
        """Tell once the question is answered or withdrawn."""
        self._answer.add_done_callback(lambda _: told())


class ApprovalQueue:
    """The approver of the app. Questions are shown in the order they came; leaving answers all of them with no."""

    def __init__(self) -> None:
        self._waiting: list[Pending] = []
        self._came = asyncio.Event()
        self._closed = False
        self.when_changed: Told = lambda: None

    @property
    def count(self) -> int:
        """How many questions are open."""
        return len(self._waiting)

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Wait for the user's answer. A cancelled question leaves the queue."""
        if self._closed:
            return Approval("cancelled")
        pending = Pending(request, asyncio.get_running_loop().create_future())
        self._waiting.append(pending)
        self._came.set()
        self.when_changed()
        try:
            return await pending.wait()
        finally:
            self._waiting.remove(pending)
            self.when_changed()

    async def next(self) -> Pending:
        """The oldest open question, as soon as there is one."""
        while not (found := next((one for one in self._waiting if one.open), None)):
            self._came.clear()
            await self._came.wait()
        return found

    def close(self) -> None:
        """Take back everything that is open and whatever may still come: nothing runs, and nobody said no."""
        self._closed = True
        for pending in self._waiting:
            pending.answer(Approval("cancelled"))
