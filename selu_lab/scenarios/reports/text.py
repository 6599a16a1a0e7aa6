"""The report on a terminal or in a log: a line for each scenario, and everything needed to mend a failed one."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence

from selu_lab.errors import Where
from selu_lab.events import Usage
from selu_lab.models.spending import told
from selu_lab.scenarios.result import OUTCOMES, Failure, Fault, Outcome, Result
from selu_lab.scenarios.secrecy import masked
from selu_lab.text import clean

LABELS: dict[Outcome, str] = {
    "pass": "PASS",
    "fail": "FAIL",
    "error": "ERROR",
    "inconclusive": "INCONCLUSIVE",
    "skipped": "SKIPPED",
    "expected_fail": "EXPECTED FAIL",
    "flaky": "FLAKY",
}

_OF_CONTEXT = ("context", "not_in_context")


def headline(result: Result) -> str:
    """A scenario on one line, without its outcome."""
    runs = f" ({result.passed_runs} of {len(result.runs)} passed)" if len(result.runs) > 1 else ""
    note = f" – {result.note}" if result.note else ""
    return clean(masked(f"{result.scenario.name}{runs}{note}", result.scenario.file.secrets))


def details(result: Result) -> list[str]:
    """What went wrong, where, and how to play it again; nothing for a scenario that passed."""
    met: dict[tuple[str, ...], list[tuple[int, Failure | Fault]]] = {}
    for number, run in enumerate(result.runs, start=1):
        for problem in run.problems:
            told = _failure(problem) if isinstance(problem, Failure) else _fault(problem)
            met.setdefault(tuple(told), []).append((number, problem))
    blocks = [
        [*_numbered(block, [number for number, _ in there], result), *see(result, *there[0])]
        for block, there in met.items()
    ]
    if blocks:
        blocks += [[f"Again: selu-lab run {shlex.quote(str(result.scenario.path))}{_model(result)}{result.options}"]]
    return [clean(line) for block in blocks for line in block]


def _numbered(block: Sequence[str], numbers: Sequence[int], result: Result) -> Sequence[str]:
    if len(result.runs) == 1:
        return block
    return [f"{block[0]}, repetition{'s' if len(numbers) > 1 else ''} {_ranges(numbers)}", *block[1:]]


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers, those in a row as one: `1, 4–6`."""
    begun = [number for number in numbers if number - 1 not in numbers]
    ended = [number for number in numbers if number + 1 not in numbers]
    return ", ".join(
        f"{first}–{last}" if last > first else f"{first}" for first, last in zip(begun, ended, strict=True)
    )


def _failure(failure: Failure) -> list[str]:
    return [
        f"{failure.where}: {failure.kind}, {failure.step}",
        f"  expected: {failure.expected}",
        f"  got:      {failure.got}",
    ]


def _fault(fault: Fault) -> list[str]:
    return [f"{fault.where}: {fault.step}", f"  {fault.sentence}"]


def see(result: Result, repetition: int, problem: Failure | Fault) -> list[str]:
    """The command that shows what was seen: the turn, or the whole trace where no turn is meant."""
    if not result.show or (isinstance(problem, Fault) and not problem.turn):
        return []
    which = f".{repetition}" if len(result.runs) > 1 else ""
    turn = f" --turn {problem.turn}" if problem.turn else ""
    context = " --context" if isinstance(problem, Failure) and problem.kind in _OF_CONTEXT and turn else ""
    return [f"  see:      {result.show}{which}{turn}{context}"]


def _model(result: Result) -> str:
    return f" --model {shlex.quote(result.model)}" if result.model != result.scenario.file.model else ""


def counts(results: Sequence[Result]) -> dict[str, int]:
    """How many scenarios had which outcome, all outcomes named."""
    found = Counter(result.outcome for result in results)
    return {outcome: found[outcome] for outcome in OUTCOMES}


def summary(results: Sequence[Result], seconds: float | None = None) -> str:
    """The last line: `12 scenarios: 11 pass, 1 fail. 0.4 s, 9,876 tokens, $0.0123.`

    `seconds` are how long it took when several were played at the same time.
    """
    count = len(results)
    outcomes = ", ".join(
        f"{number} {outcome.replace('_', ' ')}" for outcome, number in counts(results).items() if number
    )
    took = sum(result.seconds for result in results) if seconds is None else seconds
    return f"{count} scenario{'' if count == 1 else 's'}: {outcomes}. {took:.1f} s, {told(usage(results))}."


def usage(results: Sequence[Result]) -> Usage:
    """What the whole run used."""
    return sum((result.usage for result in results), Usage())


def place(where: Where) -> str:
    """file:line, as CI services link it."""
    return f"{where.path}:{where.line}" if where.line else str(where.path)
