"""The demo model's answer to the reflection's second call: equal topics or meanings, and which way they go."""

from __future__ import annotations

import json
import re

from pydantic import BaseModel, JsonValue

from selu_lab.models.base import Request
from selu_lab.models.demo.ear import SAME, alike, in_common
from selu_lab.models.demo.heard import NO_LONGER
from selu_lab.models.demo.reflection_cues import Topic, hears, plain, topic_of

_ALIKE = 0.42
_ALIKE_TAKEN_BACK = 0.3  # who takes something back means something that there is
_ALIKE_SAID_BEFORE = 0.4  # who says it again, too
_ALIKE_AGAIN = 0.3  # when the user says that it was said before
_FORBIDS = re.compile(r"[^,;]{0,30}?\b(?:kein\w*|nicht|nie|niemals|ohne|no|not|dont|never|without|stop|leave out)\b")


class _Observation(BaseModel):
    id: str
    text: str
    quotes: list[str] = []


class _Lesson(BaseModel):
    id: str
    text: str


class _Material(BaseModel):
    observations: list[_Observation]
    lessons: list[_Lesson]


def answer_match(request: Request) -> str:
    """JSON in the form the request asks for; equal requests get equal answers."""
    material = _Material.model_validate_json(request.history[0].text)
    verdicts = [_verdict(one, material.lessons) for one in material.observations]
    return json.dumps({"verdicts": verdicts}, ensure_ascii=False)


def _verdict(one: _Observation, lessons: list[_Lesson]) -> dict[str, JsonValue]:
    text, taken_back = _without_prefix(one.text)
    ranked = sorted(
        ((_likeness(text, one, lesson.text, taken_back=taken_back), lesson) for lesson in lessons),
        key=lambda pair: -pair[0],
    )
    likeness, lesson = ranked[0] if ranked else (0.0, None)
    if lesson is None or likeness < (_ALIKE_AGAIN if _said_before(one) else _ALIKE):
        return _against_opposites(one, text, lessons, taken_back)
    other, other_back = _without_prefix(lesson.text)
    against = not taken_back and _negative(text) != _negative(other) and not _said_before(one)
    contradicts = (taken_back != other_back) != against
    return _given(one, "contradicts" if contradicts else "supports", lesson.id)


def _against_opposites(one: _Observation, text: str, lessons: list[_Lesson], taken_back: bool) -> dict[str, JsonValue]:
    """New, unless it is the opposite of a lesson: then a contradiction, and only a lasting wish is also new."""
    topic = topic_of(text)
    opposites = [lesson.id for lesson in lessons if topic and _opposed(topic, topic_of(lesson.text))]
    if opposites and not taken_back and any(hears("lasting", plain(quote)) for quote in one.quotes):
        return _given(one, "new", "", opposites)
    if opposites:
        return _given(one, "contradicts", opposites[0])
    return _given(one, "not_a_lesson" if taken_back else "new", "")


def _opposed(one: Topic, other: Topic | None) -> bool:
    return other is not None and (one.opposite == other.key or other.opposite == one.key)


def _likeness(text: str, one: _Observation, lesson: str, *, taken_back: bool) -> float:
    """1 for the same topic, 0 for two different ones, else the shared meanings (Dice) of text and lesson."""
    other, _ = _without_prefix(lesson)
    if fields := _fields(text) | _fields(other):
        return 1.0 if _fields(text) == _fields(other) and len(fields) > 1 else 0.0
    first, second = topic_of(text), topic_of(other)
    if first and second and (first.key == second.key or (_written(first, text) and _written(second, other))):
        return float(first.key == second.key)
    if taken_back and max(alike(clause, other) for clause in text.split(", ")) >= _ALIKE_TAKEN_BACK:
        return 1.0
    if alike(text, other) >= (_ALIKE_SAID_BEFORE if _said_before(one) else SAME):
        return 1.0
    return max(in_common(said, other, again=_said_before(one)) for said in (text, *one.quotes))


def _written(topic: Topic, text: str) -> bool:
    """Whether the text is the table's own rule."""
    return bool(topic.written.fullmatch(plain(text)))


def _fields(text: str) -> frozenset[str]:
    """Tool and argument names that a rule about a repaired call holds."""
    return frozenset(re.findall(r"`([^`]+)`", text))


def _negative(text: str) -> bool:
    """Whether a rule forbids; a rule of the table is what it is, and "not … before" asks for care."""
    topic = topic_of(text)
    if topic and (_written(topic, text) or topic.key.startswith("no_") or topic.act):
        return False
    return bool(_FORBIDS.match(plain(text)))


def _without_prefix(text: str) -> tuple[str, bool]:
    prefix = next((prefix for prefix in NO_LONGER.values() if text.startswith(prefix)), "")
    return text.removeprefix(prefix), bool(prefix)


def _said_before(one: _Observation) -> bool:
    return any(hears("again", plain(quote)) for quote in one.quotes)


def _given(one: _Observation, verdict: str, lesson: str, conflicts: list[str] | None = None) -> dict[str, JsonValue]:
    return {"observation": one.id, "verdict": verdict, "lesson": lesson, "conflicts": [*(conflicts or [])]}
