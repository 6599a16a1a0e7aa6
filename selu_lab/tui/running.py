"""Which turns and reflections run, in whichever conversation: what a status line and leaving need to know."""

from __future__ import annotations

from selu_lab.events import Entry, ReflectionFinished, ReflectionStarted, TurnFinished, TurnStarted


class Running:
    """Kept by hearing every entry. `sending` are conversations whose next turn is on its way but has not begun."""

    def __init__(self) -> None:
        self.sending: set[str] = set()
        self.turns: set[str] = set()
        self.reflecting: set[str] = set()

    def answering(self, conversation: str) -> bool:
        """Whether a turn of the conversation runs, or is about to."""
        return conversation in self.sending | self.turns

    def heard(self, entry: Entry) -> None:
        """Take an entry."""
        match entry.event:
            case TurnStarted():
                self.turns.add(entry.conversation)
            case TurnFinished():
                self.turns.discard(entry.conversation)
            case ReflectionStarted():
                self.reflecting.add(entry.conversation)
            case ReflectionFinished():
                self.reflecting.discard(entry.conversation)
            case _:
                pass
