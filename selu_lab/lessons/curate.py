"""Stage 5: evidence, lessons and timeline change together, and whoever deserves a free slot gets it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from selu_lab.lessons.caution import loosens
from selu_lab.lessons.changes import MOVES, Action, Change, LessonChange, moved
from selu_lab.lessons.ledger import Ledger
from selu_lab.lessons.records import CAP, EXPLICIT, Category, Evidence, Hold, Lesson
from selu_lab.lessons.score import DEMOTE_BELOW, ENOUGH_CONFIDENCE, Score, number, score


@dataclass(frozen=True)
class NewLesson:
    """A lesson that does not exist yet; `key` names it within its batch.

    `near` is the removed lesson it resembles ("" for none), `conflicts` are lessons that say the opposite.
    """

    key: str
    category: Category
    text: str
    near: str = ""
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Batch:
    """All that one reflection has to say. `evidence` pairs a lesson's id or a new one's key with a row."""

    user: str
    agent: str
    conversation: str
    run: str
    new: tuple[NewLesson, ...] = ()
    evidence: tuple[tuple[str, Evidence], ...] = ()

    def rows(self) -> dict[str, list[Evidence]]:
        """The evidence by lesson id or key."""
        found: dict[str, list[Evidence]] = defaultdict(list)
        for key, row in self.evidence:
            found[key].append(row)
        return found


@dataclass(frozen=True)
class Preview:
    """Stage 4's result for one lesson: its score before and after the batch. A removed one is not scored."""

    key: str
    text: str
    before: Score
    after: Score
    suppressed: bool = False


def preview(lessons: Iterable[Lesson], batch: Batch) -> tuple[Preview, ...]:
    """Score what the batch touches, without writing anything."""
    known = {lesson.id: lesson for lesson in lessons}
    texts = {new.key: new.text for new in batch.new}
    found = []
    for key, rows in batch.rows().items():
        lesson = known.get(key)
        old = lesson.counted if lesson else ()
        kept = tuple(row for row in old if row.conversation != batch.conversation)
        removed = lesson is not None and lesson.status == "removed"
        after = score(kept if removed else (*kept, *rows))
        found.append(Preview(key, lesson.text if lesson else texts[key], score(old), after, removed))
    return tuple(found)


def curate(ledger: Ledger, batch: Batch, at: datetime) -> tuple[LessonChange, ...]:
    """Write a batch in one transaction, replacing what an older run of its conversation wrote; gives all changes."""
    with ledger.database.transaction():
        before = {lesson.id: lesson for lesson in ledger.lessons(batch.user, batch.agent)}
        ledger.forget_conversation(batch.user, batch.agent, batch.conversation)
        ids = {new.key: _add(ledger, batch, new, at) for new in batch.new}
        for key, rows in batch.rows().items():
            _add_evidence(ledger, before.get(key), ids.get(key, key), rows, batch.run)
        _drop_orphans(ledger, batch, ids.values())
        changes = [
            change
            for lesson in ledger.lessons(batch.user, batch.agent)
            if (change := _touched(before.get(lesson.id), lesson, batch, at))
        ]
        for change in changes:
            ledger.note(change)
        return (*changes, *settle(ledger, batch.user, batch.agent, at, batch.conversation, batch.run))


def _add(ledger: Ledger, batch: Batch, new: NewLesson, at: datetime) -> str:
    lesson = ledger.add(batch.user, batch.agent, new.category, new.text, at)
    for other in new.conflicts:
        ledger.link(lesson, other)
    reasons: tuple[tuple[Hold, bool], ...] = (("policy_sensitive", loosens(new.text)), ("near_removed", bool(new.near)))
    holds = frozenset(hold for hold, applies in reasons if applies)
    if holds:
        stored = next(found for found in ledger.lessons(batch.user, batch.agent) if found.id == lesson)
        ledger.save(replace(stored, holds=holds, near=new.near))
    return lesson


def _add_evidence(ledger: Ledger, lesson: Lesson | None, key: str, rows: list[Evidence], run: str) -> None:
    suppressed = lesson is not None and lesson.status == "removed"
    ledger.add_evidence(key, (replace(row, suppressed=suppressed, run=run) for row in rows))
    if lesson and "restored" in lesson.holds and any(row.polarity == "supports" for row in rows):
        ledger.save(replace(lesson, holds=lesson.holds - {"restored"}))


def _drop_orphans(ledger: Ledger, batch: Batch, new: Iterable[str]) -> None:
    """A suggestion whose only evidence came from the replaced run has nothing left to stand on."""
    fresh = set(new)
    for lesson in ledger.lessons(batch.user, batch.agent):
        if lesson.status == "suggested" and not lesson.evidence and lesson.id not in fresh:
            ledger.delete(lesson.id)


