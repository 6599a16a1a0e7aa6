"""Events of reflection: its run, its five stages, and what became of the lessons."""

from __future__ import annotations

from typing import Literal

from selu_lab.events.base import Event, Foreign, Json, Usage

Stage = Literal["collect", "observe", "match", "score", "curate"]


class ReflectionStarted(Event):
    """A reflection of an agent's turns in this conversation began; `attempt` counts from 1."""

    kind: Literal["reflection_started"] = "reflection_started"
    run: str
    agent: str
    attempt: int = 1


class StageFinished(Event):
    """A stage ended; `output` is its typed result as JSON, the exact prompts lie with the run."""

    kind: Literal["stage_finished"] = "stage_finished"
    run: str
    stage: Stage
    summary: str
    output: Json = None
    usage: Usage = Usage()
    seconds: float = 0.0


class LessonChanged(Event):
    """A lesson came to be, was reinforced, contested, or changed its status."""

    kind: Literal["lesson_changed"] = "lesson_changed"
    lesson: str
    agent: str
    text: Foreign
    change: str
    status: str
    observations: int
    confidence: float
    reason: str = ""


class ReflectionFinished(Event):
    """A reflection ended; a failed one wrote nothing and can be tried again."""

    kind: Literal["reflection_finished"] = "reflection_finished"
    run: str
    agent: str
    outcome: Literal["done", "empty", "failed"]
    sentence: str = ""
