"""A small OpenAI-compatible server on the loopback interface that answers each request as the test told it to."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

Step = bytes | Literal["hang", "cut"]
Delta = dict[str, JsonValue]


@dataclass(frozen=True)
class Reply:
    """One answer: a status, then steps; "hang" waits until the client leaves, "cut" breaks the connection off.

    With `hang_first` not even the status line is sent before the client leaves.
    """

    steps: tuple[Step, ...] = ()
    status: int = 200
    kind: str = "text/event-stream"
    headers: tuple[tuple[str, str], ...] = ()
    hang_first: bool = False


@dataclass(frozen=True)
class Received:
    """A request as it came in; header names are in lower case."""

    path: str
    headers: dict[str, str]
    body: dict[str, JsonValue]


def event(delta: Delta | None, finish: str | None = None, usage: Delta | None = None) -> bytes:
    """A chunk of a streamed completion; without `delta` it has no choices, only `usage`."""
    choices: list[JsonValue] = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    chunk: Delta = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices}
    if usage:
        chunk["usage"] = usage
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
USAGE: Delta = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


def call_delta(arguments: str, *, name: str | None = None, index: int | None = 0, call_id: str | None = None) -> Delta:
    """A delta with one piece of one tool call."""
    function: Delta = {"arguments": arguments, "name": name}
    piece: Delta = {"function": _given(function), "type": name and "function", "index": index, "id": call_id}
    return {"tool_calls": [_given(piece)]}


def _given(fields: Delta) -> Delta:
    return {name: value for name, value in fields.items() if value is not None}


def streamed(deltas: Iterable[Delta], finish: str = "stop") -> Reply:
    """A whole streamed answer."""
    return Reply((*(event(delta) for delta in deltas), event({}, finish), event(None, usage=USAGE), DONE))


def said(*texts: str) -> Reply:
    """A whole streamed answer of text, one chunk for each piece."""
    return streamed({"content": text} for text in texts)


def plain(message: Delta, finish: str = "stop") -> Reply:
    """A whole answer that is not streamed."""
    choice: Delta = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    body: Delta = {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "usage": USAGE}
    return Reply((json.dumps(body | {"choices": [choice]}).encode(),), kind="application/json")


def refusal(status: int, message: str, *, code: str = "", headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    """An error as OpenAI words it."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code or None}}
    return Reply((json.dumps(body).encode(),), status=status, kind="application/json", headers=headers)


@dataclass
class Loopback:
    """The running server: give it replies, read what it received.

    `asked` is set once a request came in, `left` once a client left a reply that hangs.
    """

    url: str = ""
    received: list[Received] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)
    _replies: list[Reply] = field(default_factory=list)

    def answer(self, *replies: Reply) -> None:
        """Queue replies; each request takes the next one, the last one stays."""
        self._replies[:] = replies
        self.received.clear()
        self.asked.clear()
        self.left.clear()

    def _next(self) -> Reply:
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request of one connection and close it."""
        try:
            self.received.append(await _receive(reader))
            self.asked.set()
            await self._play(self._next(), reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _play(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if reply.hang_first:
            return await self._hang(reader)
        headers = (("Content-Type", reply.kind), ("Connection", "close"), ("Transfer-Encoding", "chunked"))
        lines = [f"HTTP/1.1 {reply.status} Scripted", *(f"{name}: {value}" for name, value in headers + reply.headers)]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        for step in reply.steps:
            if step == "cut":
                return None
            if step == "hang":
                return await self._hang(reader)
            writer.write(b"%x\r\n%s\r\n" % (len(step), step))
            await writer.drain()
        writer.write(b"0\r\n\r\n")
        return await writer.drain()

    async def _hang(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):  # a client that leaves with an answer unread resets the connection
            await reader.read()
        self.left.set()


async def _receive(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(head[0].split()[1], headers, json.loads(body or b"{}"))


@contextmanager
def loopback() -> Iterator[Loopback]:
    """Run the server in a thread of its own; gives it with its base URL set."""
    server, ready, loop = Loopback(), threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()

    async def run() -> None:
        listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
        ready.set()
        await stop.wait()
        listening.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
