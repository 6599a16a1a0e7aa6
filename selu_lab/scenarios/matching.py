"""Matchers: how a value is compared. Exactly by default; everything looser has a name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, ClassVar, TypeAlias

from pydantic import AfterValidator, Field, JsonValue, model_validator

from selu_lab.scenarios.similarity import similarity
from selu_lab.scenarios.strict import Strict, Text, fault

Value = JsonValue | datetime
_NUMBER = Annotated[float, Field(strict=True)]


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise fault("", f"This is not a regular expression: {error}.") from error
    return pattern


Pattern = Annotated[Text, AfterValidator(_compiles)]
Words = Annotated[tuple[Text, ...], Field(min_length=1)]
Wanted: TypeAlias = "JsonValue | Words | Similar"


class Similar(Strict):
    """A text to be near to in meaning. How near has no default: it depends on what is compared."""

    to: Text
    at_least: Annotated[float, Field(strict=True, gt=0, le=1)] = Field(description="The least similarity, 0 to 1.")

    def __str__(self) -> str:
        return f"to {shown(self.to)} by at least {self.at_least:g}"


class Match(Strict):
    """A comparison; a plain value is short for `equals`. Of several matchers all must hold."""

    short: ClassVar[str] = "equals"
    plain: ClassVar[tuple[str, ...]] = ("string", "number", "boolean", "array")
    may_be_null: ClassVar[frozenset[str]] = frozenset({"equals", "not_equals"})
    needs_rule: ClassVar[bool] = True

    equals: JsonValue = Field(None, description="The very same value; text to the last character.")
    contains: Text | None = Field(None, description="Holds this text.")
    icontains: Text | None = Field(None, description="Holds this text, upper and lower case alike.")
    contains_any: Words | None = Field(None, description="Holds at least one of these texts.")
    contains_all: Words | None = Field(None, description="Holds every one of these texts.")
    regex: Pattern | None = Field(None, description="A Python regular expression matches somewhere.")
    starts_with: Text | None = Field(None, description="Begins with this text.")
    similar: Similar | None = Field(None, description="Means about the same, as far as the bundled model can tell.")
    not_equals: JsonValue = None
    not_contains: Text | None = None
    not_icontains: Text | None = None
    not_contains_any: Words | None = None
    not_contains_all: Words | None = None
    not_regex: Pattern | None = None
    not_starts_with: Text | None = None
    not_similar: Similar | None = None
    lt: _NUMBER | None = Field(None, description="A number below this one.")
    lte: _NUMBER | None = Field(None, description="A number not above this one.")
    gt: _NUMBER | None = Field(None, description="A number above this one.")
    gte: _NUMBER | None = Field(None, description="A number not below this one.")

    @model_validator(mode="after")
    def _says_something(self) -> Match:
        if self.needs_rule and not self.rules:
            raise fault("", "This compares nothing.", "Give a value or a matcher such as contains.")
        return self

    @property
    def rules(self) -> tuple[tuple[str, Wanted], ...]:
        """The matchers that were given, with what they compare to."""
        names = [name for name in Match.model_fields if name in self.model_fields_set]
        return tuple((name, getattr(self, name)) for name in names)

    def fits(self, value: Value) -> bool:
        """Whether the value passes every matcher."""
        return all(_holds(name, wanted, value) for name, wanted in self.rules)

    def measured(self, value: Value) -> str:
        """How near the value comes to what it should be similar to, for a report; empty where nothing is measured."""
        near = [similarity(_text(value), wanted.to) for _, wanted in self.rules if isinstance(wanted, Similar)]
        return f" (similarity {', '.join(f'{one:.2f}' for one in near)})" if near else ""

    def __str__(self) -> str:
        """As one would say it: `contains "Berlin"`."""
        return " and ".join(f"{name.replace('_', ' ')} {shown(wanted)}" for name, wanted in self.rules)


class Amount(Match):
    """A comparison of a number: one that compares text would hold for none, or with `not_` for all."""

    plain: ClassVar[tuple[str, ...]] = ("number",)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Only the matchers that numbers have."""
        return "equals", "not_equals", *_NUMERIC

    @model_validator(mode="after")
    def _of_numbers(self) -> Amount:
        for name, wanted in self.rules:
            if isinstance(wanted, bool) or not isinstance(wanted, int | float):
                raise fault(name, f"{_quoted(wanted)} is no number.", "Write it in digits, without quotes.")
        return self


def _quoted(wanted: Wanted) -> str:
    return f"“{wanted}”" if isinstance(wanted, str) else shown(wanted)


def shown(value: Value | Sequence[str] | Similar) -> str:
    """A value as it is printed in a report."""
    if isinstance(value, Similar):
        return str(value)
    plain = value.isoformat() if isinstance(value, datetime) else value
    if isinstance(plain, float) and plain.is_integer():
        plain = int(plain)
    return json.dumps(list(plain) if isinstance(plain, tuple) else plain, ensure_ascii=False)


def same(wanted: Wanted, value: Value) -> bool:
    """Equality of JSON values: `true` is not 1. A moment equals its ISO text, local time when that has no offset."""
    if isinstance(value, datetime):
        return isinstance(wanted, str) and _same_moment(wanted, value)
    if isinstance(wanted, bool) or isinstance(value, bool):
        return wanted is value
    if isinstance(wanted, list) and isinstance(value, list):
        return len(wanted) == len(value) and all(map(same, wanted, value))
    if isinstance(wanted, dict) and isinstance(value, dict):
        return wanted.keys() == value.keys() and all(same(wanted[key], value[key]) for key in wanted)
    return wanted == value


def _same_moment(wanted: str, value: datetime) -> bool:
    try:
        moment = datetime.fromisoformat(wanted)
    except ValueError:
        return False
    if moment.tzinfo is None:
        return moment == value.replace(tzinfo=None)
    return moment.astimezone(UTC) == value.astimezone(UTC)  # else Python calls all times of a repeated hour unequal


def _holds(name: str, wanted: Wanted, value: Value) -> bool:
    if name in _NUMERIC:
        return isinstance(value, int | float) and not isinstance(value, bool) and _NUMERIC[name](value, wanted)
    positive = name.removeprefix("not_")
    held = _TEXTUAL[positive](_text(value), wanted) if positive in _TEXTUAL else same(wanted, value)
    return held is (positive == name)


def _text(value: Value) -> str:
    """Text matchers see a value that is no text as its JSON."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_TEXTUAL: Mapping[str, Callable[[str, object], bool]] = {
    "contains": lambda text, wanted: str(wanted) in text,
    "icontains": lambda text, wanted: str(wanted).casefold() in text.casefold(),
    "contains_any": lambda text, wanted: any(word in text for word in _words(wanted)),
    "contains_all": lambda text, wanted: all(word in text for word in _words(wanted)),
    "regex": lambda text, wanted: re.search(str(wanted), text) is not None,
    "starts_with": lambda text, wanted: text.startswith(str(wanted)),
    "similar": lambda text, wanted: isinstance(wanted, Similar) and similarity(text, wanted.to) >= wanted.at_least,
}


def _words(wanted: object) -> tuple[str, ...]:
    return wanted if isinstance(wanted, tuple) else ()


_NUMERIC: Mapping[str, Callable[..., bool]] = {
    "lt": lambda value, wanted: value < wanted,
    "lte": lambda value, wanted: value <= wanted,
    "gt": lambda value, wanted: value > wanted,
    "gte": lambda value, wanted: value >= wanted,
}
