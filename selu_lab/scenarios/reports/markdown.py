"""The report as Markdown, for the summary page of a CI run or a comment on a merge request."""

from __future__ import annotations

import re
from collections.abc import Sequence

from selu_lab.scenarios.reports.text import LABELS, details, headline, summary
from selu_lab.scenarios.result import Result

_MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]<>#|~!@])")


def markdown_report(results: Sequence[Result], seconds: float | None = None) -> str:
    """The whole report: the summary (`seconds` are its), a table, and what went wrong."""
    lines = [
        "## Scenarios",
        "",
        summary(results, seconds),
        "",
        "| outcome | scenario | file | model |",
        "|---|---|---|---|",
    ]
    for result in results:
        cells = (LABELS[result.outcome], headline(result), str(result.scenario.path), result.model)
        lines.append("| " + " | ".join(map(plain, cells)) + " |")
    for result in results:
        if found := details(result):
            lines += ["", f"### {plain(headline(result))}", "", *(f"    {line}" for line in found)]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Text in which nothing is markup."""
    return _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))
