"""A lesson in full: its text and score, the evidence with quotes, and what happened to it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from selu_lab.lessons.board import LessonView, Moment
from selu_lab.lessons.records import Evidence
from selu_lab.tui.tell import day


def story(view: LessonView, zone: str) -> Content:
    """Everything that is known of a lesson; times are told in this zone."""
    card = view.card
    head = [
        Content.styled(card.text, "bold"),
        Content.styled(f"{card.status} · {card.category.replace('_', ' ')} · {card.ladder}", "$accent"),
        Content(card.why),
        Content.styled(card.waterfall, "$muted"),
    ]
    evidence = [Content(""), Content.styled("Evidence", "bold $primary"), *map(_evidence, view.evidence)]
    timeline = [Content(""), Content.styled("Timeline", "bold $primary"), *_timeline(view.timeline, zone)]
    return Content("\n").join([*head, *evidence, *timeline])


def _evidence(row: Evidence) -> Content:
    sign, style = ("+", "$success") if row.polarity == "supports" else ("–", "$error")
    signal = row.signal.replace("_", " ")
    where = f"conversation {row.conversation}, turn {row.turn}"
    return Content.assemble(
        (f"{sign} ", style),
        f"{signal}, {row.rating}",
        (f" · {where}{' · lesson was in the context' if row.in_context else ''}", "$muted"),
        f"\n  “{row.quote}”" if row.quote else "",
    )


def _timeline(moments: tuple[Moment, ...], zone: str) -> Iterator[Content]:
    for moment in moments:
        reason = f" ({moment.reason})" if moment.reason else ""
        where = f" · conversation {moment.conversation}, turn {moment.turn}" if moment.turn else ""
        yield Content.assemble((f"{day(moment.at, zone)}  ", "$muted"), f"{moment.change}{reason}", (where, "$muted"))
