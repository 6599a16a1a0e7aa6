"""The shapes of the public agents load, and the check says about each what its author does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from selu_lab.packages import AgentPackage, AgentShelf, Finding, load_package
from selu_lab.packages.check import check_package

from .shapes import PUBLIC, write

OFFERED = (
    "memory_search",
    "memory_remember",
    "set_reminder",
    "store_get",
    "store_set",
    "store_delete",
    "store_list",
)


@pytest.fixture
def agents(tmp_path: Path) -> Path:
    for name, files in PUBLIC.items():
        write(tmp_path / name, files())
    return tmp_path


def package(agents: Path, name: str) -> AgentPackage:
    return load_package(agents / name)


def said(agents: Path, name: str) -> set[tuple[str, str, str]]:
    """What the check says beyond which file was chosen: severity, kind, place relative to the agent."""
    findings = check_package(package(agents, name), OFFERED)
    return {
        (found.severity, found.kind, str(found.where).removeprefix(f"{agents / name}/"))
        for found in findings
        if found.kind != "chosen-file"
    }


def only(agents: Path, name: str, kind: str) -> Finding:
    [finding] = [found for found in check_package(package(agents, name), OFFERED) if found.kind == kind]
    return finding


def test_all_shapes_load_with_every_capability(agents: Path) -> None:
    shelf = AgentShelf([agents])
    tools = {agent_id: len(shelf.get(agent_id).tools) for agent_id in shelf.ids()}
    assert tools == {
        "bring": 0,
        "coding-github": 3,
        "default": 0,
        "iserv": 1,
        "pdf": 1,
        "pim": 1,
        "schulessen": 2,
        "weather": 1,
        "web": 13,
    }
    assert [problem for problem in shelf.problems if problem.severity == "error"] == []


def test_weather_lacks_memory_guidance_in_german_and_calls_a_tool_that_is_gone(agents: Path) -> None:
    assert said(agents, "weather") == {
        ("warning", "ignored-key", "agent.yaml:11:1"),
        ("warning", "language-gap", "agent.md:4"),
        ("warning", "tool-not-offered", "agent.md:2"),
        ("warning", "tool-not-offered", "agent.de.md:2"),
    }
    gap = only(agents, "weather", "language-gap").sentence
    assert gap == (
        "agent.de.md (lines 1–2) says nothing about memory_search, memory_remember and store_*,"
        " but agent.md does (lines 4, 5 and 6)."
    )
    assert "all the same" in only(agents, "weather", "ignored-key").hint


def test_web_has_half_the_guidance_in_german(agents: Path) -> None:
    assert said(agents, "web") == {
        ("warning", "ignored-key", "agent.yaml:11:1"),
        ("warning", "language-gap", "agent.md:4"),
        ("info", "language-outline", "agent.de.md:1"),
    }
    asking = [tool.name for tool in package(agents, "web").tools if tool.recommended_policy == "ask"]
    assert asking == ["web-browser__execute_javascript"]


def test_iserv_has_approval_texts_where_selu_does_not_look(agents: Path) -> None:
    assert said(agents, "iserv") == {
        ("warning", "ignored-key", "agent.yaml:11:1"),
        ("warning", "ignored-key", "i18n/de.yaml:3:1"),
        ("warning", "unreachable-file", "agent.md:1"),
        ("info", "foreign-language", "agent.de.md:1"),
    }
    [tool] = package(agents, "iserv").tools
    assert tool.approval("de").message is None
    assert tool.approval("de").label == "Confirm parent letter"


def test_schulessen_mixes_languages_and_calls_memory_disabled(agents: Path) -> None:
    assert said(agents, "schulessen") == {
        ("warning", "ignored-key", "agent.yaml:11:1"),
        ("warning", "unreachable-file", "agent.md:1"),
        ("warning", "memory-disabled", "agent.de.md:3"),
        ("warning", "mixed-languages", "capabilities/lunch/prompt.md:1"),
        ("info", "foreign-language", "agent.de.md:1"),
    }
    lost = only(agents, "schulessen", "unreachable-file")
    assert "Its guidance on memory_search and store_get is lost." in lost.sentence
    assert only(agents, "schulessen", "mixed-languages").sentence == (
        "For en the system prompt mixes languages: agent.de.md is German, capabilities/lunch/prompt.md is English."
    )


def test_pdf_and_pim_lack_memory_guidance_in_german(agents: Path) -> None:
    assert said(agents, "pdf") == {("warning", "language-gap", "agent.md:4")}
    assert package(agents, "pdf").summary == "# PDF Creator"
    assert only(agents, "pim", "language-gap").sentence == (
        "agent.de.md (lines 1–2) says nothing about memory_search and memory_remember, but agent.md does"
        " (lines 3 and 4)."
    )
    assert said(agents, "pim") == {("warning", "language-gap", "agent.md:3")}


def test_bring_never_shows_its_memory_section(agents: Path) -> None:
    assert said(agents, "bring") == {
        ("warning", "unreachable-file", "agent.md:1"),
        ("info", "tool-not-in-lab", "capabilities/bring/prompt.md:2"),
        ("info", "dynamic-tools", "capabilities/bring/manifest.yaml"),
        ("info", "foreign-language", "agent.de.md:1"),
    }
    assert package(agents, "bring").prompt("en").path.name == "agent.de.md"


def test_coding_needs_a_parameter_only_selu_has(agents: Path) -> None:
    assert said(agents, "coding") == {
        ("info", "no-i18n-block", "agent.yaml:1:1"),
        ("info", "foreign-language", "agent.md:1"),
        ("info", "parameter-name", "agent.md:3"),
    }
    facts = package(agents, "coding").manifest
    assert (facts.default_locale, facts.idle_timeout_minutes, facts.isolation) == ("", 480, "per_thread")


def test_the_bundled_default_agent_serves_everybody_from_agent_md(agents: Path) -> None:
    assert {package(agents, "default").prompt(locale).path.name for locale in ("de", "en", "de-AT")} == {"agent.md"}
