"""A lesson in words: how its doubt fell, what speaks for and against it, what became of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from textual.content import Content

from selu_lab.lessons.board import LessonView, Moment
from selu_lab.lessons.records import Evidence
from selu_lab.lessons.score import Score, Step, number, of_doubt
from selu_lab.tui.tell import day
from selu_lab.tui.widgets.lesson_card import flags_of

CELLS = 20
Title = Callable[[str], str]
"""Gives a conversation's title by its id."""

_CEILINGS = {
    "unanchored": "at most 0.80: nothing clear or moderate comes from the user or from what happened",
    "last word": "at most 0.55: the user's newest explicit word speaks against it",
}
_SIGNS = {"supports": ("×", "$success"), "contradicts": ("÷", "$error")}


def head(view: LessonView, status: str) -> Content:
    """What it says, where it stands (its status in the user's language) and why."""
    card = view.card
    flags = " · ".join(flags_of(card))
    return Content.assemble(
        (card.text, "bold"),
        (f"\n{status}", "$accent"),
        (f" · {card.category.replace('_', ' ')} · {card.ladder}", "$muted"),
        (f"\n{flags}" if flags else "", "$warning"),
        f"\n{card.why}",
    )


def doubt(score: Score, title: Title) -> Content:
    """The waterfall: every conversation with evidence makes the doubt smaller, or larger again."""
    lines = [Content.assemble(("1.00    ", ""), (_bar(1.0), "$border"), ("  before anything was seen", "$muted"))]
    lines += [_step(step, title) for step in score.steps]
    left = min(1.0, score.steps[-1].doubt) if score.steps else 1.0
    lines.append(
        Content.assemble((f"→ {of_doubt(left)}", "bold"), f"  of doubt left: confidence {number(score.confidence)}")
    )
    if score.ceiling:
        lines.append(Content.styled(f"        {_CEILINGS[score.ceiling]}", "$warning"))
    return Content("\n").join(lines)


def _step(step: Step, title: Title) -> Content:
    sign, style = _SIGNS[step.polarity]
    return Content.assemble(
        (f"{sign} {of_doubt(step.factor):<6}", style),
        (_bar(step.doubt), style),
        f"  {step.signal.replace('_', ' ')}, {step.rating}",
        (f" · {title(step.conversation)}", "$muted"),
    )


def _bar(part: float) -> str:
    """At least a sliver, as nothing is ever beyond doubt."""
    eighths = max(1, round(min(part, 1.0) * CELLS * 8))
    return ("█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()).ljust(CELLS)


def told(row: Evidence, title: Title) -> Content:
    """A piece of evidence with its quote."""
    sign, style = ("+", "$success") if row.polarity == "supports" else ("–", "$error")
    heard = "not followed" if row.polarity == "supports" else "it was in the context"
    known = [*([heard] if row.in_context else []), *(["suppressed"] if row.suppressed else [])]
    return Content.assemble(
        (f"{sign} ", f"bold {style}"),
        f"{row.signal.replace('_', ' ')}, {row.rating}",
        (f" · {title(row.conversation)}, turn {row.turn}", "$muted"),
        (f" · {', '.join(known)}" if known else "", "$warning"),
        (f"\n  “{row.quote}”" if row.quote else "", "italic"),
    )


def timeline(view: LessonView, zone: str, title: Title) -> Content:
    """What became of it, oldest first; the turns of a conversation it was injected in are told together."""
    lines = [_moments(group, zone, title) for group in _grouped(view.timeline)]
    return Content("\n").join(lines or [Content.styled("Nothing yet.", "$muted")])


def _grouped(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    group: list[Moment] = []
    for moment in moments:
        same = group and moment.change == "injected" == group[0].change and moment.conversation == group[0].conversation
        if group and not same:
            yield group
            group = []
        group.append(moment)
    if group:
        yield group


def _moments(group: list[Moment], zone: str, title: Title) -> Content:
    first, last = group[0], group[-1]
    if first.change == "injected":
        turns = f"turn {first.turn}" if first is last else f"turns {first.turn} to {last.turn}"
        what, tone = f"injected in {turns}", "$muted"
    else:
        reason = f" ({first.reason})" if first.reason else ""
        what, tone = f"{first.change}{reason}", "bold"
    where = f"\n  {title(first.conversation)}" if first.conversation else ""
    told_already = first.change == "injected" or first.reason
    score = "" if told_already else f"  {first.supports} · {number(first.confidence)}"
    return Content.assemble(
        (f"{day(first.at, zone)}\n", "$muted"),
        ("  ", ""),
        (what, tone),
        (score, "$accent"),
        (where, "$muted"),
    )
