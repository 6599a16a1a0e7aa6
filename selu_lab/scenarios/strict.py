"""The base of everything a scenario file may hold: frozen, no unknown key, no empty value, one JSON schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    StrictInt,
    StrictStr,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, InitErrorDetails, PydanticCustomError

Text = Annotated[StrictStr, StringConstraints(min_length=1)]
"""Text that says something; `42` and `true` are no text, one has to quote them."""

Count = Annotated[StrictInt, Field(ge=0)]

_QUOTED = re.compile("“([^”]+)”")

JSON_TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "number": int | float}
_CALLED = {"string": "text", "integer": "a whole number", "boolean": "true", "array": "a list", "number": "a number"}


class Strict(BaseModel):
    """A mapping of a scenario file. `short` names the key that a plain value of one of the `plain` types stands for."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
    short: ClassVar[str] = ""
    plain: ClassVar[tuple[str, ...]] = ("string",)
    may_be_null: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="wrap")
    @classmethod
    def _strictly(cls, given: object, read: ModelWrapValidatorHandler[Self]) -> Self:
        """Tell of every wrong key and of every wrong value at once."""
        if isinstance(given, cls):
            return given
        mapping = dict(given) if isinstance(given, Mapping) else cls._long(given)
        own = {str(key): told for key, value in mapping.items() if (told := cls._wrong(str(key), value))}
        try:
            made = read({key: value for key, value in mapping.items() if key not in own})
        except ValidationError as error:
            raise _with(error, cls.__name__, own) from error
        if own:
            raise ValidationError.from_exception_data(cls.__name__, [_line(told) for told in own.values()])
        return made

    @classmethod
    def _wrong(cls, key: str, value: object) -> PydanticCustomError | None:
        """What is wrong with a key, whatever its value is made of."""
        if key not in cls.names():
            return fault(key, f"There is no key “{key}” here.", close(key, cls.names()))
        if value is None and key not in cls.may_be_null:
            return fault(key, f"The key “{key}” has no value.")
        return None

    @classmethod
    def _long(cls, given: object) -> dict[str, object]:
        """The mapping that a plain value is short for."""
        accepted = tuple(JSON_TYPES[name] for name in cls.plain)
        if not cls.short or not any(isinstance(given, kind) for kind in accepted):
            raise fault("", "This must be a mapping.", f"Its keys are: {', '.join(cls.names())}{cls._or_plain()}.")
        return {cls.short: given}

    @classmethod
    def _or_plain(cls) -> str:
        words = " or ".join(_CALLED[name] for name in cls.plain)
        return f"; {words} alone is short for “{cls.short}”" if cls.short else ""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The keys as they are written in the file."""
        return tuple(field.alias or name for name, field in cls.model_fields.items())

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        if not cls.short:
            return schema
        whole = handler.resolve_ref_schema(schema)
        short: dict[str, Any] = {"type": list(cls.plain), "description": f"Short for {{{cls.short}: …}}."}
        long = {**whole, "properties": {key: one for key, one in whole["properties"].items() if key in cls.names()}}
        whole.clear()
        whole.update({"anyOf": [short, long]})
        return schema


def _line(told: PydanticCustomError) -> InitErrorDetails:
    return InitErrorDetails(type=told, loc=(), input=None)


def _with(error: ValidationError, title: str, own: Mapping[str, PydanticCustomError]) -> ValidationError:
    """The errors of keys, and the others; that a key is missing which is misspelt or empty follows, and is left out."""
    meant = {*own, *(name for told in own.values() for name in _QUOTED.findall(str((told.context or {})["hint"])))}
    others = error.errors(include_url=False)
    follows = [one["type"] == "missing" and len(one["loc"]) == 1 and one["loc"][0] in meant for one in others]
    kept = [_again(one) for one, left_out in zip(others, follows, strict=True) if not left_out]
    return ValidationError.from_exception_data(title, [*map(_line, own.values()), *kept])


def _again(one: ErrorDetails) -> InitErrorDetails:
    context = one.get("ctx", {})
    kind = PydanticCustomError("scenario", "{sentence}", context) if one["type"] == "scenario" else one["type"]
    return InitErrorDetails(type=kind, loc=one["loc"], input=one["input"], ctx=context)


def fault(key: str, sentence: str, hint: str = "") -> PydanticCustomError:
    """An error at a key of the mapping that is being read (empty: at the mapping itself)."""
    context = {"key": key, "sentence": sentence, "hint": hint}
    return PydanticCustomError("scenario", "{sentence}", context)


def close(word: str, words: tuple[str, ...] | list[str]) -> str:
    """“Did you mean …?”, or the list of what there is."""
    found = get_close_matches(word, words, n=1)
    return f"Did you mean “{found[0]}”?" if found else f"There are: {', '.join(words)}."
