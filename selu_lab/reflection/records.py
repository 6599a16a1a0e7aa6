"""What the five stages hand on to each other: frozen records that are stored as JSON when a stage ends."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from selu_lab.events.base import Frozen
from selu_lab.lessons.records import Category, Rating, Signal

CueKind = Literal["correction", "instruction", "reversal"]
SeenKind = Literal["tool_denied", "tool_failure", "repair_verified", "user_retry"]
Belongs = Literal["profile", "shared note", "nowhere"]
VerdictKind = Literal["supports", "contradicts", "new", "not_a_lesson"]

MOST_OBSERVATIONS = 5


class ToolUse(Frozen):
    """A tool call as the model may see it: never with the body of its result."""

    tool: str
    arguments: dict[str, JsonValue]
    status: str


class Exchange(Frozen):
    """A turn: what the user wrote (secrets and quoted blocks left out), what was called, what was answered.

    `number` counts from 1, `seq` is the journal's; `because` is what the user wrote when refusing a call; `lessons` are
    the ids of the lessons that were in the context.
    """

    number: int
    seq: int
    user: str
    because: str = ""
    assistant: str = ""
    calls: tuple[ToolUse, ...] = ()
    lessons: tuple[str, ...] = ()

    @property
    def own(self) -> str:
        """All that the user wrote in this turn."""
        return f"{self.user}\n{self.because}".strip()


class Seen(Frozen):
    """Something that happened, exact from the events; `id` is "S1", "S2", … within the run."""

    id: str
    kind: SeenKind
    turn: int
    tool: str = ""
    words: str = ""


class Cue(Frozen):
    """A hint of the lexicon that the user corrects, instructs or takes back something in this turn."""

    turn: int
    kind: CueKind
    words: str


class Collected(Frozen):
    """Stage 1. `digest` is the hash of what was collected, `upto` the journal's seq of the last turn."""

    user: str
    agent: str
    conversation: str
    exchanges: tuple[Exchange, ...]
    seen: tuple[Seen, ...] = ()
    cues: tuple[Cue, ...] = ()
    group: str = ""
    digest: str = ""
    upto: int = 0

    def exchange(self, number: int) -> Exchange | None:
        """The turn of that number, or None."""
        return next((one for one in self.exchanges if one.number == number), None)


class Proof(Frozen):
    """One verified thing an observation stands on: the user's words, an event, or the assistant's own text."""

    turn: int
    seq: int
    signal: Signal
    rating: Rating
    quote: str = ""


class Observation(Frozen):
    """Stage 2, kept: `text` is one imperative rule; `claimed`, a confidence given unasked, counts nothing."""

    id: str
    category: Category
    trigger: str
    text: str
    proofs: tuple[Proof, ...]
    claimed: float | None = None


class SetAside(Frozen):
    """Not a lesson: what it was, why it was dropped, and where it belongs (nothing is written there)."""

    text: str
    reason: str
    belongs: Belongs = "nowhere"
    turn: int = 0
    quote: str = ""


class Observed(Frozen):
    """Stage 2."""

    kept: tuple[Observation, ...] = ()
    aside: tuple[SetAside, ...] = ()


class Verdict(Frozen):
    """Stage 3 for one observation. `lesson` and `conflicts` are lesson ids; `by` tells who decided."""

    observation: str
    kind: VerdictKind
    lesson: str = ""
    conflicts: tuple[str, ...] = ()
    near: str = ""
    by: Literal["code", "model"] = "model"


class Matched(Frozen):
    """Stage 3."""

    verdicts: tuple[Verdict, ...] = ()
    aside: tuple[SetAside, ...] = ()


class Scored(Frozen):
    """Stage 4 for one lesson: supporting conversations and confidence before and after this reflection."""

    lesson: str
    text: str
    supports_before: int
    confidence_before: float
    supports: int
    confidence: float
    waterfall: str
    suppressed: bool = False


class Scores(Frozen):
    """Stage 4."""

    lessons: tuple[Scored, ...] = ()
    aside: tuple[SetAside, ...] = ()


class Decided(Frozen):
    """Stage 5 for one lesson: what changed, and why."""

    lesson: str
    text: str
    change: str
    status: str
    reason: str = ""


class Decisions(Frozen):
    """Stage 5."""

    changes: tuple[Decided, ...] = ()
