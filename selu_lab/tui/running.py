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

    def status(self, conversation: str, replaces: int, *, ended: bool) -> str:
        """What the line over the prompt says; `replaces` is the turn that is being edited, 0 for none."""
        if self.answering(conversation):
            return "answering – Esc stops"
        if replaces:
            return f"sending this replaces turn {replaces} – Esc lets it be"
        if conversation in self.reflecting:
            return "ended – reflecting on it …"
        return "ended – the next text begins a new conversation" if ended else ""

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
