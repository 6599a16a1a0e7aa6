"""How the tests of models ask: collect an answer, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.errors import ModelError
from selu_lab.models.base import CallPart, FinishPart, Model, Part, Request, RetryPart, TextPart, ToolSchema

_P = TypeVar("_P", bound=Part)

AGENT = Section("agent", "Agent", "agent.md", "Be kind.")
PROFILE = Section("profile", "Profile", "row 1", "Lives in Berlin.", 2)
SEARCH = ToolSchema("memory_search", "Search notes.", {"type": "object", "properties": {"query": {"type": "string"}}})
HELLO = Request((AGENT, PROFILE), (Message("user", "Hello"),), (SEARCH,))


@dataclass
class Heard:
    """An answer as it came: its parts, and the error it ended with."""

    parts: list[Part] = field(default_factory=list)
    error: ModelError | None = None

    def of(self, kind: type[_P]) -> list[_P]:
        return [part for part in self.parts if isinstance(part, kind)]

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.of(TextPart))

    @property
    def calls(self) -> list[Call]:
        return [part.call for part in self.of(CallPart)]

    @property
    def waits(self) -> list[float]:
        return [part.wait for part in self.of(RetryPart)]

    @property
    def finish(self) -> str | None:
        return next((part.finish for part in self.of(FinishPart)), None)


async def ask(model: Model, request: Request = HELLO) -> Heard:
    """The whole answer, also of a model that fails."""
    heard = Heard()
    try:
        async for part in model.stream(request):
            heard.parts.append(part)
    except ModelError as error:
        heard.error = error
    return heard
