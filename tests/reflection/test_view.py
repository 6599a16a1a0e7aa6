"""What an author sees of reflections."""

from __future__ import annotations

import pytest

from selu_lab.errors import LabError
from selu_lab.memory.secrets import find_secret
from selu_lab.models.demo.model import DemoModel
from selu_lab.reflection.stories import USER
from selu_lab.reflection.view import by_production, no_lessons, run_view

from .kit import AGENT, Desk


async def test_what_was_no_lesson_is_told_with_where_it_belongs() -> None:
    desk = Desk(DemoModel())
    await desk.reflect("a", "hello", "please always use metric units", "just today please answer in one sentence")
    lane = [(one.item.belongs, one.item.reason) for one in no_lessons(desk.reflector.runs, USER, AGENT)]
    assert ("shared note", "every agent needs it") in lane
    assert ("nowhere", "it was meant for this time only") in lane


async def test_a_run_shows_its_stages_with_the_exact_prompts() -> None:
    desk = Desk(DemoModel())
    result = await desk.reflect("a", "hello", "always answer briefly")
    view = run_view(desk.reflector.runs, result.run)
    assert [stage.stage for stage in view.stages] == ["collect", "observe", "match", "score", "curate"]
    assert "always answer briefly" in str(view.stages[1].prompts)
    with pytest.raises(LabError):
        run_view(desk.reflector.runs, "none")


async def test_production_would_have_activated_after_five_turns() -> None:
    desk = Desk(DemoModel())
    await desk.reflect("a", "hello", "always answer briefly", "and the weather", "thanks")
    assert set(desk.status().values()) == {"suggested"}
    (lesson,) = by_production(desk.reflector.runs, USER, AGENT).lessons
    assert lesson.status == "active"


async def test_a_secret_shown_in_a_conversation_is_in_no_prompt_and_no_record() -> None:
    desk = Desk(DemoModel())
    result = await desk.reflect("a", "hello", "my password is Otter!Sommer77 and always answer briefly")
    stored = "".join(str(stage) for stage in desk.reflector.runs.stages(result.run))
    assert find_secret("my password is Otter!Sommer77")
    assert "Otter" not in stored
    assert "answer briefly" in stored
