"""Capabilities: which rules a manifest must keep, which policy a tool gets, and what it answers and asks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from selu_lab.packages import AgentPackage, load_package

from .shapes import agent_yaml, manifest, tool, write

_PLAIN = "{type: object}"


def with_manifest(root: Path, text: str, more: dict[str, str] | None = None) -> AgentPackage:
    files = {"agent.yaml": agent_yaml("a"), "agent.md": "Hi.\n", "capabilities/cap/manifest.yaml": text}
    return load_package(write(root, files | (more or {})))


@pytest.mark.parametrize(
    ("lines", "policy"),
    [
        ("", None),
        ("    requires_confirmation: true\n", "ask"),
        ("    requires_confirmation: false\n", None),
        ("    requires_confirmation: true\n    recommended_policy: allow\n", "allow"),
        ("    recommended_policy: block\n", "block"),
        ("    recommended_policy: maybe\n", None),
        ("    recommended_policy:\n    requires_confirmation: true\n", "ask"),
    ],
)
def test_the_recommended_policy_is_selus_effective_one(tmp_path: Path, lines: str, policy: str | None) -> None:
    entry = f"\n  - name: do_it\n    description: d\n    input_schema: {_PLAIN}\n{lines}"
    package = with_manifest(tmp_path, manifest("cap", entry))
    assert package.tools[0].recommended_policy == policy
    assert [problem.kind for problem in package.problems] == ([] if policy else ["no-policy"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("id: cap\nclass: tool\n", 1),
        (manifest("cap", tool("x"), "\ntool_source: dynamic\n"), 4),
        (manifest("cap", " []", "\nfilesystem: workspace\n"), 5),
        (manifest("cap", " []", "\ncache: {enabled: true}\n"), 5),
        (manifest("cap", " []", "\nsharing: {mode: shared}\n", kind="environment"), 5),
        (manifest("cap", " []", "\nnetwork: {mode: all}\n"), 5),
        (manifest("cap", " []", "\nfilesystem: disk\n"), 5),
        (manifest("cap", " []", "\ncredentials:\n  - name: n\n    scope: shared\n"), 7),
        (manifest("cap", " []", "\ncredentials:\n  - name: n\n"), 6),
        (manifest("cap", " []", "\nresources:\n  max_memory_mb: 12.5\n"), 6),
        (manifest("cap", "\n  - name: x\n    input_schema: {}\n"), 5),
        (manifest("cap", "\n  - name: x\n    description: d\n"), 5),
        (manifest("cap", "\n  - name: x\n    description: d\n    input_schema: text\n"), 7),
        (manifest("cap", " none"), 4),
    ],
)
def test_a_manifest_that_breaks_a_rule_is_dropped_at_its_line(tmp_path: Path, text: str, line: int) -> None:
    package = with_manifest(tmp_path, text)
    assert package.capabilities == ()
    [error] = package.errors
    assert (error.kind, error.where.line) == ("dropped-capability", line)


def test_everything_a_container_needs_may_be_written(tmp_path: Path) -> None:
    more = (
        "\nnetwork: {mode: allowlist, hosts: ['*.example.com:443']}\nfilesystem: temp\n"
        "credentials:\n  - {name: n, scope: system, credential_type: secret, required: false, description: d}\n"
        "resources: {max_memory_mb: 256, max_cpu_fraction: 1, max_cpu_seconds: 30, pids_limit: 64}\n"
        "sharing: {mode: shared, max_concurrent: 4, idle_timeout_seconds: 300}\ncache: {enabled: false}\n"
        "discovery_tool_name: list_tools\n"
    )
    package = with_manifest(tmp_path, manifest("cap", tool("x"), more))
    assert [found.name for found in package.tools] == ["cap__x"]
    assert package.problems == ()


def test_the_schema_reaches_the_model_as_written(tmp_path: Path) -> None:
    schema = "{type: object, additionalProperties: false, properties: {on: {enum: [no, 1, 2.5, true], default: null}}}"
    [found] = with_manifest(tmp_path, manifest("cap", tool("x", schema=schema))).tools
    assert found.input_schema == {
        "type": "object",
        "additionalProperties": False,
        "properties": {"on": {"enum": ["no", 1, 2.5, True], "default": None}},
    }


def test_capability_prompts_default_to_english_whatever_the_agent_says(tmp_path: Path) -> None:
    files = {
        "agent.yaml": agent_yaml("a", default="de"),
        "agent.md": "plain\n",
        "agent.de.md": "deutsch\n",
        "capabilities/cap/prompt.md": "plain\n",
        "capabilities/cap/prompt.de.md": "deutsch\n",
    }
    package = with_manifest(tmp_path, manifest("cap", " []"), files)
    [capability] = package.capabilities
    assert (package.prompt("en").text, capability.prompt("en").text) == ("deutsch\n", "plain\n")
    assert (package.prompt("de").text, capability.prompt("de").text) == ("deutsch\n", "deutsch\n")


def test_a_tool_answers_in_json_by_default_and_as_canned(tmp_path: Path) -> None:
    canned = "tools:\n  one: Grüße\n  two:\n    ok: true\n    note: Müsli\n"
    text = manifest("cap", tool("one") + tool("two") + tool("three"))
    package = with_manifest(tmp_path, text, {"capabilities/cap/canned.yaml": canned})
    one, two, three = package.tools
    assert one.answer == "Grüße"
    assert two.answer == '{"ok": true, "note": "Müsli"}'
    assert json.loads(three.answer) == {"ok": True, "tool": "three"}


@pytest.mark.parametrize(
    ("canned", "kind", "line"),
    [
        ("tools:\n  one: 5\n", "broken-answers", 2),
        ("tools: [one]\n", "broken-answers", 1),
        ("tools: {other: x}\n", "unused-answer", None),
        ("tolls: {one: x}\n", "ignored-key", 1),
    ],
)
def test_canned_answers_that_cannot_be_used_are_told(tmp_path: Path, canned: str, kind: str, line: int | None) -> None:
    package = with_manifest(tmp_path, manifest("cap", tool("one")), {"capabilities/cap/canned.yaml": canned})
    [problem] = package.problems
    assert (problem.severity, problem.kind, problem.where.line) == ("warning", kind, line)
    assert json.loads(package.tools[0].answer) == {"ok": True, "tool": "one"}


@pytest.mark.parametrize("key", ["my-cap__do_it", "my_cap__do-it", "my-cap__do-it", "my_cap__do_it"])
def test_approval_texts_are_found_in_every_spelling_selu_tolerates(tmp_path: Path, key: str) -> None:
    bundle = f"approval:\n  tools:\n    {key}:\n      label: ' Tun '\n      message: Wirklich tun?\n"
    package = with_manifest(tmp_path, manifest("my-cap", tool("do_it", "ask")), {"i18n/de.yaml": bundle})
    text = package.tools[0].approval("de-AT")
    assert (text.label, text.message) == ("Tun", "Wirklich tun?")


def test_approval_texts_do_not_fall_through_to_another_language(tmp_path: Path) -> None:
    files = {
        "i18n/de.yaml": "capabilities:\n  cap:\n    tools:\n      do_it:\n        display_name: Erledigen\n",
        "i18n/en.yaml": "approval:\n  tools:\n    cap__do_it: {label: Do it now, message: 'Really?'}\n",
        "i18n/fr.yaml": "agent: {name: ' '}\n",
    }
    package = with_manifest(tmp_path, manifest("cap", tool("do_it", "ask")), files)
    [found] = package.tools
    assert (found.approval("de").label, found.approval("de").message) == ("Erledigen", None)
    assert (found.approval("en").label, found.approval("en").message) == ("Do it now", "Really?")
    assert (found.approval("fr").label, found.approval("fr").message) == ("Do it", None)
    assert package.name("fr") == "The a agent"


def test_tools_are_found_by_the_name_the_model_calls(tmp_path: Path) -> None:
    package = with_manifest(tmp_path, manifest("cap", tool("one") + tool("one")))
    found = package.tool("cap__one")
    assert found is not None
    assert found.tool == "one"
    assert package.tool("one") is None
    assert [(problem.kind, problem.where.line) for problem in package.problems] == [("duplicate-tool", 10)]
