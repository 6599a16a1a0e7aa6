"""The base of everything a scenario file may hold: frozen, no unknown key, no empty value, one JSON schema."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any, ClassVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    StrictInt,
    StrictStr,
    StringConstraints,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

Text = Annotated[StrictStr, StringConstraints(min_length=1)]
"""Text that says something; `42` and `true` are no text, one has to quote them."""

Count = Annotated[StrictInt, Field(ge=0)]

JSON_TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "number": int | float}


class Strict(BaseModel):
    """A mapping of a scenario file. `short` names the key that a plain value of one of the `plain` types stands for."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    short: ClassVar[str] = ""
    plain: ClassVar[tuple[str, ...]] = ("string",)
    may_be_null: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: object) -> object:
        if not isinstance(given, dict):
            return cls._long(given)
        for key, value in given.items():
            if key not in cls.names():
                raise fault(key, f"There is no key “{key}” here.", close(key, cls.names()))
            if value is None and key not in cls.may_be_null:
                raise fault(key, f"The key “{key}” has no value.")
        return given

    @classmethod
    def _long(cls, given: object) -> object:
        """The mapping that a plain value is short for."""
        accepted = tuple(JSON_TYPES[name] for name in cls.plain)
        if not cls.short or not any(isinstance(given, kind) for kind in accepted):
            raise fault("", "This must be a mapping.", f"Its keys are: {', '.join(cls.names())}.")
        return {cls.short: given}

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
        long = dict(whole)
        whole.clear()
        whole.update({"anyOf": [short, long]})
        return schema


def fault(key: str, sentence: str, hint: str = "") -> PydanticCustomError:
    """An error at a key of the mapping that is being read (empty: at the mapping itself)."""
    context = {"key": key, "sentence": sentence, "hint": hint}
    return PydanticCustomError("scenario", "{sentence}", context)


def close(word: str, words: tuple[str, ...] | list[str]) -> str:
    """“Did you mean …?”, or the list of what there is."""
    found = get_close_matches(word, words, n=1)
    return f"Did you mean “{found[0]}”?" if found else f"There are: {', '.join(words)}."
