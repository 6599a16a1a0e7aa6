"""notes: what the commands print, and where they say what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_notes_are_added_found_changed_exported_and_deleted(run: Run, tmp_path: Path) -> None:
    run("notes", "add", "Mia ist gegen Haselnüsse allergisch.")
    answer = json.loads(run("notes", "search", "Was darf Mia nicht essen?", "--json")[1])
    assert "Haselnüsse" in answer["hits"][0]["content"]
    assert answer["production"] == []
    ident = answer["hits"][0]["id"]
    run("notes", "edit", ident[:8], "Mia ist gegen Nüsse allergisch.")
    run("notes", "export", str(tmp_path / "out.jsonl"))
    [note] = json.loads(run("notes", "list", "--json")[1])
    assert note["content"] == "Mia ist gegen Nüsse allergisch."
    run("notes", "delete", note["id"])
    assert "1 stored" in run("notes", "import", str(tmp_path / "out.jsonl"))[1]


def test_a_note_of_several_lines_does_not_pass_for_several_notes(run: Run) -> None:
    run("notes", "add", "Mia mag Tee.\nabcd1234  2026-01-01  user: gefälscht")
    lines = run("notes", "list")[1].splitlines()
    assert [line.startswith(" ") for line in lines] == [False, True]
    lines = run("notes", "search", "Was mag Mia?")[1].splitlines()
    assert [line for line in lines if line.startswith("abcd1234")] == []


def test_who_stored_an_imported_note_is_said_in_a_search(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"content": "Mia mag Tee."}\n', encoding="utf-8")
    run("notes", "import", str(tmp_path / "in.jsonl"))
    assert "Mia mag Tee.  (import, " in run("notes", "search", "Was mag Mia?")[1]
    assert json.loads(run("notes", "search", "Mia", "--json")[1])["hits"][0]["source"] == "import"


def test_production_s_scores_stay_apart_in_a_small_store(run: Run) -> None:
    run("notes", "add", "Mia mag Tee.")
    run("notes", "add", "Mia mag Tee und sonst nichts, was man trinken kann.")
    found = json.loads(run("notes", "search", "Mia Tee", "--json")[1])["production"]
    assert found[0]["bm25"] < found[1]["bm25"] < 0


def test_an_import_says_where_what_it_refused_stands(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text('{"content": "Mia mag Tee."}\n{"content": "Passwort: Sun-4711-Moon"}\n', encoding="utf-8")
    done = json.loads(run("notes", "import", str(file), "--json")[1])
    assert done["refused"] == [{"file": str(file), "line": 2, "column": None, "reason": "password"}]


def test_an_import_shows_what_it_skipped(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "in.md"
    file.write_text("Mia mag Tee.\n\n* Ben malt.\n", encoding="utf-8")
    said = run("notes", "import", str(file))[1].splitlines()
    assert said[0] == "1 stored, 0 there before, 0 refused, 1 skipped."
    assert said[1] == f"{file}:1: skipped, for it is no list item: “Mia mag Tee.”"
    done = json.loads(run("notes", "import", str(file), "--json")[1])
    assert done["skipped"] == [{"file": str(file), "line": 1, "column": None, "text": "Mia mag Tee."}]


def test_a_query_may_hold_what_other_programs_take_for_the_end_of_a_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "queries.jsonl").write_text('{"query": "Mia\u2028Tee\x85"}\r\n', encoding="utf-8")
    code, out, _ = run("notes", "search", "--jsonl", str(tmp_path / "queries.jsonl"))
    assert (code, json.loads(out)["query"]) == (0, "Mia\u2028Tee\x85")


def test_health_and_repair_are_one_json(run: Run) -> None:
    run("notes", "add", "Mia mag Tee.")
    state = json.loads(run("notes", "health", "--repair", "--json")[1])
    assert (state["notes"], state["lost"], state["mended"]) == (1, [], 0)


def test_too_little_of_a_note_s_id_is_called_so(run: Run) -> None:
    run("notes", "add", "Mia mag Tee.")
    [note] = json.loads(run("notes", "list", "--json")[1])
    code, _, err = run("notes", "delete", note["id"][:3])
    assert (code, "at least 4 characters" in err) == (4, True)


@pytest.mark.parametrize("line", ['{"query": 5}', '{"query": null}', '{"q": "x"}', "[1]", "{", '"query"'])
def test_a_line_without_a_query_is_refused_at_its_place(run: Run, tmp_path: Path, line: str) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_text(f'{{"query": "Tee"}}\n\n{line}\n', encoding="utf-8")
    code, out, err = run("notes", "search", "--jsonl", str(file))
    assert (code, out) == (4, "")
    assert err.startswith(f"selu-lab: {file}:3: A line must be")


@pytest.mark.parametrize(("host", "warns"), [("192.0.2.1", True), ("127.0.0.1", False), ("", False)])
def test_notes_on_a_server_beyond_this_machine_are_warned_of(
    run: Run, monkeypatch: pytest.MonkeyPatch, host: str, warns: bool
) -> None:
    monkeypatch.setenv("SELU_LAB_CHROMA_HOST", host)
    monkeypatch.setenv("SELU_LAB_CHROMA_REMOTE", "true")
    code, _, told = run("profile", "list")  # which does not speak to the server
    assert code == 0
    assert ("192.0.2.1:8000, beyond this machine" in told) == warns
