"""The runs a workspace keeps: what came of each scenario, and the trace of each repetition."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from selu_lab.errors import LabError, Where
from selu_lab.events.base import Frozen
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.result import BAD, Outcome, Result
from selu_lab.scenarios.secrecy import masked
from selu_lab.scenarios.traces import Trace, read_trace, write_trace
from selu_lab.storage.workspace import make_folder

_log = logging.getLogger(__name__)

KEPT = 20
"""Runs that are kept; with the next one the oldest goes."""

_FOLDER, _RESULTS = "runs", "results.jsonl"
_NAME = re.compile(r"(?P<run>\d+|last)(?:\.(?P<scenario>\d+)(?:\.(?P<repetition>\d+))?)?")


class KeptResult(Frozen):
    """A line about a scenario of a run; `number` counts from 1, `path` is absolute, `file` as it was given."""

    number: int
    path: str
    file: str
    name: str
    model: str
    outcome: Outcome
    repetitions: int


@contextmanager
def _as_far_as_there_is_room() -> Iterator[None]:
    """Whether a scenario passes does not depend on the disk."""
    try:
        yield
    except OSError:
        _log.warning("What was played could not be kept.", exc_info=True)


@dataclass(frozen=True)
class KeptRun:
    """One run, in a folder of its own that bears its number."""

    folder: Path

    @property
    def number(self) -> int:
        """What it is called by."""
        return int(self.folder.name)

    def keep(self, number: int, result: Result) -> None:
        """Keep what came of a scenario, at once, so that an interrupted run is known as far as it got."""
        scenario = result.scenario
        line = KeptResult(
            number=number,
            path=str(scenario.path.resolve()),
            file=str(scenario.path),
            name=masked(scenario.name, scenario.file.secrets),
            model=result.model,
            outcome=result.outcome,
            repetitions=len(result.runs),
        )
        with _as_far_as_there_is_room(), (self.folder / _RESULTS).open("a", encoding="utf-8") as file:
            file.write(line.model_dump_json() + "\n")

    def tracer(self, number: int, scenario: Scenario) -> Callable[[int, Trace], None]:
        """What keeps the traces of a scenario's repetitions."""

        def keep(repetition: int, trace: Trace) -> None:
            with _as_far_as_there_is_room():
                write_trace(self._trace(number, repetition), trace, scenario.file.secrets)

        return keep

    @property
    def results(self) -> list[KeptResult]:
        """What came of its scenarios, in their order; a line that was cut off is left out."""
        path = self.folder / _RESULTS
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        return [result for line in lines if (result := _read(line))]

    def failed(self) -> frozenset[str]:
        """The files of the scenarios that did not pass."""
        return frozenset(one.path for one in self.results if one.outcome in BAD)

    def trace(self, scenario: int, repetition: int) -> Trace:
        """The trace of a repetition; raises LabError when there is none."""
        path = self._trace(scenario, repetition)
        if not path.is_file():
            hint = f"`selu-lab show {self.number}` lists what was played."
            played = self._trace(scenario, 1).is_file()
            whole = f"Scenario {self.number}.{scenario} has no repetition {repetition}."
            raise LabError(whole if played else f"Run {self.number} has no scenario {scenario}.", hint=hint)
        return read_trace(path)

    def _trace(self, scenario: int, repetition: int) -> Path:
        return self.folder / f"{scenario}.{repetition}.json"


@dataclass(frozen=True)
class Named:
    """What a name such as 17, 17.3 or 17.3.2 stands for; `scenario` 0 is the whole run."""

    run: KeptRun
    scenario: int
    repetition: int


def begin(workspace: Path) -> KeptRun:
    """Make room for a run; raises LabError when the workspace cannot be written."""
    folder = workspace / _FOLDER
    try:
        make_folder(workspace)
        folder.mkdir(exist_ok=True)
        for old in runs(workspace)[: -(KEPT - 1)]:
            shutil.rmtree(old.folder, ignore_errors=True)
        return KeptRun(_next(folder))
    except OSError as error:
        raise LabError(f"Traces cannot be kept ({error.strerror}).", where=Where(folder)) from error


def _next(folder: Path) -> Path:
    """A folder with the next number; two runs that begin together get one each."""
    number = max((run.number for run in runs(folder.parent)), default=0) + 1
    try:
        (folder / str(number)).mkdir()
    except FileExistsError:
        return _next(folder)
    return folder / str(number)


def runs(workspace: Path) -> list[KeptRun]:
    """The runs that are kept, oldest first."""
    folder = workspace / _FOLDER
    found = [KeptRun(one) for one in folder.iterdir() if one.name.isdecimal()] if folder.is_dir() else []
    return sorted(found, key=lambda run: run.number)


def last(workspace: Path) -> KeptRun:
    """The newest run that came to a result; raises LabError when there is none."""
    found = [run for run in runs(workspace) if run.results]
    if not found:
        raise LabError("No run is kept in this workspace.", where=Where(workspace), hint="`selu-lab run` makes one.")
    return found[-1]


def find(workspace: Path, name: str) -> Named:
    """What is called so: a run (`17`, `last`), a scenario of it (`17.3`) or a repetition (`17.3.2`).

    Raises LabError for another name, and for a run there is not.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise LabError("This is not the name of a run.", hint="Write it like 17, 17.3 (a scenario), 17.3.2 or last.")
    newest = last(workspace)
    number = newest.number if match["run"] == "last" else int(match["run"])
    run = next((one for one in runs(workspace) if one.number == number), None)
    if run is None:
        raise LabError(f"There is no run {number}.", hint=f"The last {KEPT} are kept; the newest is {newest.number}.")
    return Named(run, int(match["scenario"] or 0), int(match["repetition"] or 1))


def _read(line: str) -> KeptResult | None:
    try:
        return KeptResult.model_validate_json(line)
    except ValidationError:
        return None
