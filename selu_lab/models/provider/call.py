"""One try at an answer: the parameters, the time limits, the chunks, and what it cost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable
from contextlib import aclosing
from typing import Protocol, TypeVar, cast

from selu_lab.events import Usage
from selu_lab.models.base import Part, Request, Sampling, TextPart
from selu_lab.models.provider.access import Access, Provider
from selu_lab.models.provider.answer import Answer
from selu_lab.models.provider.diagnosis import Reader
from selu_lab.models.provider.library import Library, Response, Tokens
from selu_lab.models.wire import Layout, messages, tools

_T = TypeVar("_T")


class _Stream(Protocol):
    def __aiter__(self) -> AsyncIterator[Response]: ...
    async def __anext__(self) -> Response: ...
    async def aclose(self) -> None: ...


class ProviderCall:
    """Calls the model `name` through litellm, as often as `answer` is asked for."""

    def __init__(self, name: str, way: Access, provider: Provider, litellm: Library) -> None:
        self._name = name
        self._way = way
        self._provider = provider
        self._litellm = litellm
        self._reader = Reader(name, way, provider.timeout)

    async def answer(self, request: Request, layout: Layout, *, plain: bool) -> AsyncGenerator[Part, None]:
        """Answer in parts; raises ModelFaultError for all that litellm raises and for answers that are none."""
        answer = Answer()
        async with aclosing(self._chunks(self._parameters(request, layout, plain=plain))) as chunks:
            async for chunk in chunks:
                for part in self._read(answer, chunk):
                    yield part
        for part in answer.rest():
            yield part
        if not answer.whole:
            raise self._reader.cut()
        closing = answer.end(self._usage(answer.tokens))
        if not closing:
            raise self._reader.empty()
        for closing_part in closing:
            yield closing_part

    def _read(self, answer: Answer, chunk: Response) -> list[TextPart]:
        try:
            return list(answer.feed(chunk))
        except (AttributeError, TypeError):  # a chunk of a shape nobody has seen
            raise self._reader.bad_answer() from None

    def _parameters(self, request: Request, layout: Layout, *, plain: bool) -> dict[str, object]:
        sampling = _over(self._provider.sampling, request.sampling)
        given = {
            "temperature": sampling.temperature,
            "seed": sampling.seed,
            "max_tokens": sampling.max_tokens,
            "tools": tools(request.tools) or None,
            "stream_options": None if plain else {"include_usage": True},
        }
        return {
            **(sampling.extra if self._way.own else {}),
            **{name: value for name, value in given.items() if value is not None},
            **self._way.parameters,
            "model": self._name,
            "messages": messages(request, layout),
            "stream": not plain,
            "timeout": self._provider.timeout + 1,  # ours comes first; without this one litellm waits 6000 s
            "num_retries": 0,
            "max_retries": 0,
        }

    async def _chunks(self, parameters: dict[str, object]) -> AsyncGenerator[Response, None]:
        response = await self._within(self._litellm.acompletion(**parameters), opened=False)
        if response is None:  # all that litellm leaves of an answer with status 422
            raise self._reader.refused(422)
        if not isinstance(response, AsyncIterator):
            yield response
            return
        try:
            opened = False
            while (chunk := await self._within(_next(response), opened=opened)) is not None:
                opened = True
                yield chunk
        finally:
            await cast("_Stream", response).aclose()

    async def _within(self, step: Awaitable[_T], *, opened: bool) -> _T:
        """Wait for a step as long as the time limit allows; its errors become failures, without a trace of theirs."""
        try:
            async with asyncio.timeout(self._provider.timeout):
                return await step
        except Exception as error:
            failure = self._reader.read(error, opened=opened)
        raise failure

    def _usage(self, tokens: Tokens | None) -> Usage:
        if tokens is None:
            return Usage(cost=None)
        given, written = tokens.prompt_tokens or 0, tokens.completion_tokens or 0
        return Usage(tokens_in=given, tokens_out=written, cost=self._cost(tokens, given, written))

    def _cost(self, tokens: Tokens, given: int, written: int) -> float | None:
        if self._way.free:
            return 0.0
        try:
            counted = {"prompt_tokens": given, "completion_tokens": written, "usage_object": tokens}
            return sum(self._litellm.cost_per_token(model=self._name, **counted))
        except Exception:  # litellm raises several kinds for a model it has no price for
            return None


def _over(settings: Sampling, request: Sampling) -> Sampling:
    """The request's sampling, and the settings' where it says nothing."""

    def either(wanted: _T | None, otherwise: _T | None) -> _T | None:
        return otherwise if wanted is None else wanted

    return Sampling(
        either(request.temperature, settings.temperature),
        either(request.seed, settings.seed),
        either(request.max_tokens, settings.max_tokens),
        {**settings.extra, **request.extra},
    )


async def _next(response: AsyncIterator[Response]) -> Response | None:
    return await anext(response, None)
