"""Events of a conversation and its turns: from the user's text over the model's calls to the answer."""

from __future__ import annotations

from typing import Literal

from selu_lab.events.base import Event, Foreign, Frozen, Usage

Trigger = Literal["user", "reminder"]
TurnOutcome = Literal["answered", "stopped", "failed", "limit", "interrupted"]
FinishReason = Literal["stop", "tool_calls", "length", "filtered"]
EndReason = Literal["user", "new", "leaving", "idle", "scenario"]


class ConversationStarted(Event):
    """A conversation of `user` began; `agent` answers until another one is chosen."""

    kind: Literal["conversation_started"] = "conversation_started"
    user: str
    agent: str
    origin: Trigger = "user"


class ConversationEnded(Event):
    """A conversation ended; reflection may follow."""

    kind: Literal["conversation_ended"] = "conversation_ended"
    reason: EndReason = "user"


class AgentChosen(Event):
    """The user made another agent answer from here on (a `@mention` counts for its own turn only)."""

    kind: Literal["agent_chosen"] = "agent_chosen"
    agent: str


class TurnStarted(Event):
    """A text went to an agent. `typed` is the text as the user gave it, `text` what the agent is told."""

    kind: Literal["turn_started"] = "turn_started"
    agent: str
    model: str
    text: Foreign
    typed: Foreign = ""
    trigger: Trigger = "user"
    reminder: str | None = None
    late_seconds: int = 0


class TurnTakenBack(Event):
    """The user asks the text of turn `taken` again, as it was or edited, in the turn that begins with this event."""

    kind: Literal["turn_taken_back"] = "turn_taken_back"
    taken: int


class SectionRef(Frozen):
    """A context section as it was injected: `digest` finds its exact text in the journal's texts."""

    name: str
    title: str
    origin: str
    digest: str
    tokens: int


class ContextBuilt(Event):
    """The sections of this turn, in the order the model gets them, and the ids of the lessons among them."""

    kind: Literal["context_built"] = "context_built"
    sections: tuple[SectionRef, ...]
    lessons: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    dropped_entries: int = 0


class ModelCalled(Event):
    """A request went through the model's door; `round` counts from 1 within the turn."""

    kind: Literal["model_called"] = "model_called"
    model: str
    round: int


class TextDelta(Event):
    """A piece of the answer. Replaced by the whole text when `ModelAnswered` follows."""

    kind: Literal["text_delta"] = "text_delta"
    text: Foreign


class ModelRetrying(Event):
    """A call failed and is tried again after `wait` seconds."""

    kind: Literal["model_retrying"] = "model_retrying"
    sentence: str
    attempt: int
    wait: float


class RequestedCall(Frozen):
    """A tool call exactly as the model wrote it; `arguments` is its raw JSON text."""

    id: str
    name: Foreign
    arguments: Foreign


class ModelAnswered(Event):
    """A whole answer. `complete` is false for what was kept of a stopped or broken stream."""

    kind: Literal["model_answered"] = "model_answered"
    text: Foreign
    calls: tuple[RequestedCall, ...] = ()
    finish: FinishReason = "stop"
    usage: Usage = Usage()
    seconds: float = 0.0
    complete: bool = True


class TurnFinished(Event):
    """The turn is over. `sentence` tells the user why, unless it was simply answered."""

    kind: Literal["turn_finished"] = "turn_finished"
    outcome: TurnOutcome
    text: Foreign = ""
    sentence: str = ""
    rounds: int = 0
    usage: Usage = Usage()
    seconds: float = 0.0


class PackageChanged(Event):
    """Files of an agent package changed on disk and are in force from this turn on."""

    kind: Literal["package_changed"] = "package_changed"
    agent: str
    files: tuple[str, ...]
    sentence: str


class ProfileChanged(Event):
    """The user edited the profile; the next turn sees it."""

    kind: Literal["profile_changed"] = "profile_changed"
    sentence: Foreign


class PolicyChanged(Event):
    """The user changed a policy; `policy` is None after a reset to the default."""

    kind: Literal["policy_changed"] = "policy_changed"
    agent: str
    tool: str
    policy: Literal["allow", "ask", "block"] | None


class Notice(Event):
    """One sentence for the user that belongs into the transcript."""

    kind: Literal["notice"] = "notice"
    sentence: Foreign
    level: Literal["info", "warning", "error"] = "info"
