"""What widgets and screens tell each other."""

from __future__ import annotations

from textual.message import Message

from selu_lab.events import Entry
from selu_lab.reminders.store import Reminder


class Recorded(Message):
    """The journal has a new entry, of whichever conversation."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


class Changed(Message):
    """The user changed something by hand: what shows it should look again. `sentence` is for a toast."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__()
        self.sentence = sentence


class FireNow(Message):
    """The user wants a reminder to fire now."""

    def __init__(self, reminder: Reminder) -> None:
        super().__init__()
        self.reminder = reminder


class Refused(Message):
    """Something the user wanted cannot be; `sentence` says why and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class OpenLesson(Message):
    """The user wants to see a lesson of an agent in full."""

    def __init__(self, agent: str, lesson: str) -> None:
        super().__init__()
        self.agent = agent
        self.lesson = lesson


class OpenReflection(Message):
    """The user wants to see a reflection."""

    def __init__(self, run: str) -> None:
        super().__init__()
        self.run = run


class OpenTurn(Message):
    """The user wants to see a turn; `lesson` is the one it is evidence for, empty for none."""

    def __init__(self, conversation: str, turn: int, lesson: str = "") -> None:
        super().__init__()
        self.conversation = conversation
        self.turn = turn
        self.lesson = lesson


class OpenTakenBack(Message):
    """The user wants to see a turn of the conversation on screen that was taken back."""

    def __init__(self, turn: int) -> None:
        super().__init__()
        self.turn = turn


class ReflectNow(Message):
    """The user wants a reflection now, for one agent; `force` although nothing changed since the last one."""

    def __init__(self, conversation: str, agent: str, *, force: bool = False) -> None:
        super().__init__()
        self.conversation = conversation
        self.agent = agent
        self.force = force
