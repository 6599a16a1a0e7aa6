"""One sentence on why a lesson is not active, with what would make it so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from selu_lab.lessons.curate import active_count, contested
from selu_lab.lessons.records import CAP, Evidence, Lesson
from selu_lab.lessons.score import DEMOTE_BELOW, ENOUGH_CONFIDENCE, ENOUGH_SUPPORTS, Score, number, score

_CLEAR = Evidence("", 1, 0, "supports", "explicit_correction", "clear")
_COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def ladder(scored: Score) -> str:
    """The two rungs a lesson climbs: "1/2 observations · 0.70 ▸ 0.85"."""
    return f"{scored.supports}/{ENOUGH_SUPPORTS} observations · {number(scored.confidence)} ▸ {ENOUGH_CONFIDENCE:.2f}"


def why(lesson: Lesson, lessons: Mapping[str, Lesson]) -> str:
    """Say why it is not active, or how it became so; `lessons` are all of its agent and user, by id."""
    scored = score(lesson.counted)
    if lesson.status == "removed":
        return f"Removed by you{f', suppressed {lesson.suppressed}×' if lesson.suppressed else ''}."
    if lesson.status == "paused":
        return f"Paused by you at {number(scored.confidence)}; only you resume it."
    if lesson.status == "active":
        return _active(lesson, scored)
    return _suggested(lesson, scored, lessons)


def _active(lesson: Lesson, scored: Score) -> str:
    by_user = lesson.activation == "user"
    if contested(lesson, scored):
        because = "because you activated it" if by_user else f"as long as it keeps {number(DEMOTE_BELOW)}"
        return f"Contested: {number(scored.confidence)} after a contradiction; it stays active {because}."
    if by_user:
        return "Activated by you."
    return f"Active by itself: {scored.supports} observations, confidence {number(scored.confidence)}."


def _suggested(lesson: Lesson, scored: Score, lessons: Mapping[str, Lesson]) -> str:
    if "policy_sensitive" in lesson.holds:
        return "Held: it would let the agent act more freely than its policies say; only you can activate it."
    if "near_removed" in lesson.holds:
        return f"Held: it resembles {lesson.near}, which you removed; only you can activate it."
    if not scored.enough or "restored" in lesson.holds:
        return _missing(lesson, scored)
    if rival := next(
        (other for other in lesson.conflicts if other in lessons and lessons[other].status == "active"), ""
    ):
        return f"Contradicts {rival}, which is active."
    if active_count(lessons.values()) >= CAP:
        return f"{CAP} of {CAP} active; it moves up when a place is free."
    return "It becomes active with the next reflection."


def _missing(lesson: Lesson, scored: Score) -> str:
    needed, after = _counterfactual(lesson)
    if scored.supports < ENOUGH_SUPPORTS and needed == ENOUGH_SUPPORTS - scored.supports:
        start = f"{_COUNTED[needed].capitalize()} more observation{'s' * (needed > 1)} needed"
    elif scored.enough:
        start = "Restored by you, it waits for a new observation"
    else:
        start = f"{number(scored.confidence)} < {ENOUGH_CONFIDENCE:.2f}"
    plural = "corrections in new conversations give" if needed > 1 else "correction in a new conversation gives"
    return f"{start}: {_COUNTED[needed]} clear {plural} {number(after)}."


def _counterfactual(lesson: Lesson) -> tuple[int, float]:
    """How many clear corrections in new conversations would do, and the confidence they would give."""
    rows = list(lesson.counted)
    newest = max((row.seq for row in rows), default=0)
    for count in range(1, len(_COUNTED)):
        rows.append(replace(_CLEAR, conversation=f"\0{count}", seq=newest + count))
        after = score(rows)
        if after.enough:
            break
    return count, after.confidence
