"""A turn: model and tools go back and forth until there is a text, the round limit, or the user stops it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from selu_lab.context.messages import Message
from selu_lab.context.section import Context
from selu_lab.conversation.answer import Answer, listen
from selu_lab.errors import ModelError
from selu_lab.events import AnyEvent, ModelCalled, TurnFinished, Usage
from selu_lab.events.conversation import TurnOutcome
from selu_lab.models.base import Model, Request, Sampling, ToolSchema
from selu_lab.tools.base import Scope
from selu_lab.tools.gate import Gate

_log = logging.getLogger(__name__)
INTERNAL = "Something went wrong inside Selu Lab; the log says what. The conversation can go on."


@dataclass(frozen=True)
class TurnPlan:
    """All a turn needs. `history` gives the conversation's messages as they are now; `emit` stores and tells events."""

    model: Model
    context: Context
    tools: Sequence[ToolSchema]
    sampling: Sampling
    scope: Scope
    gate: Gate
    history: Callable[[], tuple[Message, ...]]
    emit: Callable[[Sequence[AnyEvent]], None]
    max_rounds: int = 24


class Turn:
    """Runs one turn to its `TurnFinished`, which is also what a stop, a failure and the round limit end in."""

    def __init__(self, plan: TurnPlan) -> None:
        self._plan = plan
        self._started = time.perf_counter()
        self._usage = Usage()
        self._rounds = 0

    async def run(self) -> TurnFinished:
        """Play the turn. A cancellation is passed on, after the partial text and the end have been stored."""
        try:
            return await self._loop()
        except asyncio.CancelledError:
            self._finish("stopped", sentence="Stopped.")
            raise
        except ModelError as error:
            return self._finish("failed", sentence=str(error))
        except Exception:
            _log.exception("A turn failed.")
            return self._finish("failed", sentence=INTERNAL)

    async def _loop(self) -> TurnFinished:
        plan = self._plan
        while self._rounds < plan.max_rounds:
            answer = await self._ask_model()
            if not answer.calls:
                return self._finish("answered", answer.text, _remark(answer))
            await plan.gate.pass_through(answer.calls, plan.scope)
        sentence = f"The agent called tools {plan.max_rounds} times without an answer, so the turn was ended."
        return self._finish("limit", sentence=sentence)

    async def _ask_model(self) -> Answer:
        plan = self._plan
        self._rounds += 1
        plan.emit([ModelCalled(model=plan.model.name, round=self._rounds)])
        history = plan.context.history if self._rounds == 1 else plan.history()
        request = Request(plan.context.sections, history, tuple(plan.tools), plan.sampling)
        answer = Answer(self._rounds, {call.id for message in history for call in message.calls})
        try:
            await listen(plan.model, request, answer, plan.emit)
        finally:  # also of a stopped or broken stream: what was shown stays
            self._usage += answer.usage
            if answer.complete or answer.text:
                plan.emit([answer.event()])
        return answer

    def _finish(self, outcome: TurnOutcome, text: str = "", sentence: str = "") -> TurnFinished:
        event = TurnFinished(
            outcome=outcome,
            text=text,
            sentence=sentence,
            rounds=self._rounds,
            usage=self._usage,
            seconds=time.perf_counter() - self._started,
        )
        self._plan.emit([event])
        return event


def _remark(answer: Answer) -> str:
    if answer.finish == "length":
        return "The answer was cut at the model's token limit."
    return "The provider's filter ended the answer." if answer.finish == "filtered" else ""
