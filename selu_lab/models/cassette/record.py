"""The lines of a recording: a request as it was made, and the whole answer with its pauses."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from selu_lab.context.messages import Call
from selu_lab.events import Usage
from selu_lab.models.base import CallPart, Finish, FinishPart, Part, Request, TextPart

SCHEMA = 1
"""Grows when the lines, or what makes two requests equal, change."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TapedPart(_Line):
    """A part of the answer, `after` seconds of silence; one of text, call and finish is set."""

    after: float = 0.0
    text: str | None = None
    call: Call | None = None
    finish: Finish | None = None

    def part(self, usage: Usage) -> Part:
        """The part itself; `usage` belongs to the last one."""
        if self.finish is not None:
            return FinishPart(self.finish, usage)
        return TextPart(self.text or "") if self.call is None else CallPart(self.call)


class Record(_Line):
    """One call of a model; the request is normalised and redacted.

    `key` finds it as the `nth` of equal requests; `digests` tell which section differs from another request's.
    """

    version: int = Field(alias="schema")
    key: str
    nth: int
    recorded_at: datetime
    model: str
    digests: dict[str, str]
    request: Request
    parts: tuple[TapedPart, ...]
    usage: Usage

    def line(self) -> str:
        """The record as a line of JSON, without what is at its default."""
        return self.model_dump_json(by_alias=True, exclude_defaults=True)
