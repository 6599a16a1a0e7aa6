"""The report as one HTML file that needs nothing else: to be attached to a build, sent, or opened from a disk."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from selu_lab.models.spending import told
from selu_lab.scenarios.reports.text import LABELS, details, headline, summary
from selu_lab.scenarios.result import BAD, Result
from selu_lab.text import clean

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Nothing is loaded and no script runs, whatever a model managed to write into a report."""

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-top: 1px solid #8885; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; font-size: .9em; }
.outcome { font-weight: 600; white-space: nowrap; }
.bad { color: light-dark(#b3261e, #ff8a80); }
.good { color: light-dark(#1b6e3c, #7fd8a0); }
"""


def html_report(results: Sequence[Result], seconds: float | None = None) -> str:
    """The whole report: the summary, a row for each scenario, and what went wrong, open to be read.

    `seconds` are those of `summary`.
    """
    rows = "\n".join(map(_row, results))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width">
<title>Selu Lab: scenarios</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>Scenarios</h1>
<p>{_text(summary(results, seconds))}</p>
<table>
<thead><tr><th>Outcome</th><th>Scenario</th><th>Model</th><th>Used</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</body>
</html>
"""


def _row(result: Result) -> str:
    kind = "bad" if result.outcome in BAD else "good" if result.outcome == "pass" else ""
    used = f"{result.seconds:.1f} s, {told(result.usage)}"
    return (
        f'<tr><td class="outcome {kind}">{LABELS[result.outcome]}</td><td>{_scenario(result)}</td>'
        f"<td>{_text(result.model)}</td><td>{_text(used)}</td></tr>"
    )


def _scenario(result: Result) -> str:
    found = [*details(result), *result.remarks]
    place = f"<small>{_text(str(result.scenario.path))}</small>"
    if not found:
        return f"{_text(headline(result))}<br>{place}"
    return (
        f"<details{' open' if result.outcome in BAD else ''}><summary>{_text(headline(result))}</summary>{place}"
        f"<pre>{_text(chr(10).join(found))}</pre></details>"
    )


def _text(foreign: str) -> str:
    """Text in which nothing is markup."""
    return escape(clean(foreign))
