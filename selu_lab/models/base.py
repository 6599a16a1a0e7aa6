"""What every model takes and gives: a request of context, history and tools; a stream of typed parts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import JsonValue

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.events import Usage

Purpose = Literal["turn", "observe", "match", "judge"]
Finish = Literal["stop", "tool_calls", "length", "filtered"]


@dataclass(frozen=True)
class ToolSchema:
    """A tool as it is offered: `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]


@dataclass(frozen=True)
class Sampling:
    """How a model is to answer; None leaves it to the provider. `extra` goes to the provider as it is."""

    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    extra: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True)
class Request:
    """One call of a model. Sections become system messages only behind the door.

    `purpose` tells a conversation's turn from the reflection's two calls ("observe", "match") and a scenario's judge.
    """

    sections: tuple[Section, ...]
    history: tuple[Message, ...]
    tools: tuple[ToolSchema, ...] = ()
    sampling: Sampling = Sampling()
    purpose: Purpose = "turn"


@dataclass(frozen=True)
class TextPart:
    """A piece of the answer's text, as the provider sent it (not cleaned yet)."""

    text: str


@dataclass(frozen=True)
class CallPart:
    """A whole tool call; partial ones never leave a model."""

    call: Call


@dataclass(frozen=True)
class RetryPart:
    """The call failed, for the reason in `sentence`, and is tried again after `wait` seconds; text so far is void."""

    sentence: str
    attempt: int
    wait: float


@dataclass(frozen=True)
class FinishPart:
    """The end of a whole answer. A stream that ends without it broke off."""

    finish: Finish
    usage: Usage = field(default_factory=Usage)


Part = TextPart | CallPart | RetryPart | FinishPart


class Model(Protocol):
    """Something that answers."""

    @property
    def name(self) -> str:
        """The name it is chosen by ("demo", "openai/gpt-4o-mini", …)."""

    @property
    def label(self) -> str:
        """What header, picker and trace call it; the demo model says here that it is rules."""

    def stream(self, request: Request) -> AsyncIterator[Part]:
        """Answer in parts. Raises ModelError with a sentence for the user; cancelling closes the connection."""


class ModelSource(Protocol):
    """Gives models by name."""

    def get(self, name: str, *, picked: bool = False) -> Model:
        """The model of that name; `picked` by the user now, not named by a package or a file.

        Raises ModelError when it cannot be used, with what to set.
        """
