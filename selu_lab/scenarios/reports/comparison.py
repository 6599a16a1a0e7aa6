"""The report of a comparison: what each arm changed, and a table of what passed, as text, JSON and Markdown."""

from __future__ import annotations

import json
from collections.abc import Sequence

from selu_lab.scenarios.comparing import Comparison, Played
from selu_lab.scenarios.reports.data import scenario_report
from selu_lab.scenarios.reports.markdown import plain
from selu_lab.scenarios.reports.text import LABELS, details
from selu_lab.scenarios.result import BAD
from selu_lab.scenarios.secrecy import masked
from selu_lab.text import clean, shorten

VERSION = 1
_LONGEST = 300
_MISSING = "–"
_NOT_PLAYED = ("error", "skipped")


def name(comparison: Comparison) -> str:
    """The scenario's name without its secrets."""
    return clean(masked(comparison.scenario.name, comparison.scenario.file.secrets))


def block(comparison: Comparison) -> list[str]:
    """A scenario with what each arm came to, why it did not pass, and what it did otherwise than the first."""
    lines = [name(comparison)]
    for place, played in enumerate(comparison.played):
        same = place > 0 and not played.changed and played.result.outcome not in _NOT_PLAYED
        lines.append(f"  {played.arm}: {_outcome(played)}{', nothing changed' if same else ''}")
        lines += [f"    {line}" for line in details(played.result) if played.result.outcome in BAD]
        lines += [f"    {line}" for line in changed(played)]
    return lines


def changed(played: Played) -> list[str]:
    """The differences of an arm, under the steps they belong to."""
    lines: list[str] = []
    last = -1
    for step, line in played.changed:
        lines += [f"step {step}:" if step else "before the first step:"] if step != last else []
        lines.append(f"  {shorten(clean(line), _LONGEST)}")
        last = step
    return lines


def table(comparisons: Sequence[Comparison]) -> list[str]:
    """A line for each scenario, a column for each arm, the names of the arms above."""
    arms = _arms(comparisons)
    rows = [arms, *(_cells(comparison, arms) for comparison in comparisons)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(arms))]
    names = ["", *map(name, comparisons)]
    return [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=True)), said]).rstrip()
        for row, said in zip(rows, names, strict=True)
    ]


def json_comparison(comparisons: Sequence[Comparison], exit_code: int) -> str:
    """The whole comparison as one JSON text, with a newline at its end."""
    body = {"version": VERSION, "exit": exit_code, "scenarios": [_data(one) for one in comparisons]}
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def markdown_comparison(comparisons: Sequence[Comparison]) -> str:
    """The table, and below it what changed, as Markdown."""
    arms = _arms(comparisons)
    lines = ["## Comparison", "", _row(["scenario", *arms]), "|---" * (len(arms) + 1) + "|"]
    lines += [_row([name(one), *_cells(one, arms)]) for one in comparisons]
    for comparison in comparisons:
        for played in comparison.played:
            if played.changed:
                lines += ["", f"### {plain(name(comparison))}: {plain(played.arm)}", ""]
                lines += [f"    {line}" for line in changed(played)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(plain, cells)) + " |"


def _arms(comparisons: Sequence[Comparison]) -> list[str]:
    return list(dict.fromkeys(played.arm for comparison in comparisons for played in comparison.played))


def _cells(comparison: Comparison, arms: Sequence[str]) -> list[str]:
    outcomes = {played.arm: _outcome(played) for played in comparison.played}
    return [outcomes.get(arm, _MISSING) for arm in arms]


def _outcome(played: Played) -> str:
    result = played.result
    runs = f" {result.passed_runs}/{len(result.runs)}" if len(result.runs) > 1 else ""
    return LABELS[result.outcome] + runs


def _data(comparison: Comparison) -> dict[str, object]:
    return {
        "name": name(comparison),
        "file": str(comparison.scenario.path),
        "arms": [
            {
                "arm": played.arm,
                "changed": [{"step": step, "line": line} for step, line in played.changed],
                "result": scenario_report(played.result),
            }
            for played in comparison.played
        ],
    }
