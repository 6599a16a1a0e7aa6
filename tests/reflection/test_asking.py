"""Asking a model again helps where its provider failed, and nowhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from selu_lab.context.messages import Message
from selu_lab.errors import ModelError
from selu_lab.models.base import Part, Request
from selu_lab.models.cassette import CassetteMissError
from selu_lab.models.spending import BudgetError
from selu_lab.reflection.asking import Asked, Asker


class Refusing:
    """Refuses every request in the same way, and counts them."""

    name = label = "refusing"

    def __init__(self, error: ModelError) -> None:
        self.error = error
        self.asked = 0

    def stream(self, request: Request) -> AsyncIterator[Part]:
        self.asked += 1
        raise self.error


@pytest.mark.parametrize(
    ("error", "times"),
    [(ModelError("Nobody answers."), 3), (CassetteMissError("Not recorded."), 1), (BudgetError("Used up."), 1)],
)
async def test_a_recording_and_a_budget_say_the_same_to_every_attempt(error: ModelError, times: int) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    model = Refusing(error)
    with pytest.raises(ModelError):
        await Asker(model, sleep).ask(Request((), (Message("user", "Hi"),)), str, Asked())
    assert (model.asked, len(waits)) == (times, times - 1)
