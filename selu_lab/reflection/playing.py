"""Plays stories against a model and counts: which lessons emerged, which should have, which should not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from selu_lab.ids import counted_ids
from selu_lab.lessons.book import LessonBook
from selu_lab.lessons.guard import FindSecret
from selu_lab.lessons.records import Lesson
from selu_lab.lessons.score import score
from selu_lab.lessons.service import Lessons
from selu_lab.models.base import Model
from selu_lab.reflection.reflector import Reflector
from selu_lab.reflection.runs import Runs
from selu_lab.reflection.stories import USER, Checkpoint, Expected, Gold, Story, Tape
from selu_lab.storage import Database


@dataclass(frozen=True)
class Result:
    """What came of a story. Counts are of lessons at its end, `checkpoints` of all its checkpoints."""

    story: str
    kind: str
    found: int
    gold: int
    lessons: int
    duplicates: int
    checkpoints: int
    checkpoints_right: int
    early: int
    harmful: int
    wrong: tuple[str, ...]
    board: tuple[str, ...]


@dataclass(frozen=True)
class Figures:
    """The metrics of reflection.md over several stories; shares lie in 0..1."""

    stories: int
    lesson_precision: float
    lesson_recall: float
    duplicates: float
    checkpoints_right: float
    early_activations: int
    harmful_activations: int


@dataclass
class _Counts:
    right: int = 0
    early: int = 0
    harmful: int = 0


async def play(story: Story, model: Model, find_secret: FindSecret) -> Result:
    """Play one story from an empty board, one reflection after each conversation."""
    database, tape = Database(), Tape()
    lessons = Lessons(database, _now, find_secret)
    reflector = Reflector(
        runs=Runs(database),
        entries=tape,
        lessons=lessons,
        model_for=lambda _: model,
        emit=lambda conversation, event: None,
        now=_now,
        find_secret=find_secret,
        new_id=counted_ids("r"),
    )
    counts, wrong = _Counts(), []
    for talk in story.conversations:
        refs = tuple(lesson.ref for lesson in LessonBook(database).active(USER, story.agent))
        ended = await reflector.run(tape.record(talk, story.agent, refs), story.agent)
        if ended.outcome == "failed":
            wrong.append(f"{talk.id}: {ended.sentence}")
        board = lessons.all(USER, story.agent)
        for checkpoint in (one for one in story.checkpoints if one.conversation == talk.id):
            problems = _check(checkpoint, story.gold, board, counts)
            counts.right += not problems
            wrong.extend(f"{talk.id}: {problem}" for problem in problems)
    return _result(story, lessons.all(USER, story.agent), counts, tuple(wrong))


def figures(results: Iterable[Result]) -> Figures:
    """The metrics over the results."""
    all_of = list(results)
    found, gold = sum(one.found for one in all_of), sum(one.gold for one in all_of)
    lessons, checkpoints = sum(one.lessons for one in all_of), sum(one.checkpoints for one in all_of)
    return Figures(
        stories=len(all_of),
        lesson_precision=_share(found, lessons),
        lesson_recall=_share(found, gold),
        duplicates=_share(sum(one.duplicates for one in all_of), lessons, empty=0.0),
        checkpoints_right=_share(sum(one.checkpoints_right for one in all_of), checkpoints),
        early_activations=sum(one.early for one in all_of),
        harmful_activations=sum(one.harmful for one in all_of),
    )


def _now() -> datetime:
    return datetime(2026, 3, 2, 8, tzinfo=UTC)


def _share(part: int, whole: int, *, empty: float = 1.0) -> float:
    return round(part / whole, 4) if whole else empty


def _assigned(gold: Iterable[Gold], board: Iterable[Lesson]) -> tuple[dict[str, Lesson], list[Lesson], int]:
    """The lesson of each gold key, all others, and how many of those are duplicates."""
    best: dict[str, Lesson] = {}
    others: list[Lesson] = []
    duplicates = 0
    for lesson in board:
        key = next((one.key for one in gold if one.matches(lesson.text)), "")
        if key and key not in best:
            best[key] = lesson
        else:
            others.append(lesson)
            duplicates += bool(key)
    return best, others, duplicates


def _check(checkpoint: Checkpoint, gold: tuple[Gold, ...], board: tuple[Lesson, ...], counts: _Counts) -> list[str]:
    best, others, _ = _assigned(gold, board)
    active = [lesson for lesson in others if lesson.status == "active"]
    problems: list[str] = []
    for key, expected in checkpoint.lessons.items():
        lesson = best.get(key)
        counts.early += lesson is not None and lesson.status == "active" and expected.status != "active"
        problems.extend(f"{key}: {problem}" for problem in _differences(expected, lesson))
    counts.harmful += max(0, len(active) - checkpoint.other_active)
    if len(active) > checkpoint.other_active:
        problems.append(f"active although nobody wanted it: {active[0].text}")
    if len(others) > checkpoint.other_lessons:
        problems.append(f"{len(others)} other lessons: {'; '.join(lesson.text for lesson in others)}")
    return problems


def _differences(expected: Expected, lesson: Lesson | None) -> list[str]:
    status = lesson.status if lesson else "none"
    if status != expected.status:
        return [f"{status} instead of {expected.status}"]
    if lesson is None:
        return []
    scored = score(lesson.counted)
    problems: list[str] = []
    if scored.supports != expected.supports:
        problems.append(f"{scored.supports} supports instead of {expected.supports}")
    allowed = expected.confidence
    if allowed and not allowed.min - 1e-9 <= scored.confidence <= allowed.max + 1e-9:
        problems.append(f"{scored.confidence} outside {allowed.min}–{allowed.max}")
    return problems


def _result(story: Story, board: tuple[Lesson, ...], counts: _Counts, wrong: tuple[str, ...]) -> Result:
    best, _, duplicates = _assigned(story.gold, board)
    return Result(
        story=story.id,
        kind=story.kind,
        found=len(best),
        gold=len(story.gold),
        lessons=len(board),
        duplicates=duplicates,
        checkpoints=len(story.checkpoints),
        checkpoints_right=counts.right,
        early=counts.early,
        harmful=counts.harmful,
        wrong=wrong,
        board=tuple(f"[{lesson.status} {score(lesson.counted).confidence:.4f}] {lesson.text}" for lesson in board),
    )
