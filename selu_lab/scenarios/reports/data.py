"""The report as JSON: everything the other reports say, for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from selu_lab.errors import Exit, Where
from selu_lab.events import Usage
from selu_lab.scenarios.reports.text import counts, usage
from selu_lab.scenarios.result import Failure, Fault, Result, Run
from selu_lab.scenarios.secrecy import masked

VERSION = 1
"""Of the JSON's shape; it grows when a key changes its meaning or goes."""


def json_report(results: Sequence[Result], code: Exit) -> str:
    """The whole report as one JSON text, with a newline at its end; `code` is what the run exits with."""
    body = {
        "version": VERSION,
        "exit": int(code),
        "counts": counts(results),
        "usage": _usage(usage(results)),
        "scenarios": [scenario_report(result) for result in results],
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def scenario_report(result: Result) -> dict[str, object]:
    """A scenario with its repetitions, as plain values."""
    file = result.scenario.file
    return {
        "name": masked(result.scenario.name, file.secrets),
        "file": str(result.scenario.path),
        "tags": list(file.tags),
        "model": result.model,
        "outcome": result.outcome,
        "remarks": list(result.remarks),
        "note": masked(result.note, file.secrets),
        "needed": result.needed,
        "passed": result.passed_runs,
        "usage": _usage(result.usage),
        "seconds": round(result.seconds, 4),
        "show": result.show,
        "runs": [_run(run) for run in result.runs],
    }


def _run(run: Run) -> dict[str, object]:
    return {
        "passed": run.passed,
        "failures": [_failure(failure) for failure in run.failures],
        "fault": _fault(run.fault) if run.fault else None,
        "usage": _usage(run.usage),
        "seconds": round(run.seconds, 4),
    }


def _failure(failure: Failure) -> dict[str, object]:
    return {
        **_place(failure.where),
        "step": failure.step,
        "turn": failure.turn,
        "kind": failure.kind,
        "expected": failure.expected,
        "got": failure.got,
        "certain": failure.certain,
    }


def _fault(fault: Fault) -> dict[str, object]:
    return {
        **_place(fault.where),
        "step": fault.step,
        "turn": fault.turn,
        "sentence": fault.sentence,
        "exit": int(fault.exit),
    }


def _place(where: Where) -> dict[str, object]:
    return {"file": str(where.path), "line": where.line, "column": where.column}


def _usage(usage: Usage) -> dict[str, object]:
    return {"tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out, "cost": usage.cost}