def _touched(before: Lesson | None, after: Lesson, batch: Batch, at: datetime) -> LessonChange | None:
    """What the batch did to a lesson's evidence, or None when it left it as it was."""
    old = _of_conversation(before, batch.conversation) if before else []
    new = _of_conversation(after, batch.conversation)
    if before and [replace(row, run="") for row in old] == [replace(row, run="") for row in new]:
        return None
    change: Change = "created" if before is None else _kind(new)
    missed = any(row.in_context and row.polarity == "supports" for row in new)
    reason = "not followed: it was in the context when the user said it again" if missed else ""
    return LessonChange(after, at, change, reason, batch.conversation, batch.run)


def _of_conversation(lesson: Lesson, conversation: str) -> list[Evidence]:
    return [row for row in lesson.evidence if row.conversation == conversation]


def _kind(rows: list[Evidence]) -> Literal["withdrawn", "suppressed", "contested", "reinforced"]:
    if not rows:
        return "withdrawn"
    if any(row.suppressed for row in rows):
        return "suppressed"
    return "contested" if rows[-1].polarity == "contradicts" else "reinforced"


def settle(
    ledger: Ledger, user: str, agent: str, at: datetime, conversation: str = "", run: str = ""
) -> tuple[LessonChange, ...]:
    """Demote what lost its ground, then fill free slots with the best waiting lessons; belongs into a transaction."""
    lessons = {lesson.id: lesson for lesson in ledger.lessons(user, agent)}
    changes = []
    for lesson_id, action, reason in _decisions(lessons):
        lessons[lesson_id] = moved(lessons[lesson_id], action, at)
        ledger.save(lessons[lesson_id])
        change = LessonChange(lessons[lesson_id], at, MOVES[action].change, reason, conversation, run)
        changes.append(change)
        ledger.note(change)
    return tuple(changes)


def _decisions(lessons: Mapping[str, Lesson]) -> Iterator[tuple[str, Action, str]]:
    """The moves the rules ask for, one after another; `lessons` must be updated with each before the next is taken."""
    for lesson in [*lessons.values()]:
        scored = score(lesson.counted)
        if lesson.status == "active" and lesson.activation == "auto" and scored.confidence < DEMOTE_BELOW:
            yield lesson.id, "demote", f"{number(scored.confidence)} is below {DEMOTE_BELOW:.2f}"
    for lesson in waiting(lessons.values()):
        rivals = [lessons[other] for other in lesson.conflicts if other in lessons]
        rivals = [rival for rival in rivals if rival.status == "active"]
        if any(rival.activation == "user" or not newer(lesson, rival) for rival in rivals):
            continue
        if not rivals and active_count(lessons.values()) >= CAP:
            continue
        for rival in rivals:
            yield rival.id, "demote", f"contradicts {lesson.id}, which the user said later"
        scored = score(lesson.counted)
        yield lesson.id, "promote", f"{scored.supports} observations, confidence {number(scored.confidence)}"


def waiting(lessons: Iterable[Lesson]) -> list[Lesson]:
    """Suggestions that have earned a slot and are not held, best first: confidence, supports, recency, id."""
    found = [(score(lesson.counted), lesson) for lesson in lessons if lesson.status == "suggested" and not lesson.holds]
    earned = [(scored, lesson) for scored, lesson in found if scored.enough]
    earned.sort(key=lambda pair: (-pair[0].confidence, -pair[0].supports, -_latest(pair[1]), int(pair[1].id[1:])))
    return [lesson for _, lesson in earned]


def active_count(lessons: Iterable[Lesson]) -> int:
    """How many of them are active."""
    return sum(lesson.status == "active" for lesson in lessons)


def newer(lesson: Lesson, rival: Lesson) -> bool:
    """Whether the user's own words for `lesson` are newer than those for its rival."""
    return _last_said(lesson) > _last_said(rival)


def contested(lesson: Lesson, scored: Score) -> bool:
    """An active lesson that something speaks against and that evidence alone would no longer activate."""
    return lesson.status == "active" and scored.contradictions > 0 and scored.confidence < ENOUGH_CONFIDENCE


def _last_said(lesson: Lesson) -> int:
    own = [row.seq for row in lesson.counted if row.signal in EXPLICIT and row.polarity == "supports"]
    return max(own, default=0)


def _latest(lesson: Lesson) -> int:
    return max((row.seq for row in lesson.counted), default=0)
