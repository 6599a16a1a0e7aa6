"""Connections end with the event loop they belong to, however the loop was run."""

from __future__ import annotations

import asyncio

from pydantic import SecretStr

from selu_lab.models.provider import Provider, ProviderModel
from selu_lab.models.provider.library import load
from tests.models.asking import ask
from tests.models.loopback import loopback, said


def open_clients() -> list[object]:
    cache: dict[str, object] = load().in_memory_llm_clients_cache.cache_dict  # type: ignore[attr-defined]
    clients = [getattr(one, "_client", None) or getattr(one, "client", one) for one in cache.values()]
    return [client for client in clients if not getattr(client, "is_closed", True)]


def test_no_connection_outlives_its_loop_and_the_next_loop_can_call_again() -> None:
    async def call(model: ProviderModel) -> int:
        assert (await ask(model)).text == "Hello."
        return len(open_clients())

    with loopback() as server:
        server.answer(said("Hello."))
        model = ProviderModel("openai/m", Provider({}, server.url, SecretStr("sk-x"), chosen="openai/m"))
        for _ in range(2):
            assert asyncio.run(call(model)) > 0
            assert open_clients() == []
