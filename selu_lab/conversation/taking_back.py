"""Asking again: a turn that was taken back stays in the journal, but counts neither as history nor as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from selu_lab.conversation.journal import Journal
from selu_lab.errors import LabError
from selu_lab.events import Entry, TurnStarted, TurnTakenBack

_ALL = 1_000_000


@dataclass(frozen=True)
class LastText:
    """The user's last text as it was typed, and its turn."""

    turn: int
    typed: str


def last_text(journal: Journal, conversation: str) -> LastText:
    """The text that can be asked again; raises LabError where the last turn is not one of the user's."""
    for entry in journal.latest(conversation, ("turn_started",), 1):
        if isinstance(entry.event, TurnStarted) and entry.event.trigger == "user":
            return LastText(entry.turn, entry.event.typed or entry.event.text)
    raise LabError("There is no text of yours at the end that could be asked again.")


def take_back(journal: Journal, conversation: str, turn: int) -> TurnTakenBack:
    """The event that takes a turn back; raises LabError unless it is the last one and the user's.

    Of an earlier turn the answers after it would stay, and they rest on it.
    """
    if last_text(journal, conversation).turn != turn:
        raise LabError("Only the last turn can be asked again.", hint="Write the text anew.")
    return TurnTakenBack(taken=turn)


def taken_back(journal: Journal, conversation: str) -> frozenset[int]:
    """The turns of a conversation that were taken back."""
    return _taken(journal.latest(conversation, ("turn_taken_back",), _ALL))


def living(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of a conversation without those of turns that were taken back."""
    gone = _taken(entries)
    return [entry for entry in entries if entry.turn not in gone]


def _taken(entries: Iterable[Entry]) -> frozenset[int]:
    return frozenset(entry.event.taken for entry in entries if isinstance(entry.event, TurnTakenBack))
