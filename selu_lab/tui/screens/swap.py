"""Whose place a lesson takes: the active ones to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets.option_list import Option

from selu_lab.tui.lesson_desk import LessonDesk
from selu_lab.tui.screens.listing import ListScreen


class SwapScreen(ListScreen):
    """Gives the active lesson that is to be paused."""

    keys = "Enter pause this one instead · / find · Esc leave all as it is"

    def __init__(self, lessons: LessonDesk, lesson: str) -> None:
        super().__init__()
        self.lessons = lessons
        self.heading = f"Which one is paused, so that {lesson} can be active?"

    def options(self, wanted: str) -> Sequence[Option]:
        """The active lessons that hold the text."""
        cards = self.lessons.board().column("active").cards
        return [
            Option(
                Content.assemble((f"{card.id:<4}", "$accent"), card.text, (f"\n    {card.ladder}", "$muted")),
                id=card.id,
            )
            for card in cards
            if wanted in f"{card.id} {card.text}".casefold()
        ]
