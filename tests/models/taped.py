"""A request worth recording, and a real model with a recording in front of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.events import Usage
from selu_lab.models.base import FinishPart, Model, Part, Request, Sampling, TextPart, ToolSchema
from selu_lab.models.cassette import Cassette, Pace, RecordedModels, RecordMode
from selu_lab.models.errors import ModelFaultError
from selu_lab.models.script import Line, ScriptedModel
from tests.models.asking import Heard, ask

NAME = "openai/m"
PROMPT = "\n".join(f"Rule {number}." for number in range(1, 21))
AGENT = Section("agent", "Agent prompt", "/home/anna/agents/reise/agent.md:1-20", PROMPT)
MAIL = Section("capability:mail", "Capability mail", "/x/mail/prompt.md:3-5", "## Capability: mail\na\nb\nc")
PROFILE = Section("profile", "Profile", "profile f1", "Lives in Berlin.", 2)
ASKING = Message("assistant", "", (Call("call_77", "memory_search", '{"q": "tea", "n": 1}'),))
RESULT = Message("tool", "Found: tea.", call_id="call_77", tool="memory_search")
TOOL = ToolSchema("memory_search", "Searches.", {"type": "object"})
REQUEST = Request((AGENT, MAIL, PROFILE), (Message("user", "Tee? Süß?"), ASKING, RESULT), (TOOL,), Sampling(0.2))


@dataclass
class Taped:
    """A real model that plays given parts, in front of it a recording in a file."""

    path: Path
    parts: tuple[Part, ...] = (TextPart("Green "), TextPart("tea."), FinishPart("stop", Usage(tokens_in=5)))
    asked: int = 0
    name: str = NAME
    label: str = NAME
    slept: list[float] = field(default_factory=list)
    now: datetime = datetime(2026, 3, 28, tzinfo=UTC)

    def get(self, name: str, *, picked: bool = False) -> Model:
        return self if name == NAME else ScriptedModel([Line(say="Built in.")])

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        self.asked += 1
        for part in self.parts:
            yield part
        if not isinstance(self.parts[-1], FinishPart):
            raise ModelFaultError("cut", "It broke off.")

    def open(self, mode: RecordMode, secrets: tuple[str, ...] = ()) -> Cassette:
        return Cassette(self.path, mode, secrets=secrets, now=lambda: self.now)

    async def hear(self, cassette: Cassette, request: Request = REQUEST, *, speed: float = 0) -> Heard:
        async def sleep(seconds: float) -> None:
            self.slept.append(seconds)

        return await ask(RecordedModels(self, cassette, Pace(speed, sleep)).get(NAME), request)
