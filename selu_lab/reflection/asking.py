"""One question to a model: tried again when the call fails, asked once to mend an answer that cannot be used."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import JsonValue

from selu_lab.context.messages import Message
from selu_lab.errors import Exit, ModelError
from selu_lab.events import Usage
from selu_lab.models.base import FinishPart, Model, Request, RetryPart, TextPart
from selu_lab.reflection.answers import AnswerError

Answered = TypeVar("Answered")
Sleep = Callable[[float], Awaitable[None]]

RETRIES = 2
FIRST_WAIT = 1.0


@dataclass
class Asked:
    """What asking cost, and word for word what was asked and answered."""

    usage: Usage = field(default_factory=Usage)
    prompts: list[dict[str, JsonValue]] = field(default_factory=list)


@dataclass(frozen=True)
class Asker:
    """Asks one model. `jitter` gives 0..1; waits are 1 and 2 seconds, each up to doubled by it."""

    model: Model
    sleep: Sleep
    jitter: Callable[[], float] = random.random

    async def ask(self, request: Request, read: Callable[[str], Answered], asked: Asked) -> Answered:
        """Give what `read` makes of the answer. Raises ModelError, or AnswerError when the mended one is bad too."""
        text = await self._answer(request, asked)
        try:
            return read(text)
        except AnswerError as error:
            mending = Message("user", f"{error.sentence} {error.hint} Give the whole answer again.".replace("  ", " "))
            again = replace(request, history=(*request.history, Message("assistant", text), mending))
            return read(await self._answer(again, asked))

    async def _answer(self, request: Request, asked: Asked) -> str:
        for attempt in range(RETRIES):
            try:
                return await self._once(request, asked)
            except ModelError as error:
                if error.exit != Exit.PROVIDER:  # a recording or a budget says the same to the next attempt
                    raise
                await self.sleep(FIRST_WAIT * 2**attempt * (1 + self.jitter()))
        return await self._once(request, asked)

    async def _once(self, request: Request, asked: Asked) -> str:
        text, finish = "", None
        async for part in self.model.stream(request):
            if isinstance(part, TextPart):
                text += part.text
            elif isinstance(part, RetryPart):
                text = ""
            elif isinstance(part, FinishPart):
                finish = part
        if finish is None:
            raise ModelError("The model's answer broke off.")
        asked.usage += finish.usage
        asked.prompts.append(_exact(request, text))
        return text


def _exact(request: Request, answer: str) -> dict[str, JsonValue]:
    return {
        "purpose": request.purpose,
        "sections": [{"name": section.name, "text": section.text} for section in request.sections],
        "messages": [{"role": message.role, "text": message.text} for message in request.history],
        "answer": answer,
    }
