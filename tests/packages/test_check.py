"""Each check of a package: what it finds at which line, and what it lets pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.packages import Finding, load_package
from selu_lab.packages.check import check_package
from selu_lab.packages.check.language import language_of
from selu_lab.packages.check.passages import paragraphs, sentences

from .shapes import agent_yaml, manifest, tool, write
from .test_public_shapes import OFFERED

ALWAYS = ("chosen-file", "foreign-language")  # said about almost every package; tested on their own


def findings(root: Path, files: dict[str, str], offered: tuple[str, ...] = OFFERED) -> list[Finding]:
    package = load_package(write(root, {"agent.yaml": agent_yaml("a")} | files))
    return [found for found in check_package(package, offered) if found.kind not in ALWAYS]


def said(root: Path, prompt: str, offered: tuple[str, ...] = OFFERED) -> list[tuple[str, str, int | None]]:
    """Severity, kind and line of what the check says about a single `agent.md`."""
    return [(one.severity, one.kind, one.where.line) for one in findings(root, {"agent.md": prompt}, offered)]


def test_every_language_is_told_its_file_and_why(tmp_path: Path) -> None:
    files = {
        "agent.yaml": agent_yaml("a"),
        "agent.md": "Hi.\n",
        "agent.de.md": "Hallo.\n",
        "i18n/pt-BR.yaml": "agent: {}\n",
    }
    package = load_package(write(tmp_path, files))
    told = [(one.sentence, one.where) for one in check_package(package, OFFERED) if one.kind == "chosen-file"]
    assert sorted(told, key=str) == sorted(
        [
            ("de: agent.de.md is in the user's language, de.", package.prompt("de").at()),
            ("en: No prompt file for en, so agent.md is used.", package.prompt("en").at()),
            ("pt-BR: No prompt file for pt-BR, pt, en, so agent.md is used.", package.prompt("en").at()),
        ],
        key=str,
    )


def test_files_that_are_no_language_are_reached_by_nobody(tmp_path: Path) -> None:
    files = {
        "agent.md": "Hi.\n",
        "agent.backup.md": "Old.\n",
        "agent.DE.md": "Alt.\n",
        "i18n/German.yaml": "agent: {}\n",
    }
    found = findings(tmp_path, files)
    assert {(Path(one.where.path).name, one.kind) for one in found} == {
        ("agent.backup.md", "unreachable-file"),
        ("agent.DE.md", "unreachable-file"),
        ("German.yaml", "unreachable-file"),
    }


def test_an_unreachable_plain_prompt_of_a_capability(tmp_path: Path) -> None:
    files = {
        "agent.md": "Hi.\n",
        "capabilities/cap/manifest.yaml": manifest("cap", " []"),
        "capabilities/cap/prompt.md": "Plain.\n",
        "capabilities/cap/prompt.en.md": "English.\n",
    }
    [found] = findings(tmp_path, files)
    assert (found.kind, Path(found.where.path).name) == ("unreachable-file", "prompt.md")
    assert found.sentence == "No user gets prompt.md: prompt.en.md comes first."


def test_a_gap_between_capability_prompts_names_both_files(tmp_path: Path) -> None:
    files = {
        "agent.md": "Hi.\n",
        "capabilities/cap/manifest.yaml": manifest("cap", tool("place_order") + tool("showMenu") + tool("list")),
        "capabilities/cap/prompt.md": "One.\nUse `cap__place_order` from the list.\n",
        "capabilities/cap/prompt.de.md": "Eins.\nZwei.\nNutze `showMenu`.\n",
    }
    assert [(one.sentence, one.where.line) for one in findings(tmp_path, files)] == [
        (
            "capabilities/cap/prompt.md (lines 1–2) says nothing about cap__showMenu,"
            " but capabilities/cap/prompt.de.md does (line 3).",
            3,
        ),
        (
            "capabilities/cap/prompt.de.md (lines 1–3) says nothing about cap__place_order,"
            " but capabilities/cap/prompt.md does (line 2).",
            2,
        ),
    ]


def test_store_tools_count_as_one_subject(tmp_path: Path) -> None:
    files = {"agent.md": "Keep state with `store_*`.\n", "agent.de.md": "Zustand mit `store_set`.\n"}
    assert findings(tmp_path, files) == []


def test_different_outlines_are_an_info(tmp_path: Path) -> None:
    found = findings(tmp_path, {"agent.md": "# A\n\n## B\n\nText.\n", "agent.de.md": "# A\n\nText und mehr Text.\n"})
    assert [(one.severity, one.kind) for one in found] == [("info", "language-outline")]
    assert "agent.md has 2 headings" in found[0].sentence


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("One.\nYou can use the `emit_event` tool.\n", [("warning", "tool-not-offered", 2)]),
        ("Nutze das Tool `emit_event`, um zu warnen.\n", [("warning", "tool-not-offered", 1)]),
        ("First emit_event, then nothing.\n", [("warning", "tool-not-offered", 1)]),
        ("Call `send_mail` and `add_event`.\n", [("warning", "tool-not-offered", 1)] * 2),
        ("Warte, bevor du `send_mail` aufrufst.\n", [("warning", "tool-not-offered", 1)]),
        ("Then send_mail(to, text) it.\n", [("warning", "tool-not-offered", 1)]),
        ("Nutze `saveItem` zum Ergänzen.\n", [("warning", "tool-not-offered", 1)]),
        ("Use `memory_list` to see all.\n", [("info", "tool-not-in-lab", 1)]),
        ("Use `memory_search`, `functions.store_get` and `store_*`.\n", []),
        ("Call `store_get` with key `last_check` and read `fire_at`.\n", []),
        ("Use JavaScript and GitHub, never iCloud. The field `can_order` must be true.\n", []),
    ],
)
def test_tools_that_nobody_offers(tmp_path: Path, prompt: str, expected: list[tuple[str, str, int]]) -> None:
    assert said(tmp_path, prompt) == expected


def test_own_tools_and_their_parameters_are_no_unknown_tools(tmp_path: Path) -> None:
    schema = (
        "{type: object, properties: {since_date: {enum: [last_week]}, items: {items: {properties: {item_id: {}}}}}}"
    )
    files = {
        "agent.md": "Call `check_mail`, `cap__check_mail` or use `since_date`, use `last_week`, use `item_id`.\n",
        "capabilities/cap/manifest.yaml": manifest("cap", tool("check_mail", schema=schema)),
    }
    assert findings(tmp_path, files) == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Call memory_remember(content) to store.\n", [("warning", "parameter-name", 1)]),
        (
            'Call set_reminder with:\n  prompt = "check it"\n  when   = "in two hours"\n',
            [("warning", "parameter-name", 3)],
        ),
        ("Call `memory_remember` with `memory` and `tags`.\n", [("info", "parameter-name", 1)] * 2),
        ("Call `set_reminder` with\n`fire_at` and `timezone`.\n", [("info", "parameter-name", 2)] * 2),
        ("Call `memory_search` with a `limit` of 3.\n", [("info", "parameter-name", 1)]),
        ('Call memory_remember(text="tags, memory").\n', [("warning", "unknown-parameter", 1)]),
        ("Call memory_search(query) first.\n", []),
        ("Call `memory_remember` for facts; remind when asked. A prompt is short.\n", []),
        ("Call `memory_remember`.\n\nThe `content` of a letter is private.\n", []),
    ],
)
def test_parameter_names(tmp_path: Path, prompt: str, expected: list[tuple[str, str, int]]) -> None:
    assert said(tmp_path, prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        ("One.\nThis agent has memory\ndisabled.\n", 2),
        ("Do not call memory tools or store anything.\n", 1),
        ("Memory ist für\ndiesen Agenten deaktiviert.\n", 1),
        ("Antworte kurz.\n\nNutze keine Memory-Tools.\n", 3),
        ("Du hast kein Gedächtnis.\n", 1),
        ("Do not use memory tools for secrets.\n", None),
        ("Nutze keine Memory-Tools für Einmaliges.\n", None),
        ("If memory is disabled, say so.\n", None),
    ],
)
def test_memory_called_disabled(tmp_path: Path, prompt: str, line: int | None) -> None:
    assert said(tmp_path, prompt) == ([("warning", "memory-disabled", line)] if line else [])
    assert said(tmp_path, prompt, offered=("set_reminder",)) == []


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        ("Be brief.\nTell the user to use /remind instead of calling set_reminder.\n", 2),
        ("Do not call set_reminder, send them to `/remind`.\n", 1),
        ("Bitte den Nutzer,\n`/remind` zu nutzen.\n", 2),
        ("Für Regelmäßiges verweise auf /schedule.\n", 1),
        ("Do not send them to `/remind`.\n", None),
        ("Rufe es direkt auf, anstatt den Nutzer\nzur Verwendung von /remind aufzufordern.\n", None),
        ("Verweise ihn nicht auf `/remind`.\n", None),
        ("Call set_reminder rather than pointing to /remind.\n", None),
        ("Users may type docs/remind in the path.\n", None),
    ],
)
def test_users_sent_to_a_command(tmp_path: Path, prompt: str, line: int | None) -> None:
    assert said(tmp_path, prompt) == ([("warning", "command-redirect", line)] if line else [])


def test_names_that_break_calls_are_errors(tmp_path: Path) -> None:
    files = {
        "agent.yaml": agent_yaml("MyAgent"),
        "agent.md": "Hi.\n",
        "capabilities/one/manifest.yaml": manifest("my__cap", tool("x")),
        "capabilities/two/manifest.yaml": manifest("two", tool("über uns") + tool("x" * 60)),
    }
    assert [(one.severity, one.kind, one.where.line) for one in findings(tmp_path, files)] == [
        ("error", "capability-id", None),
        ("error", "tool-name", 5),
        ("error", "tool-name", 10),
        ("warning", "id-not-mentionable", None),
    ]


@pytest.mark.parametrize(
    ("prompt", "kind", "line"),
    [
        (" \n", "empty-prompt", 1),
        ("", "empty-prompt", None),
        ("word " * 40_000, "large-prompt", 1),
        ("One.\nTwo\u202e hidden.\n", "hidden-characters", 2),
    ],
)
def test_prompts_that_are_empty_large_or_hide_something(
    tmp_path: Path, prompt: str, kind: str, line: int | None
) -> None:
    assert set(said(tmp_path, prompt)) == {("warning", kind, line)}


def test_reading_problems_are_part_of_the_check_and_errors_come_first(tmp_path: Path) -> None:
    files = {
        "agent.yaml": agent_yaml("a", "colour: red\n"),
        "agent.md": "Hi.\n",
        "i18n/de.yaml": "agent: 5\n",
        "capabilities/x/manifest.yaml": "id: x\nclass: tool\n",
    }
    assert [(one.severity, one.kind) for one in findings(tmp_path, files)] == [
        ("error", "dropped-capability"),
        ("error", "broken-bundle"),
        ("warning", "ignored-key"),
    ]


def test_a_finding_reads_like_a_compilers(tmp_path: Path) -> None:
    [found] = findings(tmp_path, {"agent.md": "Call `send_mail`.\n"})
    assert str(found) == (
        f"{tmp_path}/agent.md:1: warning: The tool “send_mail” is not offered: no capability has it and it is not"
        " built in. Correct the name or remove it."
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Du bist ein Helfer fuer die Familie und rufst nie zweimal an.", "de"),
        ("You are a helper for the family and never call twice.", "en"),
        ("Du bist ein Helfer und nicht mehr. You are the one and only that we use.", None),
        ("Hallo!", None),
        ("", None),
    ],
)
def test_language_is_told_without_umlauts_and_not_guessed(text: str, language: str | None) -> None:
    assert language_of(text) == language


@given(st.text(alphabet="ab.;:!? \n-*#1", max_size=80))
def test_splitting_keeps_every_word_and_counts_lines_right(text: str) -> None:
    for split in (sentences, paragraphs):
        pieces = list(split(text))
        assert "".join("".join(piece.text for piece in pieces).split()) == "".join(text.split())
        for piece in pieces:
            assert text[piece.start : piece.start + len(piece.text)] == piece.text
            first_word = text.index(piece.text.split()[0], piece.start)
            assert piece.line == text.count("\n", 0, first_word) + 1
