"""A model's arguments made usable: parsed, translated from production's names, checked against the schema."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pydantic import JsonValue

from selu_lab.errors import LabError
from selu_lab.events.base import clean_json
from selu_lab.text import shorten
from selu_lab.tools.base import ToolSpec

_FENCE = re.compile(r"\A\s*```[a-zA-Z]*\s*\n?(.*?)\n?\s*```\s*\Z", re.DOTALL)
_APPROVAL_KEYS = ("_approval_message", "_approval_message_i18n")
LONGEST_MESSAGE = 140
"""Characters of an approval message the dialog shows; the guidance asks the model for fewer (selu.md 2, 3.6)."""


@dataclass(frozen=True)
class Prepared:
    """Arguments as the tool will get them. `aliases` tells which names were translated or merely accepted."""

    arguments: dict[str, JsonValue]
    aliases: dict[str, str]
    approval_message: str


def parse(raw: str) -> dict[str, JsonValue]:
    """Read a call's raw JSON text: empty means no arguments; fences and double encoding are undone.

    Raises LabError with a sentence for the model when there is no JSON object in it.
    """
    text = raw.strip()
    if fenced := _FENCE.match(text):
        text = fenced.group(1).strip()
    if not text:
        return {}
    value = _decoded(text)
    if isinstance(value, str):
        value = _decoded(value)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise LabError("The arguments are not a JSON object.", hint="Send one object with the parameters as its keys.")
    cleaned = clean_json(value)
    return cleaned if isinstance(cleaned, dict) else {}


def prepare(given: Mapping[str, JsonValue], spec: ToolSpec, language: str) -> Prepared:
    """Take the approval message out and translate production's parameter names; the document's name wins.

    Where the model gave no message, the tool's own stands in.
    """
    message = _approval_message(given, language)
    arguments = {key: value for key, value in given.items() if key not in _APPROVAL_KEYS}
    aliases = {key: key for key in arguments if key in spec.accepted and key not in _properties(spec)}
    for alias, name in spec.aliases.items():
        if alias in arguments:
            value = arguments.pop(alias)
            arguments.setdefault(name, value)
            aliases[alias] = name
    return Prepared(arguments, aliases, shorten(message or spec.approval, LONGEST_MESSAGE))


def check(arguments: Mapping[str, JsonValue], spec: ToolSpec) -> str:
    """Say in one sentence for the model what does not fit the schema; empty when all is well.

    null counts as missing, and properties nobody declared pass, as in production (selu.md 8).
    """
    present: dict[str, JsonValue] = {key: value for key, value in arguments.items() if value is not None}
    schema = json.dumps({**spec.parameters, "properties": {**_properties(spec), **spec.accepted}}, sort_keys=True)
    return _faults(schema, present)


def parameters(spec: ToolSpec) -> tuple[str, ...]:
    """Every parameter a call can have: offered, or production's; none where the tool does not say what it takes."""
    return (*_properties(spec), *spec.accepted, *spec.aliases) if _properties(spec) else ()


def _decoded(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        raise LabError("The arguments are not valid JSON.", hint="Send the call again with one JSON object.") from error
    return value


def _approval_message(given: Mapping[str, JsonValue], language: str) -> str:
    translated = given.get("_approval_message_i18n")
    if isinstance(translated, dict):
        for key in (language, "en"):
            if isinstance(text := translated.get(key), str) and text.strip():
                return text
    plain = given.get("_approval_message")
    return plain if isinstance(plain, str) else ""


def _properties(spec: ToolSpec) -> dict[str, JsonValue]:
    properties = spec.parameters.get("properties")
    return dict(properties) if isinstance(properties, dict) else {}


def _faults(schema: str, arguments: dict[str, JsonValue]) -> str:
    from jsonschema.exceptions import SchemaError
    from referencing.exceptions import Unresolvable

    try:
        found = sorted(_validator(schema).iter_errors(arguments), key=lambda error: [str(part) for part in error.path])
    except (SchemaError, Unresolvable, RecursionError):
        return ""  # a schema that cannot be used is the package's fault, reported by its check, not the model's
    if not found:
        return ""
    place = "".join(f".{part}" for part in found[0].absolute_path)
    return f"${place}: {shorten(found[0].message, 200)}"


@lru_cache(maxsize=256)
def _validator(schema: str):  # type: ignore[no-untyped-def]
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema))
