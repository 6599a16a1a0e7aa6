"""Everything that happens is an event: typed, frozen, stored as it happens, read by screens, traces and scenarios."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field, TypeAdapter

from selu_lab.events.base import Event, Frozen, Json, Usage
from selu_lab.events.conversation import (
    AgentChosen,
    ContextBuilt,
    ConversationEnded,
    ConversationStarted,
    ModelAnswered,
    ModelCalled,
    ModelRetrying,
    Notice,
    PackageChanged,
    PolicyChanged,
    ProfileChanged,
    RequestedCall,
    SectionRef,
    TextDelta,
    TurnFinished,
    TurnStarted,
    TurnTakenBack,
)
from selu_lab.events.lessons import LessonChanged, ReflectionFinished, ReflectionStarted, StageFinished
from selu_lab.events.memory import (
    FoundNote,
    NoteChanged,
    NoteDeleted,
    NoteRefused,
    NotesSearched,
    NoteStored,
    ReminderChanged,
    ReminderFired,
    ReminderSet,
    StateStored,
)
from selu_lab.events.tools import ApprovalAnswered, ApprovalAsked, PolicyDecided, ToolFinished, ToolRequested

AnyEvent = Annotated[
    AgentChosen
    | ApprovalAnswered
    | ApprovalAsked
    | ContextBuilt
    | ConversationEnded
    | ConversationStarted
    | LessonChanged
    | ModelAnswered
    | ModelCalled
    | ModelRetrying
    | NoteChanged
    | NoteDeleted
    | NoteRefused
    | NoteStored
    | NotesSearched
    | Notice
    | PackageChanged
    | PolicyChanged
    | PolicyDecided
    | ProfileChanged
    | ReflectionFinished
    | ReflectionStarted
    | ReminderChanged
    | ReminderFired
    | ReminderSet
    | StageFinished
    | StateStored
    | TextDelta
    | ToolFinished
    | ToolRequested
    | TurnFinished
    | TurnStarted
    | TurnTakenBack,
    Field(discriminator="kind"),
]


class Entry(Frozen):
    """An event in its place: `seq` grows over the whole workspace, `turn` counts from 1 (0: between turns)."""

    seq: int
    at: datetime
    conversation: str
    turn: int
    event: AnyEvent


_EVENTS: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)


def read_event(body: str) -> AnyEvent:
    """Read an event from its JSON form; raises pydantic.ValidationError for one this version does not know."""
    return _EVENTS.validate_json(body)


__all__ = [
    "AgentChosen",
    "AnyEvent",
    "ApprovalAnswered",
    "ApprovalAsked",
    "ContextBuilt",
    "ConversationEnded",
    "ConversationStarted",
    "Entry",
    "Event",
    "FoundNote",
    "Json",
    "LessonChanged",
    "ModelAnswered",
    "ModelCalled",
    "ModelRetrying",
    "NoteChanged",
    "NoteDeleted",
    "NoteRefused",
    "NoteStored",
    "NotesSearched",
    "Notice",
    "PackageChanged",
    "PolicyChanged",
    "PolicyDecided",
    "ProfileChanged",
    "ReflectionFinished",
    "ReflectionStarted",
    "ReminderChanged",
    "ReminderFired",
    "ReminderSet",
    "RequestedCall",
    "SectionRef",
    "StageFinished",
    "StateStored",
    "TextDelta",
    "ToolFinished",
    "ToolRequested",
    "TurnFinished",
    "TurnStarted",
    "TurnTakenBack",
    "Usage",
    "read_event",
]
