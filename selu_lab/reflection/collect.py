"""Stage 1: from a conversation's events to turns, signals and hints. Code only; no model is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from selu_lab.conversation.taking_back import living
from selu_lab.events import (
    ApprovalAnswered,
    ContextBuilt,
    ConversationStarted,
    Entry,
    ModelAnswered,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
)
from selu_lab.lessons.guard import FindSecret
from selu_lab.lessons.records import lesson_id
from selu_lab.reflection.cues import cues
from selu_lab.reflection.records import Collected, Cue, Exchange, ToolUse
from selu_lab.reflection.redact import redact, redact_arguments
from selu_lab.reflection.signals import seen
from selu_lab.reflection.trusted import trusted
from selu_lab.text import normalized

_MOST_OF_ANSWER = 300
_LONG_OPENING = 6
"""Words from which on two conversations with the same opening are one replay or schedule, not two experiences."""


@dataclass
class _Turn:
    """A turn while its events are read."""

    number: int
    seq: int
    started: TurnStarted
    answer: str = ""
    because: str = ""
    lessons: tuple[str, ...] = ()
    calls: dict[str, ToolRequested] = field(default_factory=dict)
    outcomes: dict[str, str] = field(default_factory=dict)


def collect(
    entries: Sequence[Entry], agent: str, find_secret: FindSecret, *, reminders: bool = False
) -> Collected | None:
    """Collect an agent's turns; None when it answered no turn of the user's.

    Turns that were taken back are left out, and those that a reminder began unless `reminders` is true
    (selu.md 6.3 s).
    """
    begun = next((entry for entry in entries if isinstance(entry.event, ConversationStarted)), None)
    turns = [turn for turn in _turns(living(entries)) if turn.started.agent == agent]
    turns = [turn for turn in turns if reminders or turn.started.trigger == "user"]
    if not turns or begun is None or not isinstance(begun.event, ConversationStarted):
        return None
    exchanges = tuple(_exchange(turn, find_secret) for turn in turns)
    group = _group(turns)
    return Collected(
        user=begun.event.user,
        agent=agent,
        conversation=begun.conversation,
        exchanges=exchanges,
        seen=seen(exchanges),
        cues=tuple(Cue(turn=one.number, kind=kind, words=words) for one in exchanges for kind, words in cues(one.own)),
        group=group,
        digest=_digest(agent, group, exchanges),
        upto=turns[-1].seq,
    )


def _turns(entries: Iterable[Entry]) -> list[_Turn]:
    turns: dict[int, _Turn] = {}
    for entry in entries:
        if isinstance(entry.event, TurnStarted):
            turns[entry.turn] = _Turn(entry.turn, entry.seq, entry.event)
        elif turn := turns.get(entry.turn):
            _add(turn, entry)
    return list(turns.values())


def _add(turn: _Turn, entry: Entry) -> None:
    match entry.event:
        case ContextBuilt(lessons=lessons):
            turn.lessons = tuple(lesson_id(ref) for ref in lessons)
        case ApprovalAnswered(because=because) if because:
            turn.because = because
        case ModelAnswered(text=text) if text:
            turn.answer = text
        case TurnFinished(text=text) if text:
            turn.answer = text
        case ToolRequested() as requested:
            turn.calls[requested.call_id] = requested
        case ToolFinished() as finished:
            turn.outcomes[finished.call_id] = finished.outcome
        case _:
            pass


def _exchange(turn: _Turn, find_secret: FindSecret) -> Exchange:
    return Exchange(
        number=turn.number,
        seq=turn.seq,
        user=redact(trusted(turn.started.text), find_secret),
        because=redact(trusted(turn.because), find_secret),
        assistant=redact(_beginning(turn.answer), find_secret),
        calls=tuple(
            ToolUse(
                tool=call.tool,
                arguments=redact_arguments(call.arguments, find_secret),
                status=turn.outcomes.get(call_id, "not_run"),
            )
            for call_id, call in turn.calls.items()
        ),
        lessons=turn.lessons,
    )


def _beginning(answer: str) -> str:
    """What an answer begins with, up to a whole word, and how long it was: enough to see what a correction is about."""
    if len(answer) <= _MOST_OF_ANSWER:
        return answer
    kept = answer[:_MOST_OF_ANSWER].rsplit(maxsplit=1)[0]
    return f"{kept} … ({len(answer)} characters)"


def _group(turns: list[_Turn]) -> str:
    """What makes two conversations one experience: the same reminder, or the same long opening; "" for neither.

    A short opening proves nothing, nor does one that corrects: people say the same correction twice and mean it twice.
    """
    opening = normalized(turns[0].started.text)
    if turns[0].started.trigger == "reminder":
        return f"reminder:{_short_hash(opening)}"
    corrects = any(kind == "correction" for kind, _ in cues(turns[0].started.text))
    return f"replay:{_short_hash(opening)}" if len(opening.split()) >= _LONG_OPENING and not corrects else ""


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _digest(agent: str, group: str, exchanges: Iterable[Exchange]) -> str:
    body = "\n".join((agent, group, *(one.model_dump_json() for one in exchanges)))
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()
