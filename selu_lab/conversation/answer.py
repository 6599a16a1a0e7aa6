"""One answer of a model while it arrives: text cleaned piece by piece, whole calls with ids that are unique."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from selu_lab.context.messages import Call
from selu_lab.errors import ModelError
from selu_lab.events import AnyEvent, ModelAnswered, ModelRetrying, RequestedCall, TextDelta, Usage
from selu_lab.events.conversation import FinishReason
from selu_lab.models.base import CallPart, FinishPart, Model, Part, Request, RetryPart, TextPart
from selu_lab.text import StreamCleaner, clean

Emit = Callable[[Sequence[AnyEvent]], None]


@dataclass
class Answer:
    """What has arrived so far. `taken` are call ids this conversation has used already."""

    round: int
    taken: set[str]
    text: str = ""
    calls: list[Call] = field(default_factory=list)
    finish: FinishReason = "stop"
    usage: Usage = field(default_factory=Usage)
    complete: bool = False
    _cleaner: StreamCleaner = field(default_factory=StreamCleaner)
    _started: float = field(default_factory=time.perf_counter)

    def take(self, part: Part) -> Sequence[AnyEvent]:
        """Take the next part, give the events to tell."""
        match part:
            case TextPart(text=text):
                return self._grow(self._cleaner.feed(text))
            case CallPart(call=call):
                self.calls.append(Call(self._unique(clean(call.id)), clean(call.name), clean(call.arguments)))
                return ()
            case RetryPart(sentence=sentence, attempt=attempt, wait=wait):
                self.text, self.calls, self._cleaner = "", [], StreamCleaner()
                return (ModelRetrying(sentence=sentence, attempt=attempt, wait=wait),)
            case FinishPart(finish=finish, usage=usage):
                self.finish, self.usage, self.complete = finish, usage, True
                if finish == "length":  # its last call may be half a call
                    self.calls = []
                return self._grow(self._cleaner.finish())

    def event(self) -> ModelAnswered:
        """The answer as it is stored; of a broken one the calls are left out, for none of them runs."""
        calls = self.calls if self.complete else []
        return ModelAnswered(
            text=self.text,
            calls=tuple(RequestedCall(id=call.id, name=call.name, arguments=call.arguments) for call in calls),
            finish=self.finish,
            usage=self.usage,
            seconds=time.perf_counter() - self._started,
            complete=self.complete,
        )

    def _grow(self, piece: str) -> Sequence[AnyEvent]:
        self.text += piece
        return (TextDelta(text=piece),) if piece else ()

    def _unique(self, given: str) -> str:
        """Results are paired with calls by id, so an empty or repeated one is replaced."""
        name = given
        number = len(self.calls) + 1
        while not name or name in self.taken:
            name = f"call_{self.round}_{number}"
            number += 1
        self.taken.add(name)
        return name


async def listen(model: Model, request: Request, answer: Answer, emit: Emit) -> None:
    """Fill the answer from the model's stream; raises ModelError when it breaks off or says nothing at all."""
    async for part in model.stream(request):
        if events := answer.take(part):
            emit(events)
    if not answer.complete:
        raise ModelError(
            "The answer broke off before its end.", hint="What had arrived is kept; say “go on” or try again."
        )
    if not answer.text.strip() and not answer.calls:
        answer.text = ""
        answer.complete = False
        cut = answer.finish == "length"
        raise ModelError(
            "The answer was cut at the model's token limit before it said anything."
            if cut
            else "The model answered nothing.",
            hint="Raise SELU_LAB_MAX_TOKENS." if cut else "Try again, or choose another model.",
        )
