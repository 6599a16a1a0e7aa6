"""A model that answers with the request it was given, so that one can read what a model would read."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from selu_lab.models.base import FinishPart, Part, Request, TextPart
from selu_lab.models.usage import estimate
from selu_lab.models.wire import JsonObject, messages


class EchoModel:
    """Answers with the messages, in order, and the names of the offered tools."""

    name = "echo"
    label = "echo: prints the request it was given"

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """Give the request, one part for each message."""
        offered = ", ".join(tool.name for tool in request.tools) or "none"
        written = [*map(_block, messages(request)), f"── tools offered ──\n{offered}"]
        for block in written:
            yield TextPart(f"{block}\n\n")
        yield FinishPart("stop", estimate(request, "".join(written)))


def _block(message: JsonObject) -> str:
    lines = [f"── {message['role']} ──"]
    if message.get("content"):
        lines.append(str(message["content"]))
    if "tool_calls" in message:
        lines.append(json.dumps(message["tool_calls"], ensure_ascii=False, indent=2))
    return "\n".join(lines)
