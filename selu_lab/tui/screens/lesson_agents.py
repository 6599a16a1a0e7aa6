"""Whose lessons the board shows: the agents, each with how many it has."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets.option_list import Option

from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.screens.listing import ListScreen


class LessonAgentsScreen(ListScreen):
    """Gives the agent whose lessons are to be shown."""

    heading = "Whose lessons?"
    only_choosing = True
    keys = "Enter choose · / find"

    def __init__(self, lessons: LessonDesk) -> None:
        super().__init__()
        self.lessons = lessons

    def options(self, wanted: str) -> Sequence[Option]:
        """The one that answers first, then those that have lessons."""
        return [Option(self._told(one), id=one) for one in self.lessons.agents if wanted in one.casefold()]

    def _told(self, agent: str) -> Content:
        full = [(column.title.lower(), len(column.cards)) for column in self.lessons.board(agent).columns]
        counts = [f"{number} {title.partition(' ')[0]}" for title, number in full if number]
        return Content.assemble(
            ("● " if agent == self.lessons.agent else "  ", "$primary"),
            (agent, "bold"),
            (f"\n  {' · '.join(counts) or 'no lessons yet'}", "$muted"),
        )
