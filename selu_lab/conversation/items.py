"""The items of a transcript: what was said, what was called, what happened in between, how a turn ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from pydantic import JsonValue

from selu_lab.events import (
    LessonChanged,
    NoteDeleted,
    NoteRefused,
    NotesSearched,
    NoteStored,
    ReflectionFinished,
    ReminderSet,
    StateStored,
    TurnTakenBack,
)
from selu_lab.events.conversation import TurnOutcome
from selu_lab.events.tools import Answer, Decision, Outcome, PolicyOrigin

Level = Literal["info", "warning", "error"]
About = LessonChanged | ReflectionFinished | TurnTakenBack
Detail = NotesSearched | NoteStored | NoteRefused | NoteDeleted | StateStored | ReminderSet


@dataclass(frozen=True)
class UserItem:
    """What the user, or a reminder, said."""

    turn: int
    at: datetime
    text: str
    agent: str
    model: str
    reminder: bool = False
    late_seconds: int = 0


@dataclass(frozen=True)
class AgentItem:
    """What the agent said; `streaming` while more may come, `complete` is false for a partial text that was kept."""

    turn: int
    at: datetime
    agent: str
    text: str
    streaming: bool = False
    complete: bool = True


@dataclass(frozen=True)
class CallItem:
    """A tool call with everything that became of it; `outcome` is None while it is open."""

    turn: int
    at: datetime
    agent: str
    call_id: str
    tool: str
    arguments: dict[str, JsonValue]
    aliases: dict[str, str] = field(default_factory=dict)
    approval_message: str = ""
    decision: Decision | None = None
    origin: PolicyOrigin | None = None
    asked: bool = False
    answer: Answer | None = None
    because: str = ""
    outcome: Outcome | None = None
    result: str = ""
    seconds: float = 0.0
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True)
class MarkItem:
    """One line between the messages: something changed, failed, fired or ended; `about` is what it leads to."""

    turn: int
    at: datetime
    sentence: str
    level: Level = "info"
    about: About | None = None


@dataclass(frozen=True)
class TurnItem:
    """The end of a turn: its outcome, tokens, cost in US dollars (None: unknown) and seconds."""

    turn: int
    at: datetime
    outcome: TurnOutcome
    sentence: str
    tokens_in: int
    tokens_out: int
    cost: float | None
    seconds: float


Item = UserItem | AgentItem | CallItem | MarkItem | TurnItem
