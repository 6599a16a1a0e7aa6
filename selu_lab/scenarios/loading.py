"""Reading a scenario file strictly: every error with line, column and what to do, every value with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from selu_lab.errors import LabError, Where
from selu_lab.scenarios.spec import ScenarioFile
from selu_lab.scenarios.strict import close
from selu_lab.text import clean
from selu_lab.yamlfile import Node, load

Loc = Sequence[int | str]


@dataclass(frozen=True)
class Scenario:
    """A scenario as read from its file."""

    path: Path
    file: ScenarioFile
    node: Node

    @property
    def name(self) -> str:
        """What it shows."""
        return self.file.name

    def where(self, *loc: int | str) -> Where:
        """The place of a value: `where("steps", 0, "expect", 1)`."""
        return place(self.node, loc)


def load_scenario(path: Path) -> Scenario:
    """Read one file; raises LabError at the first thing wrong in it, in the order of the lines."""
    scenario, faults = read_scenario(path)
    if scenario is None:
        raise faults[0]
    return scenario


def read_scenario(path: Path) -> tuple[Scenario | None, tuple[LabError, ...]]:
    """Read one file: the scenario, or everything that is wrong in it, in the order of the lines."""
    try:
        node = load(path)
        if node.value is None:
            raise LabError("The file is empty.", where=Where(path, 1), hint="A scenario needs a name and steps.")
        return Scenario(path, ScenarioFile.model_validate(node.value), node), ()
    except LabError as error:
        return None, (error,)
    except ValidationError as error:
        found = [_told(one, node) for one in _own(error.errors(include_url=False))]
        return None, tuple(sorted(found, key=_line))


def _own(errors: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """The errors without those that only follow from one further in: a list is too short when its item is wrong."""
    places = [tuple(one["loc"]) for one in errors]

    def follows(one: ErrorDetails) -> bool:
        loc = tuple(one["loc"])
        return one["type"] == "too_short" and any(other[: len(loc)] == loc and other != loc for other in places)

    return [one for one in errors if not follows(one)]


def place(node: Node, loc: Loc) -> Where:
    """The place of the deepest value along `loc` that the file holds."""
    where = node.where
    for part in loc:
        child = node.get(part) if isinstance(part, str) else _item(node, part)
        if child is None:
            continue
        node, where = child, child.where
    return where


def _item(node: Node, index: int) -> Node | None:
    return node.items[index] if index < len(node.items) else None


def _line(error: LabError) -> tuple[int, int]:
    where = error.where
    return (where.line or 0, where.column or 0) if where else (0, 0)


def _told(error: ErrorDetails, node: Node) -> LabError:
    """One of pydantic's errors as a sentence of our own."""
    context = error.get("ctx", {})
    loc = list(error["loc"])
    if error["type"] == "scenario":
        key = str(context["key"])
        where = place(node, [*loc, key] if key else loc)
        return LabError(clean(str(context["sentence"])), where=where, hint=clean(str(context["hint"])))
    sentence, hint = _sentence(error, _called(loc, node) if error["type"] != "missing" else str(loc[-1]))
    return LabError(sentence, where=place(node, loc), hint=hint)


def _called(loc: Loc, node: Node) -> str:
    """The last key along `loc` that the file holds: what a plain value is short for is not in it."""
    name = ""
    for part in loc:
        child = node.get(part) if isinstance(part, str) else _item(node, part)
        name = str(part) if child and isinstance(part, str) else name
        node = child or node
    return name


def _yaml(value: object) -> str:
    """A value as it stands in the file."""
    return str(value).lower() if isinstance(value, bool) else clean(str(value))


def _sentence(error: ErrorDetails, name: str) -> tuple[str, str]:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing":
        return f"The key “{name}” is missing.", ""
    if kind == "string_type":
        return f"“{name}” must be text.", "Put it in quotes."
    if kind == "literal_error":
        expected = str(context["expected"]).replace("True", "true")
        words = [word.strip("'") for word in expected.replace(" or ", ", ").split(", ")]
        given = _yaml(error["input"])
        return f"“{given}” cannot be the value of “{name}”.", close(given, words)
    if kind == "int_type":
        return f"“{name}” must be a whole number.", "Write it in digits, without quotes."
    if kind in ("tuple_type", "list_type"):
        return f"“{name}” must be a list.", "Begin each item with a dash."
    if kind == "dict_type":
        return f"“{name}” must be a mapping.", ""
    if kind in ("too_short", "string_too_short"):
        least = context.get("min_length", 1)
        of = " characters" if kind == "string_too_short" else ""
        return f"“{name}” is too short.", "It may not be empty." if least == 1 else f"It needs at least {least}{of}."
    message = str(error["msg"])
    return f"“{name}” is not valid: {message[:1].lower()}{message[1:]}.", ""
