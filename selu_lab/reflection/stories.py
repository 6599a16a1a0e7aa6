"""Labelled stories: conversations of one agent and one user with what the lesson board must show after each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from selu_lab import yamlfile
from selu_lab.errors import LabError, Where
from selu_lab.events import (
    AnyEvent,
    ApprovalAnswered,
    ContextBuilt,
    ConversationEnded,
    ConversationStarted,
    Entry,
    ModelAnswered,
    PolicyDecided,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
)
from selu_lab.lessons.records import Category, Status

USER = "story"
_BEGINNING = datetime(2026, 3, 2, 8, tzinfo=UTC)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Said(_Part):
    """A message; `trigger` is "reminder" for a turn that a reminder began."""

    id: str
    role: Literal["user", "assistant"]
    text: str
    trigger: Literal["user", "reminder"] = "user"


class Called(_Part):
    """A tool call after the user's message `after`, before the assistant's answer; `because` is why it was denied."""

    after: str
    tool: str
    arguments: dict[str, JsonValue]
    outcome: Literal["ok", "error", "denied", "blocked"]
    result: str = ""
    because: str = ""


class Talk(_Part):
    """One conversation."""

    id: str
    turns: tuple[Said, ...]
    events: tuple[Called, ...] = ()


class Gold(_Part):
    """A lesson that must emerge, told by the words it must and must not hold."""

    key: str
    category: Category
    must_match: tuple[str, ...]
    must_not_match: tuple[str, ...] = ()

    def matches(self, text: str) -> bool:
        """Whether a lesson's text is this one."""
        return all(re.search(pattern, text, re.I) for pattern in self.must_match) and not any(
            re.search(pattern, text, re.I) for pattern in self.must_not_match
        )


class Range(_Part):
    """A range, both ends included."""

    min: float
    max: float


class Expected(_Part):
    """What a gold lesson must look like at a checkpoint."""

    status: Literal["none"] | Status
    supports: int = 0
    confidence: Range | None = None


class Checkpoint(_Part):
    """The board after a conversation."""

    conversation: str
    lessons: dict[str, Expected] = Field(default_factory=dict)
    other_lessons: int = 0
    other_active: int = 0


class Story(_Part):
    """A story; its kind tells whether a lesson must emerge, must not, or is planted by somebody."""

    id: str
    title: str
    kind: Literal["positive", "no_lesson", "adversarial"]
    language: Literal["de", "en", "mixed"]
    agent: str
    why: str
    conversations: tuple[Talk, ...]
    gold: tuple[Gold, ...]
    checkpoints: tuple[Checkpoint, ...]


def read_story(path: Path) -> Story:
    """Read a story file; raises LabError with the file and what is wrong."""
    try:
        return Story.model_validate(yamlfile.load(path).value, strict=False)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise LabError(f"This is no story: {place}: {problem['msg']}.", where=Where(path)) from error


def read_stories(folder: Path) -> tuple[Story, ...]:
    """All stories of a folder by file name; raises LabError when there is none."""
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise LabError("There are no stories.", where=Where(folder))
    return tuple(read_story(file) for file in files)


class Tape:
    """Conversations as entries, the way a journal would hold them; `seq` grows over all of them."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._entries: dict[str, list[Entry]] = {}

    def entries(self, conversation: str) -> Sequence[Entry]:
        """All entries of a conversation in order."""
        return self._entries[conversation]

    def record(self, talk: Talk, agent: str, lessons: tuple[str, ...] = ()) -> str:
        """Put a conversation on the tape, with the lessons (refs) its turns were given; gives its id."""
        self._entries[talk.id] = [self._entry(talk.id, turn, event) for turn, event in _events(talk, agent, lessons)]
        return talk.id

    def _entry(self, conversation: str, turn: int, event: AnyEvent) -> Entry:
        seq = next(self._numbers)
        return Entry(seq=seq, at=_BEGINNING + timedelta(seconds=seq), conversation=conversation, turn=turn, event=event)


def _events(talk: Talk, agent: str, lessons: tuple[str, ...]) -> Iterator[tuple[int, AnyEvent]]:
    yield 0, ConversationStarted(user=USER, agent=agent, origin=talk.turns[0].trigger)
    turn = 0
    for said in talk.turns:
        if said.role == "user":
            turn += 1
            yield turn, TurnStarted(agent=agent, model="story", text=said.text, trigger=said.trigger)
            yield turn, ContextBuilt(sections=(), lessons=lessons)
            for place, called in enumerate(one for one in talk.events if one.after == said.id):
                yield from ((turn, event) for event in _call(called, f"{turn}-{place}"))
        else:
            yield turn, ModelAnswered(text=said.text)
            yield turn, TurnFinished(outcome="answered", text=said.text)
    yield 0, ConversationEnded()


def _call(called: Called, call_id: str) -> Iterator[AnyEvent]:
    yield ToolRequested(call_id=call_id, tool=called.tool, given_name=called.tool, arguments=called.arguments)
    asked = called.outcome == "denied" or "approved by the user" in called.result
    decision = "ask" if asked else "block" if called.outcome == "blocked" else "allow"
    yield PolicyDecided.model_validate(
        {"call_id": call_id, "tool": called.tool, "decision": decision, "origin": "agent"}
    )
    if asked:
        answer: Literal["allow", "deny"] = "deny" if called.outcome == "denied" else "allow"
        yield ApprovalAnswered(call_id=call_id, answer=answer, because=called.because)
    content = called.result or json.dumps({"outcome": called.outcome})
    yield ToolFinished(call_id=call_id, tool=called.tool, outcome=called.outcome, content=content)
