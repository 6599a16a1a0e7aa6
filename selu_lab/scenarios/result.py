"""What came of a scenario: its repetitions, their failures, and an outcome in which unlike things stay apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from selu_lab.errors import Exit, Where
from selu_lab.events import Usage
from selu_lab.scenarios.loading import Scenario

Outcome = Literal["pass", "fail", "error", "inconclusive", "skipped", "expected_fail", "flaky"]
_WORST_FIRST = (*(Exit.INTERNAL, Exit.FAILED, Exit.INVALID, Exit.STALE_RECORDING, Exit.BUDGET, Exit.PROVIDER),)
OUTCOMES: tuple[Outcome, ...] = ("pass", "fail", "error", "inconclusive", "skipped", "expected_fail", "flaky")
BAD: frozenset[Outcome] = frozenset({"fail", "error", "inconclusive", "flaky"})
"""What one has to look at."""


@dataclass(frozen=True)
class Failure:
    """Something that did not hold. `kind` is the expectation's key, `turn` the last one of the step (0: none).

    Not `certain`: a judge could not tell whether it held.
    """

    where: Where
    step: str
    kind: str
    expected: str
    got: str
    turn: int = 0
    certain: bool = True


@dataclass(frozen=True)
class Fault:
    """Why a repetition could not be played to its end; `exit` tells whose fault it is, `turn` in which it showed."""

    where: Where
    step: str
    sentence: str
    exit: Exit
    turn: int = 0


@dataclass(frozen=True)
class Run:
    """One repetition; `seconds` are wall time."""

    failures: tuple[Failure, ...] = ()
    fault: Fault | None = None
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether it came to its end and everything held."""
        return self.fault is None and not self.failures

    @property
    def inconclusive(self) -> bool:
        """Whether it would have passed, had a judge not been in doubt."""
        return self.fault is None and bool(self.failures) and not any(failure.certain for failure in self.failures)

    @property
    def problems(self) -> tuple[Failure | Fault, ...]:
        """Everything that was wrong with it."""
        return (*self.failures, *((self.fault,) if self.fault else ()))


@dataclass(frozen=True)
class Result:
    """A scenario with its repetitions.

    `needed` of them had to pass; `note` says why it was skipped, or not counted; `remarks` are about its recording.
    `options` are what `run` was given besides, so that it can be played again as it was; `show` is the command that
    shows its traces, empty where none were kept.
    """

    scenario: Scenario
    model: str
    outcome: Outcome
    runs: tuple[Run, ...] = ()
    needed: int = 1
    note: str = ""
    remarks: tuple[str, ...] = ()
    options: str = ""
    show: str = ""

    @property
    def passed_runs(self) -> int:
        """How many repetitions passed."""
        return sum(run.passed for run in self.runs)

    @property
    def seconds(self) -> float:
        """Wall time of all repetitions."""
        return sum(run.seconds for run in self.runs)

    @property
    def usage(self) -> Usage:
        """Tokens and cost of all repetitions."""
        return sum((run.usage for run in self.runs), Usage())


def judged(scenario: Scenario, model: str, runs: Sequence[Run], needed: int) -> Result:
    """The result of the repetitions of a scenario."""
    outcome = _outcome(runs, needed)
    known = scenario.file.expected_fail
    if known is None or outcome in ("error", "inconclusive"):
        return Result(scenario, model, outcome, tuple(runs), needed)
    if outcome == "pass":
        return Result(scenario, model, "fail", tuple(runs), needed, f"It passed, but should have failed: {known}")
    return Result(scenario, model, "expected_fail", tuple(runs), needed, known)


def merged(parts: Sequence[Result], needed: int) -> Result:
    """The result of a scenario whose repetitions were played in several parts."""
    first = parts[0]
    if first.outcome == "skipped":
        return first
    runs = [run for part in parts for run in part.runs]
    remarks = dict.fromkeys(remark for part in parts for remark in part.remarks)
    return replace(judged(first.scenario, first.model, runs, needed), remarks=tuple(remarks))


def spoilt(result: Result, fault: Fault | None) -> Result:
    """A result that passed, and is an error because of what showed at its end."""
    if fault is None:
        return result
    *before, last = result.runs
    return replace(result, outcome="error", runs=(*before, replace(last, fault=fault)))


def _outcome(runs: Sequence[Run], needed: int) -> Outcome:
    if any(run.fault and run.fault.exit in (Exit.STALE_RECORDING, Exit.BUDGET) for run in runs):
        return "error"
    passed = sum(run.passed for run in runs)
    if passed >= needed:
        return "pass"
    doubtful = sum(run.inconclusive for run in runs)
    if doubtful and passed + doubtful >= needed:
        return "inconclusive"
    if passed:
        return "flaky"
    return "fail" if any(run.fault is None for run in runs) else "error"


def exit_code(results: Sequence[Result]) -> Exit:
    """The exit code of a run (scenarios.md): what is worst wins, and nothing played is no success."""
    if all(result.outcome == "skipped" for result in results):
        return Exit.NOTHING_SELECTED
    bad = [result for result in results if result.outcome in BAD]
    exits = {_exit(result) for result in bad}
    return next((code for code in _WORST_FIRST if code in exits), Exit.OK)


def _exit(result: Result) -> Exit:
    if result.outcome == "inconclusive":
        return Exit.PROVIDER
    exits = {run.fault.exit for run in result.runs if run.fault}
    return next((code for code in _WORST_FIRST if code in exits and result.outcome == "error"), Exit.FAILED)
