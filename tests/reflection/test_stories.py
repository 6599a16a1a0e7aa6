"""Plays the labelled stories: the right lesson emerges, and only that one."""

from __future__ import annotations

from pathlib import Path

import pytest

from selu_lab.memory.secrets import find_secret
from selu_lab.models.demo.model import DemoModel
from selu_lab.reflection.playing import figures, play
from selu_lab.reflection.stories import read_stories, read_story

OWN = Path(__file__).parent / "stories"
SETS = Path(__file__).resolve().parents[2] / "benchmarks" / "data" / "stories"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "stories"


@pytest.mark.parametrize("file", sorted(OWN.glob("*.yaml")), ids=lambda file: file.stem)
async def test_every_checkpoint_of_a_story_is_right(file: Path) -> None:
    result = await play(read_story(file), DemoModel(), find_secret)
    assert result.wrong == ()
    assert (result.early, result.harmful) == (0, 0)


@pytest.mark.parametrize("name", [f"set-{number}" for number in range(1, 6)])
async def test_no_lesson_of_other_hands_stories_is_active_too_early_or_against_the_user(name: str) -> None:
    total = figures([await play(story, DemoModel(), find_secret) for story in read_stories(SETS / name)])
    assert (total.early_activations, total.harmful_activations) == (0, 0)
    assert total.lesson_recall >= 0.90


async def test_what_emerges_from_them_is_mostly_what_was_wanted() -> None:
    names = [f"set-{number}" for number in range(1, 5)]
    stories = [story for name in names for story in read_stories(SETS / name)]
    total = figures([await play(story, DemoModel(), find_secret) for story in stories])
    assert total.lesson_precision >= 0.95
    assert total.duplicates <= 0.05


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is absent")
async def test_the_shared_stories_meet_the_targets() -> None:
    total = figures([await play(story, DemoModel(), find_secret) for story in read_stories(SHARED)])
    assert (total.early_activations, total.harmful_activations) == (0, 0)
    assert total.lesson_precision >= 0.90
    assert total.lesson_recall >= 0.80
    assert total.duplicates <= 0.05
