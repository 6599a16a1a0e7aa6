"""The lessons of one agent about the user at the desk: what is shown of them, and what the user does with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from selu_lab.errors import LabError
from selu_lab.lessons.board import Board, Card, LessonView
from selu_lab.lessons.changes import LessonChange
from selu_lab.lessons.production import ProductionView
from selu_lab.lessons.records import Status
from selu_lab.reflection.runs import Run
from selu_lab.reflection.view import NoLesson, by_production, no_lessons
from selu_lab.text import shorten
from selu_lab.tui.desk import Desk

LONGEST_TITLE = 32
"""Letters of a conversation's title: it stands in lines that hold more than that."""

FITTING: Mapping[Status, tuple[str, ...]] = MappingProxyType(
    {
        "suggested": ("activate", "remove", "swap"),
        "active": ("pause", "remove"),
        "paused": ("resume", "remove", "swap"),
        "removed": ("restore", "purge"),
    }
)
"""What can be done with a lesson of each status; anything else is refused with a sentence."""


class LessonDesk:
    """`agent` may be changed; it begins as the one that answers."""

    def __init__(self, desk: Desk, agent: str = "") -> None:
        self.desk = desk
        self.agent = agent or desk.agent

    @property
    def agents(self) -> tuple[str, ...]:
        """The agent that answers, those that have lessons, then all others."""
        lab = self.desk.lab
        return tuple(dict.fromkeys([self.desk.agent, *lab.lessons.agents(self.desk.user.id), *lab.shelf.ids()]))

    def board(self, agent: str = "") -> Board:
        """The agent's board."""
        return self.desk.lab.lessons.board(self.desk.user.id, agent or self.agent)

    def show(self, lesson: str) -> LessonView:
        """A lesson in full; raises LabError when it is gone."""
        return self.desk.lab.lessons.show(self.desk.user.id, self.agent, lesson)

    def card(self, lesson: str) -> Card | None:
        """A lesson's card, None when it is gone."""
        return next((card for column in self.board().columns for card in column.cards if card.id == lesson), None)

    def title(self, conversation: str) -> str:
        """What a conversation is called, in a few words; its id when it is deleted."""
        try:
            return f"“{shorten(self.desk.lab.journal.get(conversation).title, LONGEST_TITLE)}”"
        except LabError:
            return f"deleted conversation {conversation}"

    def no_lessons(self) -> tuple[NoLesson, ...]:
        """What reflections set aside, newest first; reads every reflection of the agent."""
        found = no_lessons(self.desk.lab.reflector.runs, self.desk.user.id, self.agent)
        return tuple(reversed(found))

    def by_production(self) -> ProductionView:
        """What production would hold; reads every reflection of the agent."""
        return by_production(self.desk.lab.reflector.runs, self.desk.user.id, self.agent)

    def runs(self) -> tuple[Run, ...]:
        """The agent's reflections, newest first."""
        return tuple(reversed(self.desk.lab.reflector.runs.all(self.desk.user.id, self.agent)))

    def act(self, action: str, lesson: str) -> None:
        """Do with a lesson what `action` says; raises LabError where that cannot be."""
        lessons = self.desk.lab.lessons
        actions = {
            "activate": lessons.activate,
            "pause": lessons.pause,
            "resume": lessons.resume,
            "remove": lessons.remove,
            "restore": lessons.restore,
            "purge": lessons.purge,
        }
        self._record(actions[action](self.desk.user.id, self.agent, lesson))

    def check_swap(self, lesson: str) -> None:
        """Raise LabError where a lesson cannot take another one's place."""
        found = self.desk.lab.lessons.get(self.desk.user.id, self.agent, lesson)
        if "swap" not in FITTING[found.status]:
            raise LabError(
                f"{found.id} cannot take another lesson's place: it is {found.status}.",
                hint="Choose a suggestion or a paused lesson.",
            )
        if not self.board().column("active").cards:
            raise LabError("No lesson is active whose place it could take.", hint="Activate it instead.")

    def swap(self, out: str, into: str) -> None:
        """Pause one lesson and activate the other; raises LabError where that cannot be."""
        self._record(self.desk.lab.lessons.swap(self.desk.user.id, self.agent, out, into))

    def _record(self, changes: Iterable[LessonChange]) -> None:
        self.desk.record(*(change.event() for change in changes))
