"""The usage of models that nobody bills: estimated tokens, no cost."""

from __future__ import annotations

from collections.abc import Iterable

from selu_lab.context.messages import Call
from selu_lab.events import Usage
from selu_lab.models.base import Request
from selu_lab.text import tokens


def estimate(request: Request, text: str, calls: Iterable[Call] = ()) -> Usage:
    """What a request and its answer come to in tokens; offered tools are not counted."""
    read = sum(section.tokens for section in request.sections) + sum(
        tokens(message.text) for message in request.history
    )
    written = tokens(text) + sum(tokens(call.name) + tokens(call.arguments) for call in calls)
    return Usage(tokens_in=read, tokens_out=written)
