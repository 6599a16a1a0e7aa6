"""What a rule is: a pattern that consumes its span of the phrase, and what it makes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from selu_lab.reminders.when.slots import Piece

Build: TypeAlias = Callable[["re.Match[str]"], "Piece | tuple[Piece, ...]"]


@dataclass(frozen=True)
class Rule:
    """A compiled pattern, matched at one place of the phrase, and the builder of its pieces."""

    pattern: re.Pattern[str]
    build: Build


def rule(pattern: str, build: Build) -> Rule:
    """Compile a rule; it ends where a word ends."""
    return Rule(re.compile(rf"(?:{pattern})(?!\w)"), build)


def always(*pieces: Piece) -> Build:
    """Give a builder for a phrase that always means the same."""
    return lambda _: pieces
