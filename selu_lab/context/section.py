"""A section of the context, and the whole of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from selu_lab.context.messages import Message
from selu_lab.text import tokens


@dataclass(frozen=True)
class Section:
    """A named part of the system context.

    `name` is what scenarios and screens refer to ("agent", "capability:mail", "profile", "lessons", …), `origin` says
    where the text came from (file and lines, or row ids), `message` which of production's three system messages it
    belongs to (1 prompt, 2 profile, 3 lessons; selu.md 2).
    """

    name: str
    title: str
    origin: str
    text: str
    message: int = 1

    @property
    def tokens(self) -> int:
        """Estimated tokens of the text."""
        return tokens(self.text)

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hex."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Context:
    """What a turn puts before the model: system sections in order, then the history."""

    sections: tuple[Section, ...]
    history: tuple[Message, ...]
    lessons: tuple[str, ...] = ()
    dropped_entries: int = 0
    _by_name: dict[str, Section] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {section.name: section for section in self.sections})

    def section(self, name: str) -> Section | None:
        """The section of that name, or None."""
        return self._by_name.get(name)
