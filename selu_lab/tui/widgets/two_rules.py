"""Production's view beside ours: what each rule makes of the same evidence."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from selu_lab.lessons.board import Board
from selu_lab.lessons.production import WINDOW, ProductionView
from selu_lab.lessons.score import NAME
from selu_lab.tui.tell import count

_OURS = f"Rule {NAME}: from every conversation at most one observation, the confidence computed from the evidence."
_THEIRS = f"Every {WINDOW} turns; the same words are the same lesson; the model's own numbers are believed."


class TwoRules(VerticalScroll):
    """Ours on the left, production's on the right."""

    def compose(self) -> ComposeResult:
        """The two sides."""
        with Horizontal():
            yield Static(id="ours")
            yield Static(id="theirs")

    def tell(self, board: Board, production: ProductionView) -> None:
        """Show what both hold."""
        self.query_one("#ours", Static).update(_side("Selu Lab", _OURS, _ours(board), ""))
        seen = f"It would have reflected {count(production.reflections, 'time')}"
        left = (
            f"; {count(production.turns_left, 'turn')} at the end would not be seen yet."
            if production.turns_left
            else "."
        )
        self.query_one("#theirs", Static).update(_side("Production", _THEIRS, _theirs(production), seen + left))


def _side(title: str, rule: str, lessons: Iterator[Content], below: str) -> Content:
    lines = [*lessons] or [Content.styled("No lesson.\n", "$muted")]
    head = Content.assemble((title, "bold $primary"), (f"\n{rule}\n", "$muted"))
    return Content("\n").join([head, *lines, Content.styled(below, "$muted")])


def _ours(board: Board) -> Iterator[Content]:
    for status in ("active", "suggested", "paused", "removed"):
        for card in board.column(status).cards:
            yield _lesson(status, f"{card.id} · {card.ladder}", card.text)


def _theirs(production: ProductionView) -> Iterator[Content]:
    for one in sorted(production.lessons, key=lambda lesson: (lesson.status, -lesson.confidence)):
        yield _lesson(one.status, f"{count(one.signals, 'signal')} · {one.confidence:.2f}", one.text)


def _lesson(status: str, numbers: str, text: str) -> Content:
    return Content.assemble(
        (status, "bold $success" if status == "active" else "bold $muted"), (f" · {numbers}\n", "$muted"), f"{text}\n"
    )
