"""What a lesson changed in the context: the lessons block of the turn before it became active and of the one after."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from textual.content import Content

from selu_lab.events import ContextBuilt, TurnStarted
from selu_lab.lab import Lab
from selu_lab.lessons.board import LessonView
from selu_lab.lessons.records import lesson_id

_TONES = {"+": "$success", "-": "$error", " ": "$muted"}
_MOST = 10_000


@dataclass(frozen=True)
class Block:
    """The lessons block of a turn; `text` is empty where no lesson was active."""

    title: str
    turn: int
    at: datetime
    text: str
    lessons: tuple[str, ...]


def before_after(lab: Lab, user: str, agent: str, view: LessonView) -> tuple[Block | None, Block | None]:
    """The blocks nearest to its last activation; None where there was no such turn. Not for the loop: reads much."""
    activations = [moment.at for moment in view.timeline if moment.change in ("activated", "resumed")]
    if not activations:
        return None, None
    blocks = list(_blocks(lab, user, agent))
    held = view.card.id
    before = [block for block in blocks if block.at <= activations[-1] and held not in block.lessons]
    after = [block for block in blocks if block.at >= activations[-1] and held in block.lessons]
    return max(before, key=_at, default=None), min(after, key=_at, default=None)


def _at(block: Block) -> tuple[datetime, int]:
    return block.at, block.turn


def _blocks(lab: Lab, user: str, agent: str) -> Iterator[Block]:
    for conversation in lab.journal.conversations(user):
        answering = ""
        for entry in lab.journal.latest(conversation.id, ("turn_started", "context_built"), _MOST):
            if isinstance(entry.event, TurnStarted):
                answering = entry.event.agent
            elif isinstance(entry.event, ContextBuilt) and answering == agent:
                digest = next((ref.digest for ref in entry.event.sections if ref.name == "lessons"), "")
                held = tuple(map(lesson_id, entry.event.lessons))
                yield Block(conversation.title, entry.turn, entry.at, lab.journal.text(digest), held)


def difference(before: Block | None, after: Block | None) -> Content:
    """Line by line: what left, what came, what stayed."""
    lines = [
        Content.styled(line.rstrip("\n"), _TONES[line[0]])
        for line in difflib.ndiff(_lines(before), _lines(after))
        if line[0] in _TONES
    ]
    return Content("\n").join([_where("Before", before), _where("After", after), Content(""), *lines])


def _lines(block: Block | None) -> list[str]:
    return block.text.splitlines() if block else []


def _where(name: str, block: Block | None) -> Content:
    if block is None:
        return Content.assemble((f"{name:<7}", "bold"), ("no turn yet", "$muted"))
    held = "" if block.text else ", without a lessons block"
    return Content.assemble((f"{name:<7}", "bold"), (f"turn {block.turn} of “{block.title}”{held}", ""))
