"""Which turns of a conversation are evidence for which lessons, and where in a text a quote stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from selu_lab.lab import Lab


@dataclass(frozen=True)
class Quoted:
    """A turn is evidence for this lesson of that agent, by these words of the user (none: by what happened)."""

    agent: str
    lesson: str
    text: str
    quote: str


Evident = Mapping[int, tuple[Quoted, ...]]
"""The evidence of a conversation by turn."""


def evidence_of(lab: Lab, conversation: str) -> Evident:
    """What the conversation has taught, every lesson once for a turn."""
    user = lab.journal.get(conversation).user
    found: dict[int, dict[str, Quoted]] = defaultdict(dict)
    for agent in lab.lessons.agents(user):
        for lesson in lab.lessons.all(user, agent):
            for row in lesson.evidence:
                if row.conversation == conversation:
                    found[row.turn][lesson.id] = Quoted(agent, lesson.id, lesson.text, row.quote)
    return {turn: tuple(quoted.values()) for turn, quoted in found.items()}


def spans(text: str, quotes: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where the quotes stand in a text, white space and case apart, as they were compared when they were verified."""
    for quote in quotes:
        pattern = r"\s+".join(map(re.escape, quote.split()))
        match = re.search(pattern, text, re.IGNORECASE) if pattern else None
        if match:
            yield match.span()
