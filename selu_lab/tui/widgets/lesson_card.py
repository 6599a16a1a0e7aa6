"""A lesson as a card: how sure it is, what it says, how far up its ladder it stands, and why it is not active."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from selu_lab.lessons.board import Card
from selu_lab.lessons.score import ENOUGH_CONFIDENCE

CELLS = 16
_HOLDS = {
    "cap_full": "waits for a place",
    "policy_sensitive": "held: acts more freely",
    "near_removed": "held: like a removed one",
    "restored": "restored by you",
}


def told(card: Card) -> Content:
    """The whole card; a removed lesson is told quietly."""
    flags = " · ".join(flags_of(card))
    return Content.assemble(
        (f"{card.id:<4}", "$accent"),
        meter(card),
        ("\n", ""),
        (card.text, "$muted" if card.status == "removed" else ""),
        (f"\n{card.ladder}", "$muted"),
        (f"\n{flags}" if flags else "", "$warning"),
        (f"\n{card.why}\n", "italic $muted"),
    )


def meter(card: Card) -> Content:
    """The confidence as a bar, with a notch where it would be enough."""
    notch, enough = int(ENOUGH_CONFIDENCE * CELLS), card.confidence >= ENOUGH_CONFIDENCE
    filled = min(int(card.confidence * CELLS) + enough, CELLS)
    if enough:
        bar = "━" * notch + "┿" + "━" * (filled - notch - 1)
        return Content.assemble((bar, tone(card)), ("─" * (CELLS - filled), "$border"))
    left = ("─" * (notch - filled), "$border"), ("┼", "$muted"), ("─" * (CELLS - notch - 1), "$border")
    return Content.assemble(("━" * filled, tone(card)), *left)


def tone(card: Card) -> str:
    """The colour of its confidence."""
    if card.status in ("removed", "paused"):
        return "$muted"
    if card.contested:
        return "$warning"
    return "$success" if card.confidence >= ENOUGH_CONFIDENCE else "$primary"


def flags_of(card: Card) -> Iterator[str]:
    """What is to be known besides, in a few words each."""
    yield from (_HOLDS[hold] for hold in card.holds if not card.why.lower().startswith(_HOLDS[hold]))
    if card.contested:
        yield "contested"
    if card.not_followed:
        yield "not followed"
    if card.conflicts:
        yield f"conflicts with {', '.join(card.conflicts)}"
    if card.suppressed:
        yield f"suppressed {card.suppressed}×"
