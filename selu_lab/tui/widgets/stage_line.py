"""A stage of a reflection as a stop on its way: lit when it ended, glowing while it runs, dark before."""

from __future__ import annotations

from typing import Literal

from textual.content import Content

from selu_lab.events.lessons import Stage
from selu_lab.reflection.runs import STAGES, StageView
from selu_lab.reflection.view import RunView
from selu_lab.tui.tell import seconds

State = Literal["ended", "running", "failed", "waiting"]

_SIGNS: dict[State, tuple[str, str]] = {
    "ended": ("●", "$success"),
    "running": ("◉", "$accent"),
    "failed": ("✗", "$error"),
    "waiting": ("○", "$muted"),
}
_PURPOSES: dict[Stage, str] = {
    "collect": "what happened, exact from the events",
    "observe": "what it should have known before, checked word for word",
    "match": "which lesson each observation speaks for or against",
    "score": "how sure the evidence makes each lesson",
    "curate": "what becomes of the lessons",
}


def states(view: RunView) -> dict[Stage, State]:
    """How far each stage is: the first that has not ended is the one that runs, or that failed."""
    ended = {one.stage for one in view.stages}
    at: State = "running" if view.run.status == "running" else "failed" if view.run.status == "failed" else "waiting"
    found: dict[Stage, State] = {}
    for stage in STAGES:
        found[stage] = "ended" if stage in ended else at
        at = "waiting" if found[stage] == at else at
    return found


def told(stage: Stage, state: State, view: StageView | None) -> Content:
    """Name, summary and cost of a stage over what it is for."""
    sign, style = _SIGNS[state]
    said = view.summary if view else {"running": "running …", "failed": "it ended here"}.get(state, "")
    rail = "  " if stage == STAGES[-1] else "│ "
    return Content.assemble(
        (f"{sign} ", style),
        (f"{stage.upper():<9}", "bold" if state != "waiting" else "$muted"),
        (said, "" if view else style),
        (f"  {_cost(view)}" if view else "", "$muted"),
        (f"\n{rail}", style if state == "ended" else "$border"),
        (f"{'':<9}{_PURPOSES[stage]}", "$muted"),
        (f"\n{rail}", style if state == "ended" else "$border"),
    )


def _cost(view: StageView) -> str:
    used = view.usage
    if not used.tokens_in + used.tokens_out:
        return "" if view.prompts else "by code"
    return f"{used.tokens_in:,} in · {used.tokens_out:,} out · {seconds(view.seconds)}"
