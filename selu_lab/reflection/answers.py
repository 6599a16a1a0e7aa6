"""From what a model wrote to items: JSON found among prose and fences, each item validated by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from selu_lab.errors import LabError
from selu_lab.text import clean, shorten

Item = TypeVar("Item", bound=BaseModel)

LONGEST = 1_000_000
"""Characters of an answer that are read; five observations need less than five thousand."""
MOST_ITEMS = 50


class AnswerError(LabError):
    """An answer that cannot be used; the sentence tells the model what to mend."""


def read_items(text: str, key: str, kind: type[Item]) -> tuple[list[Item], list[str]]:
    """Read the list under `key` of the first JSON object that has it.

    Gives the valid items and, for each bad one, what is wrong with it. Raises AnswerError when there is no such list,
    or when none of its items is valid.
    """
    raw = _find(clean(text[:LONGEST]), key)
    items: list[Item] = []
    wrong: list[str] = []
    for place, value in enumerate(raw[:MOST_ITEMS], start=1):
        try:
            items.append(kind.model_validate(value, strict=False))
        except ValidationError as error:
            wrong.append(f"item {place}: {_first_problem(error)}")
    if len(raw) > MOST_ITEMS:
        wrong.append(f"{len(raw) - MOST_ITEMS} items beyond the first {MOST_ITEMS} were not read")
    if raw and not items:
        raise AnswerError(f"No item of “{key}” is valid ({wrong[0]}).")
    return items, wrong


def _find(text: str, key: str) -> list[JsonValue]:
    seen_json = False
    for value in _values(text):
        seen_json = True
        if isinstance(value, dict) and isinstance(found := value.get(key), list):
            return found
        if isinstance(value, list) and all(isinstance(item, dict) for item in value):
            return value
    problem = f"has no list “{key}”" if seen_json else "holds no whole JSON object"
    raise AnswerError(f"The answer {problem}.", hint=f'Answer with {{"{key}": [...]}} and nothing else.')


def _values(text: str) -> Iterator[JsonValue]:
    """The JSON objects and lists in a text, outermost first, in order."""
    decoder, place = json.JSONDecoder(), 0
    for _ in range(MOST_ITEMS):
        start = re.search(r"[\[{]", text[place:])
        if start is None:
            return
        place += start.start()
        try:
            value, end = decoder.raw_decode(text[place:])
        except (ValueError, RecursionError):
            place += 1
            continue
        place += end
        yield value


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in problem["loc"])
    return shorten(f"{field}: {problem['msg']}" if field else problem["msg"], 160)
