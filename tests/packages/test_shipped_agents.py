"""The agents we ship: they pass the check, and both languages carry the same guidance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from selu_lab.packages import AgentPackage, AgentShelf
from selu_lab.packages.check import check_package

from .test_public_shapes import OFFERED

AGENTS = Path(__file__).resolve().parents[2] / "agents"
IDS = ("default", "haushalt", "reise")


@pytest.fixture(scope="module")
def shelf() -> AgentShelf:
    return AgentShelf([AGENTS])


@pytest.fixture(params=IDS)
def agent(request: pytest.FixtureRequest, shelf: AgentShelf) -> AgentPackage:
    return shelf.get(request.param)


def test_these_are_the_agents(shelf: AgentShelf) -> None:
    assert shelf.ids() == IDS
    assert shelf.problems == ()


def test_they_pass_the_check_without_a_warning(agent: AgentPackage) -> None:
    assert [found for found in check_package(agent, OFFERED) if found.kind != "chosen-file"] == []


def test_each_language_gets_its_own_file(agent: AgentPackage) -> None:
    assert [agent.prompt(locale).path.name for locale in ("de", "en", "fr")] == ["agent.de.md", "agent.md", "agent.md"]
    assert agent.name("de") != agent.name("en")


def test_both_languages_have_the_same_sections_and_rules(agent: AgentPackage) -> None:
    english, german = (agent.prompt(locale).text for locale in ("en", "de"))
    shapes = [re.findall(r"^(?:##|-)(?= )", text, re.MULTILINE) for text in (english, german)]
    assert shapes[0] == shapes[1]
    assert "## Lessons" in english
    assert "## Lektionen" in german


def test_they_name_every_tool_of_the_document(agent: AgentPackage) -> None:
    for locale in ("de", "en"):
        text = agent.prompt(locale).text
        assert all(name in text for name in ("memory_search", "memory_remember", "set_reminder", "store_set"))


def test_the_travel_agent_asks_before_it_reserves(shelf: AgentShelf) -> None:
    tools = {tool.name: tool for tool in shelf.get("reise").tools}
    assert {name: tool.recommended_policy for name, tool in tools.items()} == {
        "trains__find_connections": "allow",
        "trains__show_booking": "allow",
        "trains__reserve_seats": "ask",
    }
    reserve = tools["trains__reserve_seats"]
    assert reserve.approval("de").message == "Diese Plätze jetzt reservieren? Das kostet Geld."
    assert reserve.approval("en").label == "Reserve seats"
    assert "K7M2QX" in reserve.answer
