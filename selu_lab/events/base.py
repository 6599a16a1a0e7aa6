"""What all events share: frozen, typed, cleaned, and one JSON form for the store, the trace and `--json`."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, JsonValue

from selu_lab.text import clean


def clean_json(value: JsonValue) -> JsonValue:
    """`clean` for every string inside a JSON value, keys included."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_json(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): clean_json(item) for key, item in value.items()}
    return value


Foreign = Annotated[str, AfterValidator(clean)]
"""Text we did not write ourselves: cleaned on its way into an event."""

Json = Annotated[JsonValue, AfterValidator(clean_json)]
"""A JSON value we did not write ourselves, cleaned likewise."""


class Frozen(BaseModel):
    """A frozen record that an event may hold. Fields written by a newer version are ignored when read."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Event(Frozen):
    """Something that happened. Each kind fixes its own `kind`, by which it is read back."""


class Usage(Frozen):
    """Tokens of one or more model calls, and what they cost in US dollars (None where the price is unknown)."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        unknown = self.cost is None or other.cost is None
        return Usage(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=None if unknown else (self.cost or 0) + (other.cost or 0),
        )
