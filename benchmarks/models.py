"""Measures the model's door: what it adds to a streamed call above bare litellm, and what a replayed call costs.

python -m benchmarks.models [--calls 60]
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from pydantic import SecretStr

from selu_lab.context.messages import Message
from selu_lab.context.section import Section
from selu_lab.models.base import FinishPart, Model, Part, Request, TextPart, ToolSchema
from selu_lab.models.cassette import Cassette, Pace, RecordedModels
from selu_lab.models.echo import EchoModel
from selu_lab.models.provider import Provider, ProviderModel, close
from selu_lab.models.provider.library import Library, library
from selu_lab.models.wire import messages, tools
from tests.models.loopback import loopback, said

_NAME = "openai/loopback"
_KEY = "none"
_PROMPT = "\n".join(f"{number}. Be brief, be kind, and say what you do not know." for number in range(200))
_REQUEST = Request(
    sections=(
        Section("agent", "Agent prompt", "agents/default/agent.md:1-200", _PROMPT),
        Section("profile", "Profile", "profile f1", "Lives in Berlin.", 2),
        Section("lessons", "Lessons", "lessons l1", "Answer in five sentences.", 3),
    ),
    history=tuple(Message("user" if n % 2 == 0 else "assistant", f"Message {n}. " * 20) for n in range(21)),
    tools=tuple(ToolSchema(f"tool_{n}", "Does a thing.", {"type": "object", "properties": {}}) for n in range(7)),
)

Call = Callable[[], Awaitable[None]]


def serve(chunks: int, line: Connection) -> None:
    """Run the loopback server in a process of its own, so that its work is not counted."""
    with loopback() as server:
        server.answer(said(*(f"word{n} " for n in range(chunks))))
        line.send(server.url)
        line.recv()


def bare(litellm: Library, url: str) -> Call:
    """A streamed call as a program without Selu Lab makes it."""

    async def call() -> None:
        response = await litellm.acompletion(
            model=_NAME,
            messages=messages(_REQUEST),
            tools=tools(_REQUEST.tools),
            api_key=_KEY,
            base_url=url,
            stream=True,
            stream_options={"include_usage": True},
            timeout=60,
            num_retries=0,
            max_retries=0,
        )
        assert isinstance(response, AsyncIterator)
        async for _ in response:
            pass

    return call


def ours(model: Model) -> Call:
    """The same through the model's door."""

    async def call() -> None:
        async for _ in model.stream(_REQUEST):
            pass

    return call


async def cpu(*calls: Call, rounds: int) -> list[float]:
    """The median CPU milliseconds of each call, measured in turn so that a busy machine slows all alike."""
    spent: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, times in zip(calls, spent, strict=True):
            before = time.process_time()
            await call()
            times.append((time.process_time() - before) * 1000)
    return [median(times[len(times) // 10 :]) for times in spent]


async def streamed(chunks: int, rounds: int) -> tuple[float, float]:
    """CPU milliseconds of a streamed call: bare litellm, and ours."""
    line, other = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(chunks, other))
    server.start()
    url = await asyncio.to_thread(line.recv)
    provider = Provider({}, url, SecretStr(_KEY), chosen=_NAME)
    plain, door = await cpu(bare(await library(), url), ours(ProviderModel(_NAME, provider)), rounds=rounds)
    line.send("stop")
    server.join()
    return plain, door


class _Fluent:
    """A model that answers in 16 pieces at once."""

    name = label = _NAME

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        for n in range(16):
            yield TextPart(f"word{n} ")
        yield FinishPart("stop")

    def get(self, name: str, *, picked: bool = False) -> Model:
        return self


async def replayed(rounds: int) -> float:
    """CPU milliseconds of a call that is played from a recording of as many calls."""
    with tempfile.TemporaryDirectory() as folder:
        recording = Cassette(Path(folder) / "tape.jsonl", "rewrite")
        record = ours(RecordedModels(_Fluent(), recording, Pace()).get(_NAME))
        for _ in range(rounds):
            await record()
        recording.finish()
        playing = RecordedModels(_Fluent(), Cassette(recording.path), Pace()).get(_NAME)
        (spent,) = await cpu(ours(playing), rounds=rounds)
    return spent


async def measure(rounds: int) -> None:
    """Print the figures."""
    short, long = 16, 256
    few, many = [await streamed(chunks, rounds) for chunks in (short, long)]
    for chunks, (plain, door) in ((short, few), (long, many)):
        print(f"{chunks:4} chunks: litellm {plain:6.1f} ms, ours {door:6.1f} ms, ratio {door / plain:.2f}")
    per_chunk = ((many[1] - many[0]) - (few[1] - few[0])) / (long - short)
    print(f"added: {few[1] - few[0]:.2f} ms a call of {short} chunks, {per_chunk:.4f} ms a further chunk")
    print(f"replayed: {await replayed(rounds):.2f} ms a call")
    (spent,) = await cpu(ours(EchoModel()), rounds=rounds)
    print(f"echo, for comparison: {spent:.2f} ms a call")
    await close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=60, help="calls of each kind")
    asyncio.run(measure(parser.parse_args().calls))
