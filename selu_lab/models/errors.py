"""What can go wrong behind the door: one error with a kind, so that screens and tests need not read sentences."""

from __future__ import annotations

from typing import Literal

from selu_lab.errors import ModelError

FaultKind = Literal[
    "no_key",
    "wrong_key",
    "unreachable",
    "unknown_model",
    "rate_limited",
    "quota",
    "timeout",
    "cut",
    "empty",
    "context_too_long",
    "refused",
    "bad_answer",
]


class ModelFaultError(ModelError):
    """A model gave no usable answer. `wait` is after how many seconds trying again makes sense, None for never."""

    def __init__(self, kind: FaultKind, sentence: str, hint: str = "", *, wait: float | None = None) -> None:
        super().__init__(sentence, hint=hint)
        self.kind: FaultKind = kind
        self.wait = wait
