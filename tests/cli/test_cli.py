"""The commands: what they print, what they return, and that nobody ever sees a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from selu_lab.__main__ import main
from tests.cli.conftest import Run
from tests.conftest import AGENTS

HEAVY = ("litellm", "chromadb", "textual", "dateparser", "apscheduler", "numpy", "pydantic")


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_nothing_heavy(option: str) -> None:
    code = (
        f"import sys; from selu_lab.__main__ import main; main(['{option}']); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_every_command_explains_itself(run: Run) -> None:
    from selu_lab.cli import COMMANDS

    for name in COMMANDS:
        code, out, _ = run(name, "--help")
        assert code == 0
        assert "Usage: selu-lab" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("say",),
        ("say", "Hallo", "--model", "fault:nonsense"),
        ("notes", "search"),
        ("notes", "delete", "zzz"),
        ("notes", "import", "missing.jsonl"),
        ("profile", "delete", "zzz"),
        ("profile", "edit", "zzz"),
        ("reminders", "cancel", "zzz"),
        ("reminders", "add", "Müll", "gestern"),
        ("policies", "set", "default", "nonsense", "ask"),
        ("policies", "list", "nobody"),
        ("conversations", "show", "zzz"),
        ("agents", "show", "nobody"),
        ("users", "set", "bea", "--timezone", "Mars/Base"),
        ("users", "set", "Große Bea"),
        ("lessons", "show", "L1"),
        ("reflect", "zzz"),
        ("when", "--jsonl", "missing.jsonl"),
        ("when", "morgen", "--now", "gestern"),
        ("say", "   "),
    ],
)
def test_a_mistake_is_one_sentence_and_a_code_of_its_own(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, err = run(*arguments)
    told = [line for line in err.splitlines() if not line.startswith(("[context]", "[conversation]"))]
    assert code in (4, 8)
    assert len(told) == 1


def test_a_turn_refused_by_the_budget_has_the_budget_s_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELU_LAB_MAX_TOTAL_TOKENS", "10")
    code, out, _ = run("say", "Hallo", "--model", "echo", "--json")
    assert code == 0
    conversation = json.loads(out.splitlines()[0])["conversation"]
    code, _, err = run("say", "Hallo", "--model", "echo", "--conversation", conversation)
    assert (code, "budget of 10 tokens is used up" in err) == (7, True)
    monkeypatch.setattr("sys.stdin", io.StringIO("Hallo\n"))
    assert run("chat", "--model", "echo", "--conversation", conversation)[0] == 7
    assert run("say", "Hallo", "--model", "fault:429")[0] == 8


def test_again_asks_the_last_text_again_or_another_one_instead(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Hallo\n/again\n/again Guten Tag\n"))
    code, _, err = run("chat", "--model", "echo")
    assert (code, err.count("was taken back.")) == (0, 2)
    conversation = err.partition("[conversation] ")[2].split()[0]
    _, page, _ = run("conversations", "export", conversation)
    assert "Guten Tag" in page
    assert "Hallo" not in page
    monkeypatch.setattr("sys.stdin", io.StringIO("/again\n"))
    assert "There are /end, /agent ID and /again." in run("chat", "--model", "echo")[2]


def test_say_prints_the_answer_on_stdout_and_the_rest_on_stderr(run: Run) -> None:
    code, out, err = run("say", "Hallo", "--model", "echo")
    assert code == 0
    assert "Hallo" in out
    assert "[context] agent" in err


def test_say_json_is_the_event_stream_and_a_conversation_goes_on(run: Run) -> None:
    _, out, _ = run("say", "Hallo", "--model", "echo", "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert events[0]["event"]["kind"] == "turn_started"
    assert events[-1]["event"]["outcome"] == "answered"
    run("say", "Und weiter", "--model", "echo", "--conversation", events[0]["conversation"])
    _, out, _ = run("conversations", "list", "--json")
    [listed] = json.loads(out)
    used = events[-1]["event"]["usage"]["tokens_in"]
    assert (listed["turns"], listed["usage"]["tokens_in"] > used) == (2, True)
    assert " tokens, open: Hallo" in run("conversations", "list")[1]


def test_an_ask_without_a_terminal_is_denied_and_approve_allow_lets_it_run(run: Run) -> None:
    run("policies", "set", "default", "memory_remember", "ask")
    run("say", "Merk dir bitte, dass ich Vegetarier bin.", "--model", "demo")
    assert json.loads(run("notes", "list", "--json")[1]) == []
    run("say", "Merk dir bitte, dass ich Vegetarier bin.", "--model", "demo", "--approve", "allow")
    assert "Vegetarier" in run("notes", "list")[1]


def test_a_tool_without_a_policy_is_called_blocked_for_that_reason(plain_run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "agents" / "post" / "capabilities" / "mail"
    folder.mkdir(parents=True)
    (tmp_path / "agents" / "post" / "agent.yaml").write_text("id: post\nname: Post\n", encoding="utf-8")
    tool = "{name: send, description: Send, input_schema: {type: object}}"
    (folder / "manifest.yaml").write_text(f"id: mail\nclass: tool\nimage: x\ntools:\n  - {tool}\n", encoding="utf-8")
    out = plain_run("policies", "list", "post")[1]
    assert "mail__send: not set, so blocked (nobody set one)" in out


def test_profile_reminders_policies_and_users_round_trip(run: Run) -> None:
    run("users", "set", "anna", "--language", "de", "--timezone", "Europe/Berlin")
    run("profile", "add", "Lebt in Berlin", "--category", "location")
    assert "[Ort] Lebt in Berlin" in run("profile")[1]
    run("reminders", "add", "Zahnarzt anrufen", "in 3 Tagen um 9 Uhr")
    assert "Zahnarzt anrufen" in run("reminders")[1]
    run("policies", "set", "default", "set_reminder", "block")
    assert "set_reminder: block (set by you)" in run("policies")[1]
    run("policies", "reset", "default", "set_reminder")
    assert "set_reminder: allow (the tool's default)" in run("policies")[1]


def test_skipping_ahead_shows_and_fires_what_would_come(run: Run) -> None:
    run("reminders", "add", "Zahnarzt anrufen", "in 3 hours")
    run("reminders", "add", "Oma anrufen", "in 3 days")
    assert [line.split(": ")[-1] for line in run("reminders", "ahead", "in 4 hours")[1].splitlines()] == [
        "Zahnarzt anrufen"
    ]
    run("reminders", "ahead", "in 4 hours", "--fire")
    assert [one["prompt"] for one in json.loads(run("reminders", "list", "--json")[1])] == ["Oma anrufen"]


def test_a_time_phrase_is_shown_as_it_is_understood_or_refused(run: Run) -> None:
    now = ("--now", "2026-05-06T14:30", "--timezone", "Europe/Berlin", "--language", "de")
    code, out, _ = run("when", "morgen um 9 Uhr", *now, "--json")
    assert (code, json.loads(out)["fire_at"]) == (0, "2026-05-07T09:00:00")
    code, out, _ = run("when", "jeden Montag um 9", *now)
    assert code == 1
    assert out.startswith("recurring:")


def test_another_user_s_conversation_is_not_shown(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run("say", "Hallo", "--model", "echo", "--json")
    conversation = json.loads(out.splitlines()[0])["conversation"]
    code = main(["--workspace", str(tmp_path / "lab"), "--user", "bea", "conversations", "show", conversation])
    assert code == 4
    assert "belongs to the user anna" in capsys.readouterr().err


def test_the_exact_context_of_a_turn_can_be_shown(run: Run) -> None:
    run("profile", "add", "Lebt in Berlin", "--category", "location")
    _, out, _ = run("say", "Hallo", "--model", "echo", "--json")
    conversation = json.loads(out.splitlines()[0])["conversation"]
    _, shown, _ = run("conversations", "show", conversation, "--turn", "1", "--context")
    assert "turn 1 · Agent prompt" in shown
    assert "- [Location] Lebt in Berlin" in shown


def test_nobody_talks_in_another_user_s_conversation(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run("say", "Hallo", "--model", "echo", "--json")
    conversation = json.loads(out.splitlines()[0])["conversation"]
    folder = ("--workspace", str(tmp_path / "lab"), "--agents", str(AGENTS), "--user", "bea")
    for command in (("say", "Hallo"), ("chat",)):
        assert main([*folder, *command, "--conversation", conversation]) == 4
        assert "belongs to the user anna" in capsys.readouterr().err
    assert main([*folder, "users", "list", "--json"]) == 0
    assert [user["id"] for user in json.loads(capsys.readouterr().out)] == ["anna"]


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [("yes", "allow"), ("Ja", "allow"), ("yes please do not", "deny"), ("nein", "deny"), ("", "deny")],
)
def test_only_a_plain_yes_is_a_yes(monkeypatch: pytest.MonkeyPatch, answer: str, outcome: str) -> None:
    import asyncio

    from selu_lab.cli.talk import AskOnTerminal
    from selu_lab.tools.approval import ApprovalRequest

    monkeypatch.setattr("click.prompt", lambda *_, **__: answer)
    request = ApprovalRequest("c", "default", "store_set", {}, "", 1, 1, "x")
    assert asyncio.run(AskOnTerminal().ask(request)).answer == outcome


def test_a_broken_agent_says_what_is_wrong_and_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "own" / "garten"
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text("id: garten\nnme: Garten\n", encoding="utf-8")
    code = main(["--workspace", str(tmp_path / "lab"), "--agents", str(tmp_path / "own"), "say", "Hallo"])
    err = capsys.readouterr().err
    assert code == 4
    assert "agent.yaml" in err
    assert "name" in err


def test_a_folder_with_one_agent_of_another_name_just_works(tmp_path: Path) -> None:
    folder = tmp_path / "own" / "garten"
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text("id: garten\nname: Garten\n", encoding="utf-8")
    code = main(
        ["--workspace", str(tmp_path / "lab"), "--agents", str(tmp_path / "own"), "say", "Hi", "--model", "echo"]
    )
    assert code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("profile", "add", "mein Passwort ist Sun-4711-Moon"),
        ("reminders", "add", "mein Passwort ist Sun-4711-Moon", "in 2 hours"),
        ("notes", "add", "mein Passwort ist Sun-4711-Moon"),
        ("reminders", "add", "   ", "in 2 hours"),
        ("reminders", "fire"),
        ("policies", "reset", "default", "nonsense"),
        ("notes", "list", "--limit", "0"),
    ],
)
def test_secrets_and_nothings_are_refused_in_words_for_people(run: Run, arguments: tuple[str, ...]) -> None:
    code, _, err = run(*arguments)
    assert code == 4
    assert "4711" not in err
    assert "retry" not in err


def test_text_that_is_not_sent_leaves_no_conversation(run: Run) -> None:
    run("say", "  ")
    assert json.loads(run("conversations", "--json")[1]) == []


def test_the_exact_context_holds_history_and_tools(run: Run) -> None:
    _, out, _ = run("say", "Kennst du mich?", "--model", "echo", "--json")
    shown = run("conversations", "show", json.loads(out.splitlines()[0])["conversation"], "--context")[1]
    assert "user: Kennst du mich?" in shown
    assert '"name": "memory_search"' in shown


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_an_encoding_that_lacks_a_character_costs_only_that_character(tmp_path: Path, encoding: str) -> None:
    import os

    folder = ("--workspace", str(tmp_path / "lab"), "--agents", str(AGENTS))
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "selu_lab", *folder, "say", "Grüße 🙂 „x“", "--model", "echo", "--json"]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 0
    assert all(json.loads(line) for line in done.stdout.decode(encoding).splitlines())


def test_settings_never_show_a_key(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELU_LAB_API_KEY", "sk-very-secret")
    _, out, _ = run("settings")
    assert "api_key = set" in out
    assert "very-secret" not in out


def test_the_log_keeps_inner_errors_off_the_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import selu_lab.memory.users

    monkeypatch.setattr(selu_lab.memory.users.Users, "all", lambda _: 1 / 0)
    code, _, err = run("users")
    assert code == 3
    assert err.splitlines() == [
        "selu-lab: Something went wrong inside Selu Lab (ZeroDivisionError). Run it again with --debug to see where."
    ]
