"""What was put before the model: a turn's sections with tokens and origin, and what the turn before had otherwise."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from selu_lab.conversation.transcript import Transcript
from selu_lab.events import ContextBuilt, SectionRef
from selu_lab.tui.desk import Desk
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.tell import count
from selu_lab.tui.widgets.list_tab import ListTab


class ContextTab(ListTab):
    """The latest turn, or with Left and Right another one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Earlier turn", show=False),
        Binding("right", "turn(1)", "Later turn", show=False),
    ]
    keys = "←/→ turn · Enter exact text"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._fold = Transcript()
        self._turn: int | None = None

    def follow(self, fold: Transcript) -> None:
        """Take the transcript whose contexts are shown."""
        self._fold, self._turn = fold, None
        self.look()

    def action_turn(self, step: int) -> None:
        """Show the turn before or after."""
        turns = list(self._fold.contexts)
        if turns:
            place = turns.index(self._turn if self._turn in turns else turns[-1]) + step
            self._turn = None if place >= len(turns) - 1 else turns[max(place, 0)]
            self.look()

    @property
    def shown_turn(self) -> int | None:
        """The turn that is shown; None while there is none."""
        turns = list(self._fold.contexts)
        return self._turn if self._turn in turns else turns[-1] if turns else None

    def look(self) -> None:
        """Show the turn's sections."""
        turn = self.shown_turn
        if turn is None:
            self.fill("Nothing yet: the context is built with the first turn.", ())
            return
        built = self._fold.contexts[turn]
        before = {ref.name: ref.digest for ref in self._before(turn)}
        self.fill(_head(turn, built), [_option(ref, before) for ref in built.sections])

    def _before(self, turn: int) -> tuple[SectionRef, ...]:
        turns = list(self._fold.contexts)
        place = turns.index(turn)
        return self._fold.contexts[turns[place - 1]].sections if place else ()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the exact text of the chosen section."""
        event.stop()
        turn = self.shown_turn
        if turn is not None:
            ref = self._fold.contexts[turn].sections[event.option_index]
            below = f"{ref.origin} · {count(ref.tokens, 'token')}"
            text = self.desk.lab.journal.text(ref.digest)
            self.app.push_screen(ReadingScreen(f"{ref.title}, turn {turn}", text, below))


def _head(turn: int, built: ContextBuilt) -> Content:
    total = sum(ref.tokens for ref in built.sections)
    dropped = f" · {built.dropped_entries} older entries left out" if built.dropped_entries else ""
    return Content.assemble(
        (f"Turn {turn}", "bold"),
        (f" · {count(total, 'token')} in {count(len(built.sections), 'section')}{dropped}\n", ""),
        (f"{count(len(built.tools), 'tool')} offered", "$muted"),
    )


def _option(ref: SectionRef, before: dict[str, str]) -> Option:
    change = (
        "" if not before else " new" if ref.name not in before else " changed" if before[ref.name] != ref.digest else ""
    )
    return Option(
        Content.assemble(
            (f"{ref.tokens:>5,}  ", "$accent"),
            (ref.title, "bold"),
            (change, "italic $success"),
            (f"\n       {_near(ref.origin)}", "$muted"),
        )
    )


def _near(origin: str) -> str:
    """A place in a file without the folders far above it, so that file and lines stay in sight."""
    parts = origin.split("/")
    return "…/" + "/".join(parts[-3:]) if origin.startswith("/") and len(parts) > 4 else origin
