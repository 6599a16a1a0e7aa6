"""Which scenarios are meant: files and folders, an expression over their names, tags."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from selu_lab.errors import Exit, LabError, Where
from selu_lab.scenarios.loading import Scenario, read_scenario
from selu_lab.shipped import shipped
from selu_lab.text import clean

_ENDINGS = (".yaml", ".yml")
_TOKEN = re.compile(r'\s*(\(|\)|"[^"]*"|[^\s()"]+)')


class NothingSelectedError(LabError):
    """No scenario is left to play, which must never look like success."""

    exit = Exit.NOTHING_SELECTED


class InvalidFilesError(LabError):
    """Some scenario files cannot be read; `faults` are all that is wrong in them."""

    def __init__(self, faults: Sequence[LabError]) -> None:
        super().__init__(faults[0].sentence, where=faults[0].where, hint=faults[0].hint)
        self.faults = tuple(faults)


def scenario_folders(paths: Sequence[Path]) -> list[Path]:
    """The files and folders that are meant (none given: ./scenarios, else the shipped ones).

    Raises LabError for a path that does not exist.
    """
    here = Path("scenarios")
    for path in paths:
        if not path.exists():
            raise LabError("There is no such file or folder.", where=Where(path))
    return list(paths) or [here if here.is_dir() else shipped("scenarios")]


def scenario_files(paths: Sequence[Path]) -> list[Path]:
    """The scenario files in `scenario_folders`, each once; raises LabError where that does."""
    found: dict[Path, None] = {}
    for path in scenario_folders(paths):
        below = sorted(path.rglob("*")) if path.is_dir() else [path]
        found |= dict.fromkeys(one for one in below if one == path or _is_scenario(one, path))
    return list(found)


def _is_scenario(path: Path, below: Path) -> bool:
    """Files of agent packages and hidden ones are none."""
    hidden = any(part.startswith(".") for part in path.relative_to(below).parts)
    packaged = any((folder / "agent.yaml").exists() for folder in path.parents if folder.is_relative_to(below))
    return path.suffix in _ENDINGS and path.is_file() and not hidden and not packaged


def select(
    files: Sequence[Path], expression: str = "", tags: Sequence[str] = (), *, failed: Collection[str] | None = None
) -> list[Scenario]:
    """Read the files and keep the scenarios that the expression and every tag select; of these, those that `failed`.

    Raises InvalidFilesError when any file is wrong, selected or not, and NothingSelectedError when none is left.
    """
    wanted = parse_expression(expression)
    read = [read_scenario(path) for path in files]
    if faults := [fault for _, found in read for fault in found]:
        raise InvalidFilesError(faults)
    scenarios = [scenario for scenario, _ in read if scenario]
    chosen = [one for one in scenarios if set(tags) <= set(one.file.tags) and wanted.holds(_words(one))]
    if failed is not None and chosen:
        return _those(chosen, failed)
    if not scenarios:
        raise NothingSelectedError("There is no scenario here.", hint="`selu-lab init` writes some to begin with.")
    if not chosen:
        hint = "`selu-lab list` shows their names and tags."
        raise NothingSelectedError(f"None of {len(scenarios)} scenarios is selected.", hint=hint)
    return chosen


@dataclass(frozen=True)
class Shard:
    """The `part`-th of `parts` shares of what is selected, for CI machines that split a run between them."""

    part: int
    parts: int

    def of(self, chosen: Sequence[Scenario]) -> list[Scenario]:
        """Every `parts`-th scenario in the order of the paths: shares are disjoint, miss nothing, are alike in size.

        Raises NothingSelectedError for an empty one.
        """
        mine = set(sorted({str(one.path) for one in chosen})[self.part - 1 :: self.parts])
        if not mine:
            hint = f"There are only {len(chosen)} scenarios; split them into fewer."
            raise NothingSelectedError(f"Shard {self.part}/{self.parts} is empty.", hint=hint)
        return [one for one in chosen if str(one.path) in mine]


def read_shard(text: str) -> Shard:
    """Read `2/4`; raises LabError for anything that is no share, 5/4 and 0/4 among it."""
    match = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", text)
    part, parts = map(int, match.groups()) if match else (0, 0)
    if not 1 <= part <= parts:
        raise LabError(f"“{clean(text)}” is no shard.", hint="Write it like 2/4: the second of four shares.")
    return Shard(part, parts)


def _those(chosen: Sequence[Scenario], failed: Collection[str]) -> list[Scenario]:
    """The scenarios whose files are among these, absolute ones."""
    found = [one for one in chosen if str(one.path.resolve()) in failed]
    if not found:
        sentence = "None of these scenarios failed in the last run." if failed else "Nothing failed in the last run."
        raise NothingSelectedError(sentence, hint="Leave --failed out to play them all.")
    return found


def _words(scenario: Scenario) -> str:
    return " ".join((scenario.path.stem, scenario.name, *scenario.file.tags)).casefold()


class Expression:
    """What `-k` was given: words joined by and, or, not and parentheses."""

    def __init__(self, kind: str, parts: tuple[Expression, ...] = (), word: str = "") -> None:
        self._kind, self._parts, self._word = kind, parts, word

    def holds(self, text: str) -> bool:
        """Whether a case-folded text satisfies it; a word does when the text holds it."""
        if self._kind == "word":
            return self._word in text
        held = [part.holds(text) for part in self._parts]
        return not held[0] if self._kind == "not" else any(held) if self._kind == "or" else all(held)


def parse_expression(given: str) -> Expression:
    """Read an expression such as `remind and not (de or slow)`; an empty one holds for all. Raises LabError."""
    tokens = _TOKEN.findall(given)
    if not tokens:
        return Expression("and")
    read = _either(tokens)
    if tokens:
        raise _wrong(f"“{tokens[0]}” is out of place")
    return read


def _either(tokens: list[str]) -> Expression:
    parts = [_all(tokens)]
    while tokens and tokens[0] == "or":
        tokens.pop(0)
        parts.append(_all(tokens))
    return Expression("or", tuple(parts))


def _all(tokens: list[str]) -> Expression:
    parts = [_single(tokens)]
    while tokens and tokens[0] == "and":
        tokens.pop(0)
        parts.append(_single(tokens))
    return Expression("and", tuple(parts))


def _single(tokens: list[str]) -> Expression:
    token = tokens.pop(0) if tokens else ""
    if token == "not":
        return Expression("not", (_single(tokens),))
    if token == "(":
        inner = _either(tokens)
        if not tokens or tokens.pop(0) != ")":
            raise _wrong("a parenthesis is not closed")
        return inner
    if token in ("", ")", "and", "or"):
        raise _wrong(f"a word is missing{f' before “{token}”' if token else ''}")
    return Expression("word", word=token.strip('"').casefold())


def _wrong(why: str) -> LabError:
    return LabError(f"This is not an expression: {why}.", hint="Write it like -k 'remind and not (de or slow)'.")
