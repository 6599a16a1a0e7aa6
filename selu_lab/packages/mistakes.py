"""Everything wrong with a package at once, so that an author mends it in one go."""

from __future__ import annotations

from collections.abc import Iterable

from selu_lab.errors import LabError, Where


class MistakesError(LabError):
    """What is wrong with some files; it speaks as the first mistake, `mistakes` holds all by file and line."""

    def __init__(self, mistakes: Iterable[LabError]) -> None:
        self.mistakes = tuple(sorted((one for error in mistakes for one in mistakes_of(error)), key=_place))
        first = self.mistakes[0]
        super().__init__(first.sentence, where=first.where, hint=first.hint)


def mistakes_of(error: LabError) -> tuple[LabError, ...]:
    """The single mistakes an error stands for: itself, or all it holds."""
    return error.mistakes if isinstance(error, MistakesError) else (error,)


def _place(error: LabError) -> tuple[str, int]:
    where = error.where or Where("")
    return str(where.path), where.line or 0
