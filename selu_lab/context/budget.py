"""The token budget of a request: what history may take, and who leaves first when it is short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from selu_lab.context.messages import Message
from selu_lab.context.section import Section
from selu_lab.text import tokens

LONGEST_RESULT = 49_152
"""Bytes of one tool result beyond which it is cut (production's context_budget.rs, selu.md 2)."""


@dataclass(frozen=True)
class Budget:
    """Tokens of a model's window, and what of them is kept for the reply and for the estimate's error (selu.md 2)."""

    window: int = 128_000
    reply: int = 16_384
    margin: int = 2_048

    def history_tokens(self, sections: Sequence[Section]) -> int:
        """Tokens left for history beside these sections, at least 0."""
        return max(0, self.window - self.reply - self.margin - sum(section.tokens for section in sections))


def fit(history: Sequence[Message], limit: int) -> tuple[tuple[Message, ...], int]:
    """Cut long tool results, then drop the oldest turns until `limit` tokens suffice.

    Whole turns leave, so calls stay with their results and a user's text comes first; the current turn always stays.
    Gives the messages that stay and how many left.
    """
    kept = [_cut(message) for message in history]
    sizes = [_size(message) for message in kept]
    starts = [index for index, message in enumerate(kept) if message.role == "user"]
    total, first = sum(sizes), 0
    for start in starts[1:]:
        if total <= limit:
            break
        total -= sum(sizes[first:start])
        first = start
    return tuple(kept[first:]), first


def _cut(message: Message) -> Message:
    data = message.text.encode("utf-8", "surrogatepass")
    if message.role != "tool" or len(data) <= LONGEST_RESULT:
        return message
    head = data[:LONGEST_RESULT].decode("utf-8", "ignore")
    return Message(
        "tool", f"{head}\n[cut: {len(data) - LONGEST_RESULT} more bytes]", call_id=message.call_id, tool=message.tool
    )


def _size(message: Message) -> int:
    return tokens(message.text) + sum(tokens(call.name + call.arguments) for call in message.calls)
