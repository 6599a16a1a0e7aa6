"""A model that litellm reaches: asks, and asks again where that makes sense."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing

from selu_lab.models.base import Part, Request, RetryPart, TextPart
from selu_lab.models.errors import FaultKind, ModelFaultError
from selu_lab.models.provider.access import Provider, access
from selu_lab.models.provider.call import ProviderCall
from selu_lab.models.provider.diagnosis import SystemRefusedError
from selu_lab.models.provider.library import library
from selu_lab.models.wire import Layout

Sleep = Callable[[float], Awaitable[None]]

# How often a call is tried again. An answer that was empty or broke off before its first word is asked for once more,
# not streamed, as production does.
_RETRIES: Mapping[FaultKind, int] = {"rate_limited": 3, "unreachable": 3, "empty": 1, "cut": 1}
_PLAIN_AFTER: tuple[FaultKind, ...] = ("empty", "cut")
_ONE_MESSAGE = ("anthropic", "bedrock")
_NEXT_LAYOUT: Mapping[Layout, Layout] = {"separate": "merged", "merged": "user"}


class ProviderModel:
    """The model `name` of litellm, reached as `provider` says; `sleep` waits between tries."""

    def __init__(self, name: str, provider: Provider, *, sleep: Sleep = asyncio.sleep) -> None:
        self.name = name
        self._provider = provider
        self._sleep = sleep

    @property
    def label(self) -> str:
        """The name; the provider's models need no other."""
        return self.name

    async def stream(self, request: Request) -> AsyncGenerator[Part, None]:
        """Answer in parts; raises ModelFaultError, after the text that came before a break."""
        way = access(self.name, self._provider)
        call = ProviderCall(self.name, way, self._provider, await library())
        tries = _Tries("merged" if way.provider in _ONE_MESSAGE else "separate")
        while True:
            spoken = False
            try:
                async with aclosing(call.answer(request, tries.layout, plain=tries.plain)) as parts:
                    async for part in parts:
                        spoken = spoken or isinstance(part, TextPart)
                        yield part
                return
            except ModelFaultError as error:
                failure = error
            wait = tries.after(failure)
            if spoken or wait is None:
                raise failure
            if not isinstance(failure, SystemRefusedError):
                yield RetryPart(failure.sentence, tries.count, wait)
                await self._sleep(wait)


class _Tries:
    """What was tried for one request, and how the next try differs."""

    def __init__(self, layout: Layout) -> None:
        self.layout: Layout = layout
        self._failed: Counter[FaultKind] = Counter()

    @property
    def count(self) -> int:
        return self._failed.total()

    @property
    def plain(self) -> bool:
        return any(self._failed[kind] for kind in _PLAIN_AFTER)

    def after(self, failure: ModelFaultError) -> float | None:
        """Seconds until the next try, doubled with each, never less than the server asks for; None: no further try."""
        if isinstance(failure, SystemRefusedError) and self.layout in _NEXT_LAYOUT:
            self.layout = _NEXT_LAYOUT[self.layout]
            return 0.0
        if failure.wait is None or self._failed[failure.kind] >= _RETRIES.get(failure.kind, 0):
            return None
        self._failed[failure.kind] += 1
        return max(failure.wait, 2.0 ** (self._failed[failure.kind] - 1)) if failure.wait else 0.0
