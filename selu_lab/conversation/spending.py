"""What a conversation has used so far: the sum over its turns, read from the journal."""

from __future__ import annotations

from selu_lab.conversation.journal import Journal
from selu_lab.events import TurnFinished, Usage

_ALL = 1_000_000


def spent(journal: Journal, conversation: str) -> Usage:
    """Tokens and cost of all turns of a conversation; reflection on it is not among them."""
    entries = journal.latest(conversation, ["turn_finished"], _ALL)
    return sum((entry.event.usage for entry in entries if isinstance(entry.event, TurnFinished)), Usage())
