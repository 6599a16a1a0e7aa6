"""What reading a time expression gives: one moment in the future, or a typed refusal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from selu_lab.errors import LabError

Grain = Literal["minute", "day", "daypart"]
Confidence = Literal["high", "medium", "low"]
Code = Literal[
    "empty", "too_long", "unparsed", "invalid_date", "invalid_time", "past", "recurring", "ambiguous", "conflict",
    "too_far", "unknown_tz",
]  # fmt: skip


@dataclass(frozen=True)
class When:
    """One moment: `fire_at` is aware and in `zone`, `wall_clock` is the same without the zone; `interpretation` and
    `assumptions` are in the user's language, `alternatives` are the other readings (aware)."""

    fire_at: datetime
    wall_clock: datetime
    zone: str
    interpretation: str
    grain: Grain
    confidence: Confidence
    assumptions: tuple[str, ...] = ()
    alternatives: tuple[datetime, ...] = ()


class WhenError(LabError):
    """A refusal: `code` says why, `message` and `hint` tell it in the user's language, `token` is the word at fault."""

    def __init__(self, code: Code, message: str, hint: str, token: str = "") -> None:
        super().__init__(message, hint=hint)
        self.code: Code = code
        self.message = message
        self.token = token


class Refusal(Exception):  # noqa: N818 - not an error yet: `parse_when` turns it into a WhenError in the user's words
    """A refusal from inside the grammar, where the user's language is not known; `future` is a reading to offer."""

    def __init__(self, code: Code, token: str = "", future: datetime | None = None) -> None:
        super().__init__(code)
        self.code: Code = code
        self.token = token
        self.future = future
