"""YAML with line numbers, read as Selu reads it: `no`, `1:30` and dates stay strings, a key given twice is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import yaml

from selu_lab.errors import LabError, Where

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"


_Fastest = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


class _Loader(_Fastest):  # type: ignore[misc, valid-type]
    """A safe loader with YAML 1.2 core scalars only (null, true/false, decimal numbers), as serde_yaml has them."""


_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("int", r"^[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789"),
    ("float", r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$", "-+0123456789."),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), list(_first))


@dataclass(frozen=True)
class Node:
    """A value of a YAML file together with its place; a mapping's children keep the place of their key."""

    value: Plain
    where: Where
    items: tuple[Node, ...] = ()
    fields: tuple[tuple[str, Node], ...] = ()

    def get(self, key: str) -> Node | None:
        """The child under `key`, or None."""
        return next((node for name, node in self.fields if name == key), None)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the file."""
        yield self
        for child in (*self.items, *(node for _, node in self.fields)):
            yield from child.walk()


def read_text(path: Path) -> str:
    """Read a UTF-8 file (a BOM is dropped, CRLF becomes LF); raises LabError that names the file and the bad line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LabError(f"The file cannot be read ({error.strerror}).", where=Where(path)) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LabError("The file is not UTF-8 text.", where=Where(path, line), hint="Save it as UTF-8.") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str, path: Path | str) -> Node:
    """Parse one YAML document; raises LabError with file, line and column."""
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = Where(path, mark.line + 1, mark.column + 1) if mark else Where(path)
        why = error.problem or "cannot be read"
        if why.startswith("but "):  # the second half of a sentence
            why = f"{error.context}, {why}"
        raise LabError(f"This is not valid YAML: {why}.", where=where) from error
    except yaml.YAMLError as error:
        raise LabError("This is not valid YAML: it holds characters YAML does not allow.", where=Where(path)) from error
    except RecursionError as error:
        raise LabError("This YAML is nested too deeply.", where=Where(path)) from error
    return Node(None, Where(path, 1)) if root is None else _Reader(path).node(root)


def load(path: Path) -> Node:
    """Read and parse a YAML file; raises LabError with file, line and column."""
    return parse(read_text(path), path)


class _Reader:
    def __init__(self, path: Path | str) -> None:
        self._path = path
        self._scalars = _Loader("")
        self._open: set[int] = set()
        self._done: dict[int, Node] = {}  # an alias costs nothing, so a few lines of aliases cannot fill the memory

    def node(self, raw: yaml.Node) -> Node:
        if id(raw) in self._done:
            return self._done[id(raw)]
        where = Where(self._path, raw.start_mark.line + 1, raw.start_mark.column + 1)
        if id(raw) in self._open:
            raise LabError("An alias refers to itself.", where=where)
        self._open.add(id(raw))
        self._done[id(raw)] = made = self._make(raw, where)
        self._open.discard(id(raw))
        return made

    def _make(self, raw: yaml.Node, where: Where) -> Node:
        if isinstance(raw, yaml.MappingNode):
            return self._mapping(raw, where)
        if isinstance(raw, yaml.SequenceNode):
            items = tuple(self.node(child) for child in raw.value)
            return Node([item.value for item in items], where, items=items)
        return Node(self._scalar(raw, where), where)

    def _mapping(self, raw: yaml.MappingNode, where: Where) -> Node:
        fields: dict[str, Node] = {}
        for key_node, value_node in raw.value:
            key = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else ""
            place = Where(self._path, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
            if not isinstance(key_node, yaml.ScalarNode):
                raise LabError("A key must be plain text.", where=place)
            if key in fields:
                raise LabError(f"The key “{key}” is given twice.", where=place)
            child = self.node(value_node)
            fields[key] = Node(child.value, place, child.items, child.fields)
        return Node({key: child.value for key, child in fields.items()}, where, fields=tuple(fields.items()))

    def _scalar(self, raw: yaml.Node, where: Where) -> Plain:
        try:
            value = self._scalars.construct_object(raw, deep=True)
        except (yaml.YAMLError, ValueError) as error:
            raise LabError("This value cannot be read.", where=where) from error
        return value if value is None or isinstance(value, bool | int | float | str) else str(raw.value)
