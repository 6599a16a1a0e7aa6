"""Probes tell whether a lesson helps, and say so only where the pairs allow it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from selu_lab.errors import LabError
from selu_lab.scenarios.loading import Scenario, load_scenario
from selu_lab.scenarios.probing import Subject, probe
from selu_lab.settings import Settings
from tests.conftest import AGENTS

HEAD = "name: Probes\nuser: {id: anna, language: de, timezone: Europe/Berlin}\nsteps:\n"
SHORT = Subject("default", "Antworte kurz, höchstens ein Satz.", "communication_style")
SETTINGS = Settings(agents=(AGENTS,))


def scenario(folder: Path, expect: str, probes: int = 3) -> Scenario:
    path = folder / "probes.yaml"
    step = f"  - user: Hallo!\n    expect: [{expect}]\n  - end: conversation\n"
    path.write_text(HEAD + step * probes, encoding="utf-8")
    return load_scenario(path)


def test_a_lesson_that_works_is_seen_against_none_and_against_a_neutral_one(tmp_path: Path) -> None:
    probes = scenario(tmp_path, r'reply: {regex: "\\A[^.!?]*[.!?]\\Z"}')
    done = asyncio.run(probe(probes, SHORT, SETTINGS, times=2))
    assert (done.probes, done.against_none.better, done.against_neutral.better) == (6, 6, 6)
    assert done.against_none.sentence.startswith("The lesson helps")


def test_too_few_changed_pairs_are_said_to_be_too_few(tmp_path: Path) -> None:
    probes = scenario(tmp_path, r'reply: {regex: "\\A[^.!?]*[.!?]\\Z"}')
    done = asyncio.run(probe(probes, SHORT, SETTINGS))
    assert done.against_none.p is None
    assert "Too little data" in done.against_none.sentence


def test_a_lesson_without_effect_shows_none(tmp_path: Path) -> None:
    done = asyncio.run(probe(scenario(tmp_path, "reply: {contains: Hallo}"), SHORT, SETTINGS, times=3))
    assert (done.against_none.both, done.against_none.better, done.against_none.worse) == (9, 0, 0)


def test_a_scenario_without_probes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    path.write_text(HEAD + "  - user: Hallo!\nafter: {notes: {count: 0}}\n", encoding="utf-8")
    with pytest.raises(LabError, match="expects anything"):
        asyncio.run(probe(load_scenario(path), SHORT, SETTINGS))
