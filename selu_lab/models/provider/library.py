"""The one place that imports litellm: late, in a thread, with its prints, logs and network habits switched off."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import warnings
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import suppress
from functools import lru_cache
from threading import Lock, Thread
from typing import Protocol, cast
from weakref import WeakKeyDictionary

# Read by litellm while it is imported: else it looks up prices on the network, which delays an offline exit by up to
# 17 s, and loads any .env it finds into the environment.
_BEFORE = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}
_LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
_LOADING = Lock()
_CLOSING: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncGenerator[None, None]] = WeakKeyDictionary()


class Function(Protocol):
    """Name and arguments of a call, or a piece of them."""

    name: str | None
    arguments: str | None


class ToolCall(Protocol):
    """A call, or a piece of one; only pieces have an index."""

    id: str | None
    function: Function


class Content(Protocol):
    """A message, or a piece of one."""

    content: str | None
    tool_calls: Sequence[ToolCall] | None


class Choice(Protocol):
    """The answer; it has `delta` in a stream and `message` where it comes whole."""

    finish_reason: str | None


class Tokens(Protocol):
    """What the provider counted."""

    prompt_tokens: int
    completion_tokens: int


class Response(Protocol):
    """A chunk of a stream, or a whole answer; `usage` is there at its end."""

    choices: Sequence[Choice]


class Library(Protocol):
    """What we use of litellm."""

    suppress_debug_info: bool
    drop_params: bool
    telemetry: bool

    async def acompletion(self, **parameters: object) -> AsyncIterator[Response] | Response | None: ...
    def completion(self, **parameters: object) -> Sequence[Response]: ...
    def cost_per_token(self, **parameters: object) -> tuple[float, float]: ...
    async def close_litellm_async_clients(self) -> None: ...


async def library() -> Library:
    """litellm, imported in a thread the first time (3–5 CPU seconds), so that the screen goes on.

    Its connections are closed when the running event loop ends.
    """
    await _close_at_the_end(asyncio.get_running_loop())
    if not _import.cache_info().currsize:
        loop, loaded = asyncio.get_running_loop(), asyncio.Event()
        # A daemon, unlike asyncio's own threads: who leaves the app at once need not wait for the import.
        Thread(target=_load_for, args=(loop, loaded), name="litellm", daemon=True).start()
        await loaded.wait()
    return load()


async def warm() -> None:
    """Import litellm ahead of its first use; for an app whose first screen is painted."""
    await library()


def load() -> Library:
    """litellm, imported in this thread."""
    with _LOADING:
        return _import()


async def close() -> None:
    """Close litellm's connections, if it was ever loaded; for the end of the event loop."""
    if _import.cache_info().currsize:
        await _import().close_litellm_async_clients()


async def _close_at_the_end(loop: asyncio.AbstractEventLoop) -> None:
    """Leave a generator open in the loop: asyncio closes it when the loop ends, and only there can we close ours."""
    if loop not in _CLOSING:
        _CLOSING[loop] = _closing()
        await anext(_CLOSING[loop])


async def _closing() -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        await close()


def _load_for(loop: asyncio.AbstractEventLoop, loaded: asyncio.Event) -> None:
    """Import, and tell the loop if it is still there; an error is raised where `library` asks again."""
    with suppress(Exception):
        load()
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(loaded.set)


@lru_cache(maxsize=1)
def _import() -> Library:
    os.environ.update(_BEFORE)
    litellm = cast("Library", importlib.import_module("litellm"))
    litellm.suppress_debug_info = True
    litellm.drop_params = True
    litellm.telemetry = False
    _silence()
    _rehearse(litellm)
    return litellm


def _silence() -> None:
    """Take its loggers off the terminal. They go nowhere: their records hold requests, and may hold keys."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
        logger.setLevel(logging.CRITICAL)
    # litellm serialises whatever a server sends, and pydantic would complain about its shape on stderr.
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)


def _rehearse(litellm: Library) -> None:
    """One canned answer: what litellm loads at its first call (0.4 CPU s) is loaded in this thread too."""
    words = [{"role": "user", "content": "Hello"}]
    for _ in litellm.completion(model="openai/rehearsal", messages=words, mock_response="Hello", stream=True):
        pass
