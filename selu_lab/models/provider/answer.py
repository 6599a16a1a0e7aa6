"""An answer as it grows out of chunks: text to pass on at once, and at its end the calls, the finish and the usage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from selu_lab.events import Usage
from selu_lab.models.base import CallPart, Finish, FinishPart, Part, TextPart
from selu_lab.models.provider.deltas import CallAssembler, CallDelta
from selu_lab.models.provider.library import Content, Response, Tokens, ToolCall
from selu_lab.models.provider.thoughts import ThoughtFilter

_FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "filtered", "max_tokens": "length"}


class Answer:
    """Takes the chunks of one answer; a whole answer is one chunk."""

    def __init__(self) -> None:
        self._thoughts = ThoughtFilter()
        self._calls = CallAssembler()
        self._finish: str | None = None
        self._spoken = False
        self.tokens: Tokens | None = None

    def feed(self, chunk: Response) -> Iterator[TextPart]:
        """Take a chunk, give its text."""
        self.tokens = cast("Tokens | None", getattr(chunk, "usage", None)) or self.tokens
        for choice in chunk.choices or ():
            self._finish = choice.finish_reason or self._finish
            content = cast("Content | None", getattr(choice, "delta", None) or getattr(choice, "message", None))
            if content is None:
                continue
            for call in content.tool_calls or ():
                self._calls.feed(_delta(call))
            yield from self._say(self._thoughts.feed(content.content or ""))

    def rest(self) -> Iterator[TextPart]:
        """Text held back until the end."""
        yield from self._say(self._thoughts.finish())

    def end(self, usage: Usage) -> list[Part]:
        """The parts that close the answer; none where it held nothing. Cut arguments (finish "length") are no calls."""
        finish = _FINISHES.get(self._finish or "")
        calls = [] if finish else list(self._calls.calls())
        if not (finish or calls or self._spoken):
            return []
        return [*map(CallPart, calls), FinishPart(finish or ("tool_calls" if calls else "stop"), usage)]

    @property
    def whole(self) -> bool:
        """Whether the provider said that the answer was at its end."""
        return self._finish is not None

    def _say(self, text: str) -> Iterator[TextPart]:
        if text:
            self._spoken = self._spoken or bool(text.strip())
            yield TextPart(text)


def _delta(call: ToolCall) -> CallDelta:
    arguments = call.function.arguments
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments is not None else ""
    index = cast("int | None", getattr(call, "index", None))
    return CallDelta(raw, call.function.name or "", call.id or "", index)
