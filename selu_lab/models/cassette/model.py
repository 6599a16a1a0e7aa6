"""A model in front of a recording: plays what is there, asks the real one for the rest if that is allowed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import cast

from selu_lab.models.base import FinishPart, Model, ModelSource, Part, Request, RetryPart
from selu_lab.models.cassette.cassette import Cassette
from selu_lab.models.cassette.key import Asked
from selu_lab.models.cassette.record import Record
from selu_lab.models.source import is_built_in


@dataclass(frozen=True)
class Pace:
    """How fast an answer is played: `speed` 0 at once, 1 with its pauses, 2 twice as fast."""

    speed: float = 0.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def wait(self, seconds: float) -> None:
        """Pause as long as the recording did."""
        if self.speed > 0 and seconds > 0:
            await self.sleep(seconds / self.speed)


class CassetteModel:
    """The model `name`; `real` gives the one to record, and is not called before it is needed."""

    def __init__(self, name: str, real: Callable[[], Model], cassette: Cassette, pace: Pace) -> None:
        self.name = name
        self._real = real
        self._cassette = cassette
        self._pace = pace

    @property
    def label(self) -> str:
        """The name, and that answers are recorded ones."""
        return f"{self.name}, recorded"

    async def stream(self, request: Request) -> AsyncGenerator[Part, None]:
        """Answer in parts; raises CassetteMissError, or what the real model raises."""
        asked = self._cassette.ask(self.name, request)
        record = self._cassette.play(asked)
        parts = self._record(asked, request) if record is None else self._play(record)
        async with aclosing(parts):
            async for part in parts:
                yield part

    async def _play(self, record: Record) -> AsyncGenerator[Part, None]:
        for taped in record.parts:
            await self._pace.wait(taped.after)
            yield taped.part(record.usage)

    async def _record(self, asked: Asked, request: Request) -> AsyncGenerator[Part, None]:
        """Pass the real answer on; it is kept once it is whole."""
        heard: list[tuple[float, Part]] = []
        before = time.perf_counter()
        async with aclosing(cast("AsyncGenerator[Part, None]", self._real().stream(request))) as parts:
            async for part in parts:
                now = time.perf_counter()
                if not isinstance(part, RetryPart):
                    heard.append((now - before, part))
                if isinstance(part, FinishPart):
                    self._cassette.keep(asked, heard, part.usage)
                before = now
                yield part


@dataclass(frozen=True)
class RecordedModels:
    """Gives models by name with a recording in front; the built-in ones need none."""

    source: ModelSource
    cassette: Cassette
    pace: Pace = Pace()

    def get(self, name: str, *, picked: bool = False) -> Model:
        """The model of that name; a real one is looked for only when something must be recorded."""
        if is_built_in(name):
            return self.source.get(name)
        return CassetteModel(name, lambda: self.source.get(name, picked=picked), self.cassette, self.pace)
