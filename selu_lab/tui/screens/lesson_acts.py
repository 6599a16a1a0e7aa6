"""The keys that change a lesson, for every screen that has one under the cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from selu_lab.errors import LabError
from selu_lab.lessons.records import Status
from selu_lab.tui.lesson_desk import FITTING
from selu_lab.tui.messages import Changed, Refused
from selu_lab.tui.screens.following import FollowingScreen
from selu_lab.tui.screens.form import FormScreen
from selu_lab.tui.screens.swap import SwapScreen

_KEYS = {
    "activate": "a activate",
    "pause": "p pause",
    "resume": "r resume",
    "remove": "d remove",
    "restore": "u restore",
    "purge": "x purge",
    "swap": "s swap",
}


def keys_for(status: Status) -> str:
    """The keys that do something with a lesson of this status."""
    return " · ".join(_KEYS[action] for action in FITTING[status])


class LessonActs(FollowingScreen):
    """Every key always answers: with what changed, or with the sentence why it cannot be."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "act('activate')", "Activate", show=False),
        Binding("p", "act('pause')", "Pause", show=False),
        Binding("r", "act('resume')", "Resume", show=False),
        Binding("d,delete", "act('remove')", "Remove", show=False),
        Binding("u", "act('restore')", "Restore", show=False),
        Binding("x", "purge", "Purge", show=False),
        Binding("s", "swap", "Swap", show=False),
    ]

    @property
    def chosen(self) -> str:
        """The id of the lesson the keys are about; empty when there is none."""
        raise NotImplementedError

    def look(self, lesson: str) -> None:
        """Show things as they are now, with the cursor on this lesson."""
        raise NotImplementedError

    def action_act(self, action: str) -> None:
        """Do with the lesson what the key says."""
        if lesson := self.chosen:
            self._try(lambda: self.lessons.act(action, lesson), lesson)

    def action_purge(self) -> None:
        """Delete a removed lesson with its evidence, once the user has said yes."""
        if not (lesson := self.chosen):
            return
        card = self.lessons.card(lesson)
        if card and card.status != "removed":
            self._try(lambda: self.lessons.act("purge", lesson), lesson)
            return

        title = f"Delete {lesson} for good, with all its evidence? It may then be learned anew."
        form = FormScreen(title, [], lambda _: self.lessons.act("purge", lesson), "purge")
        self.app.push_screen(form, lambda _: self._changed(lesson))

    def action_swap(self) -> None:
        """Let the lesson take the place of an active one, which the user chooses."""
        if not (lesson := self.chosen):
            return

        def swap(out: str | None) -> None:
            if out:
                self._try(lambda: self.lessons.swap(out, lesson), lesson)

        try:
            self.lessons.check_swap(lesson)
        except LabError as error:
            self.post_message(Refused(str(error)))
        else:
            self.app.push_screen(SwapScreen(self.lessons, lesson), swap)

    def _try(self, change: Callable[[], object], lesson: str) -> None:
        try:
            change()
        except LabError as error:
            self.post_message(Refused(str(error)))
        else:
            self._changed(lesson)

    def _changed(self, lesson: str) -> None:
        self.look(lesson)
        self.post_message(Changed())
