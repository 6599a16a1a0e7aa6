"""One mapping of a YAML file, read field by field as serde reads it: strict about types, silent about unknown keys.

The rules are those of Selu's loaders (`agents/loader.rs`, `capabilities/manifest.rs`): a wrong type or an unknown enum
value is an error of the whole file, a missing field takes its default, an unknown key is ignored. All mistakes and
ignored keys are remembered, so that the author is told of every one at once.
"""

from __future__ import annotations

from selu_lab.errors import LabError, Where
from selu_lab.packages.mistakes import MistakesError
from selu_lab.text import clean
from selu_lab.yamlfile import Node, Plain

_LARGEST = 2**32 - 1  # Selu's whole numbers are u32


class Block:
    """The fields of one mapping. A value that does not fit is a mistake, and the reader gives a stand-in for it.

    `readable` is false when there are no fields to speak of. Inner blocks share their `mistakes` with the outermost
    one; `sound` raises them when all is read.
    """

    def __init__(self, node: Node, name: str = "", mistakes: list[LabError] | None = None) -> None:
        self.where = node.where
        self.mistakes: list[LabError] = [] if mistakes is None else mistakes
        self._node = node
        self._name = name
        self._known: set[str] = set()
        self._inner: list[Block] = []
        self.readable = isinstance(node.value, dict | None)  # to serde_yaml nothing after the colon is an empty mapping
        if not self.readable:
            self.mistake(f"{name or 'The file'} must hold keys with values.", node.where)

    @classmethod
    def unreadable(cls, error: LabError, where: Where) -> Block:
        """The block of a file that cannot be read at all: that is its one mistake, and no field is missed."""
        block = cls(Node(None, where), mistakes=[error])
        block.readable = False
        return block

    def mistake(self, sentence: str, where: Where, hint: str = "") -> None:
        """Remember what is wrong."""
        self.mistakes.append(LabError(sentence, where=where, hint=hint))

    def sound(self) -> None:
        """Raise MistakesError when there are mistakes, here or in an inner block."""
        if self.mistakes:
            raise MistakesError(self.mistakes)

    def text(self, key: str) -> str:
        """The text of a required field."""
        node = self._required(key)
        return "" if node is None else self._text(node, key)

    def text_or(self, key: str, default: str) -> str:
        """The text of a field, or the default when it is missing or null."""
        text = self.optional_text(key)
        return default if text is None else text

    def optional_text(self, key: str) -> str | None:
        """The text of a field, or None when it is missing or null."""
        node = self._find(key)
        return None if node is None or node.value is None else self._text(node, key)

    def texts(self, key: str) -> tuple[str, ...]:
        """The texts of a list; empty when it is missing."""
        return tuple(self._text(item, key) for item in self._items(key))

    def whole(self, key: str, default: int) -> int:
        """A whole number from 0 to 2³² − 1."""
        node = self._find(key)
        if node is None:
            return default
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
            self._refuse(node, key, "a whole number, 0 or more")
            return default
        return value

    def number(self, key: str, default: float) -> float:
        """A number, with or without decimals."""
        node = self._find(key)
        if node is None:
            return default
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            self._refuse(node, key, "a number")
            return default
        return float(node.value)

    def flag(self, key: str, default: bool) -> bool:
        """`true` or `false`."""
        node = self._find(key)
        if node is None:
            return default
        if not isinstance(node.value, bool):
            self._refuse(node, key, "true or false")
            return default
        return node.value

    def choice(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """One of the allowed words; without a default the field is required."""
        node = self._required(key) if default is None else self._find(key)
        if node is None:
            return default or ""
        if node.value not in allowed:
            self._refuse(node, key, f"one of {', '.join(allowed)}")
            return default or ""
        return str(node.value)

    def mapping(self, key: str) -> dict[str, Plain]:
        """A required mapping of any shape, as plain data."""
        node = self._required(key)
        if node is not None and not isinstance(node.value, dict):
            self._refuse(node, key, "a mapping")
            return {}
        return {} if node is None else self._open(node, key).plain()

    def plain(self) -> dict[str, Plain]:
        """All fields as plain data, whatever their names."""
        self._known.update(name for name, _ in self._node.fields)
        return {clean(name): _cleaned(node.value) for name, node in self._node.fields}

    def block(self, key: str) -> Block | None:
        """An inner mapping with known fields, or None when it is missing; with nothing after the colon it is empty."""
        node = self._find(key)
        return None if node is None else self._open(node, key)

    def optional_block(self, key: str) -> Block | None:
        """An inner mapping with known fields, or None when it is missing or null."""
        node = self._find(key)
        return None if node is None or node.value is None else self._open(node, key)

    def blocks(self, key: str) -> tuple[Block, ...]:
        """The mappings of a list; empty when it is missing."""
        return tuple(self._open(item, key) for item in self._items(key))

    def named(self, key: str) -> dict[str, Block]:
        """A mapping from names of the author's choice to mappings with known fields; empty when it is missing."""
        outer = self.block(key)
        if outer is None:
            return {}
        outer._known.update(name for name, _ in outer._node.fields)
        return {name: outer._open(node, name) for name, node in outer._node.fields}

    def is_empty(self, key: str) -> bool:
        """Whether a field is there and an empty text."""
        node = self._node.get(key)
        return node is not None and node.value == ""

    def place(self, key: str) -> Where:
        """The place of a key, or of this mapping when the key is missing."""
        node = self._node.get(key)
        return node.where if node else self.where

    def ignored(self) -> list[tuple[str, Where]]:
        """The keys nobody read, here and further in, with their places: `memory`, `session.timeout` and the like."""
        own = [(self._path(key), node.where) for key, node in self._node.fields if key not in self._known]
        return own + [entry for inner in self._inner for entry in inner.ignored()]

    def _find(self, key: str) -> Node | None:
        self._known.add(key)
        return self._node.get(key)

    def _required(self, key: str) -> Node | None:
        node = self._find(key)
        if node is None and self.readable:
            self.mistake(f"The field “{self._path(key)}” is missing.", self.where)
        return node

    def _items(self, key: str) -> tuple[Node, ...]:
        node = self._find(key)
        if node is None or node.value is None:
            return ()
        if not isinstance(node.value, list):
            self._refuse(node, key, "a list")
            return ()
        return node.items

    def _open(self, node: Node, key: str) -> Block:
        inner = Block(node, self._path(key), self.mistakes)
        self._inner.append(inner)
        return inner

    def _text(self, node: Node, key: str) -> str:
        if not isinstance(node.value, str):
            hint = "" if isinstance(node.value, dict | list) else "Put the value in quotes."
            self._refuse(node, key, "text", hint)
            return ""
        return clean(node.value)

    def _path(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key

    def _refuse(self, node: Node, key: str, wanted: str, hint: str = "") -> None:
        self.mistake(f"The field “{self._path(key)}” must be {wanted}.", node.where, hint)


def _cleaned(value: Plain) -> Plain:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return {clean(key): _cleaned(item) for key, item in value.items()} if isinstance(value, dict) else value
