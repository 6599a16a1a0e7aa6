"""A reflection in a list: of which conversation, when, and what came of it."""

from __future__ import annotations

from textual.content import Content

from selu_lab.reflection.runs import Run, RunStatus
from selu_lab.tui.tell import day

_TONES: dict[RunStatus, str] = {"running": "$accent", "done": "$success", "empty": "$muted", "failed": "$error"}


def told(run: Run, title: str, zone: str, *, here: bool) -> Content:
    """The one on screen is marked."""
    return Content.assemble(
        ("● " if here else "  ", "$primary"),
        (title, ""),
        (f"\n  {day(run.started_at, zone)}", "$muted"),
        (f"\n  {run.sentence or 'running …'}", _TONES[run.status]),
    )
