"""`selu-lab run`, `list` and `schema` from end to end: output and exit codes."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from selu_lab.cli.front import Front
from selu_lab.cli.run import run_command
from selu_lab.cli.scenarios import list_command, schema_command
from selu_lab.errors import Exit, LabError
from selu_lab.scenarios.checking import check_scenario
from selu_lab.scenarios.loading import load_scenario, read_scenario
from selu_lab.scenarios.player import play
from selu_lab.scenarios.reports.text import details
from selu_lab.scenarios.result import Failure, Result, Run
from selu_lab.scenarios.selecting import scenario_files
from selu_lab.settings import Settings
from tests.scenarios.commanding import put, run
from tests.scenarios.kit import agents


def test_all_passed(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "good"))
    assert result.return_value == Exit.OK
    assert result.stdout.splitlines()[0] == "PASS good"
    assert result.stdout.splitlines()[-1].startswith("1 scenario: 1 pass. ")
    assert "Playing 1" in result.stderr


def test_a_failure_says_all_one_needs(tmp_path: Path) -> None:
    path = put(tmp_path, "bad", reply="Other")
    result = run(tmp_path, path)
    assert result.return_value == Exit.FAILED
    assert result.stdout.splitlines()[:6] == [
        "FAIL bad",
        f"  {path}:4:53: reply, step 1 (user: Hi)",
        '    expected: a reply that equals "Other"',
        "    got:      'Fine.'",
        "    see:      selu-lab show 1.1 --turn 1",
        f"  Again: selu-lab run {path} --agents {tmp_path / 'agents'}",
    ]


def test_repetitions_are_numbered(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "bad", reply="Other"), "--repeat", "2")
    assert result.return_value == Exit.FAILED
    assert "FAIL bad (0 of 2 passed)" in result.stdout
    assert "step 1 (user: Hi), repetitions 1–2" in result.stdout


def test_what_is_wrong_in_several_repetitions_is_told_once(tmp_path: Path) -> None:
    scenario = load_scenario(put(tmp_path, "bad"))
    bad = [Failure(scenario.where(), "step 1", "reply", "A", got, turn=1) for got in "BC"]
    runs = [Run((bad[0],)), Run(), Run((bad[1],)), Run((bad[0], bad[1])), Run((bad[0],))]
    lines = details(Result(scenario, "script", "flaky", tuple(runs), 5, show="selu-lab show 1.1"))
    assert [line.partition("step 1")[2] for line in lines if "step 1" in line] == [
        ", repetitions 1, 4–5",
        ", repetitions 3–4",
    ]
    assert [line.strip() for line in lines if "see:" in line] == [
        "see:      selu-lab show 1.1.1 --turn 1",
        "see:      selu-lab show 1.1.3 --turn 1",
    ]


@pytest.mark.parametrize(
    ("more", "model", "code"),
    [
        ("skip: not yet\n", "", Exit.NOTHING_SELECTED),
        ("", "fault:unreachable", Exit.PROVIDER),
        ("policies: {one: {nothing: ask}}\n", "", Exit.INVALID),
        ("expected_fail: known\n", "", Exit.FAILED),
    ],
)
def test_exit_codes_of_a_single_scenario(tmp_path: Path, more: str, model: str, code: Exit) -> None:
    options = ["--model", model] if model else []
    assert run(tmp_path, put(tmp_path, "one", more=more), *options).return_value == code


def test_a_failure_weighs_more_than_a_providers_error(tmp_path: Path) -> None:
    put(tmp_path, "bad", reply="Other")
    unreachable = put(tmp_path, "unreachable")
    unreachable.write_text(
        unreachable.read_text().replace("script", "fault:unreachable").replace("model: [{say: Fine.}], ", "")
    )
    assert run(tmp_path, unreachable).return_value == Exit.PROVIDER
    assert run(tmp_path, tmp_path / "s").return_value == Exit.FAILED


def test_all_faults_of_all_files_are_told_and_nothing_is_played(tmp_path: Path) -> None:
    put(tmp_path, "good")
    put(tmp_path, "wrong", more="tagss: [a]\n")
    put(tmp_path, "wrong2", more="tags: a\n")
    result = run(tmp_path, tmp_path / "s")
    assert result.return_value == Exit.INVALID
    assert result.stdout == ""
    assert [line.split(": ")[0].split("/")[-1] for line in result.stderr.splitlines()] == [
        "wrong.yaml:4:1",
        "wrong2.yaml:4:1",
    ]


def test_an_empty_selection_and_a_wrong_expression_are_errors(tmp_path: Path) -> None:
    path = put(tmp_path, "good")
    for options, code in ((("-k", "nowhere"), Exit.NOTHING_SELECTED), (("-k", "a b"), Exit.INVALID)):
        result = run(tmp_path, path, *options)
        assert isinstance(result.exception, LabError)
        assert result.exception.exit == code


def test_a_shard_plays_its_share_and_a_wrong_one_nothing(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        put(tmp_path, name)
    shown = [run(tmp_path, tmp_path / "s", "--shard", f"{part}/2").stdout for part in (1, 2)]
    assert [line for text in shown for line in text.splitlines() if line.startswith("PASS")] == [
        "PASS a",
        "PASS c",
        "PASS b",
    ]
    wrong = run(tmp_path, tmp_path / "s", "--shard", "5/4")
    assert isinstance(wrong.exception, LabError)
    assert (wrong.exception.exit, wrong.stdout) == (Exit.INVALID, "")


def test_x_stops_and_the_rest_is_not_called_played(tmp_path: Path) -> None:
    put(tmp_path, "a_bad", reply="Other")
    put(tmp_path, "b_good")
    result = run(tmp_path, tmp_path / "s", "-x")
    assert result.return_value == Exit.FAILED
    assert "1 fail, 1 skipped" in result.stdout.splitlines()[-1]
    assert "PASS" not in result.stdout


def test_colours_stay_away_where_they_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    front = Front(None, None, (agents(tmp_path),))
    arguments = [str(put(tmp_path, "good"))]
    shown = CliRunner().invoke(run_command, arguments, obj=front, standalone_mode=False, color=True)
    assert "\x1b[" in shown.stdout
    monkeypatch.setenv("NO_COLOR", "1")
    plain = CliRunner().invoke(run_command, arguments, obj=front, standalone_mode=False, color=True)
    assert "\x1b[" not in plain.stdout


def test_agents_of_another_folder(tmp_path: Path) -> None:
    path = put(tmp_path, "good")
    front = Front(None, None, ())
    result = CliRunner().invoke(run_command, [str(path)], obj=front, standalone_mode=False)
    assert "There is no agent “one”" in result.stdout
    arguments = [str(path), "--agents", str(agents(tmp_path))]
    assert CliRunner().invoke(run_command, arguments, obj=front, standalone_mode=False).return_value == Exit.OK


def test_list_and_schema(tmp_path: Path) -> None:
    path = put(tmp_path, "good", more="tags: [de]\n")
    listed = CliRunner().invoke(list_command, [str(path)], standalone_mode=False)
    assert listed.stdout == f"{path}: good [de]\n"
    written = CliRunner().invoke(schema_command, ["--out", str(tmp_path / "schema.json")], standalone_mode=False)
    assert written.return_value == Exit.OK
    assert "tool_not_called" in (tmp_path / "schema.json").read_text("utf-8")


def test_an_error_inside_a_list_is_told_without_its_shadow(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("name: x\nsteps:\n  - user: Hallo\n    expect: [{tool_caled: x}]\n", encoding="utf-8")
    _, faults = read_scenario(path)
    assert [fault.where.line for fault in faults if fault.where] == [4]


def test_a_model_nobody_knows_is_told_by_check_and_run(tmp_path: Path) -> None:
    path = tmp_path / "model.yaml"
    path.write_text("name: x\nmodel: scrpt\nsteps: [{user: Hallo, expect: [{max_tool_calls: 0}]}]\n", encoding="utf-8")
    [fault] = check_scenario(path, Settings())
    assert str(fault.where).endswith("model.yaml:2:1")
    assert "scrpt" in fault.sentence
    [played] = play(load_scenario(path), Settings()).runs
    assert played.fault
    assert "scrpt" in played.fault.sentence


def test_files_of_packages_are_no_scenarios(tmp_path: Path) -> None:
    (tmp_path / "agents" / "a").mkdir(parents=True)
    (tmp_path / "agents" / "a" / "agent.yaml").write_text("id: a\n", encoding="utf-8")
    (tmp_path / "s.yaml").write_text("name: x\n", encoding="utf-8")
    assert scenario_files([tmp_path]) == [tmp_path / "s.yaml"]


def test_a_terminal_sees_how_far_the_run_is_and_nobody_else(tmp_path: Path) -> None:
    for name in ("a", "b"):
        put(tmp_path, name)
    command = [sys.executable, "-m", "selu_lab", "--agents", str(agents(tmp_path)), "run", "s"]
    mine, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=theirs, check=False)
    os.close(theirs)
    seen = os.read(mine, 10_000).decode()
    os.close(mine)
    assert "1 of 2" in seen
    assert seen.endswith("\r\x1b[K")
    assert b"\x1b" not in done.stdout
    assert "\x1b" not in run(tmp_path, tmp_path / "s").stderr


def test_a_model_nobody_knows_is_the_users_fault_and_nothing_is_played(tmp_path: Path) -> None:
    path = put(tmp_path, "good")
    result = run(tmp_path, path, "--model", "dmo")
    assert isinstance(result.exception, LabError)
    assert result.exception.exit == Exit.INVALID
    assert "“dmo”" in str(result.exception)
    assert "Playing" not in result.stderr
    path.write_text(path.read_text("utf-8").replace("model: script", "model: fault:nosuch"), encoding="utf-8")
    named = run(tmp_path, path)
    assert named.return_value == Exit.INVALID
    assert f"{path}:3:1: before the first step" in named.stdout


def test_a_folder_of_agents_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "good"), "--agents", tmp_path / "none")
    assert isinstance(result.exception, LabError)
    assert str(result.exception).startswith(f"{tmp_path / 'none'}: There is no such folder.")


def test_repetitions_are_played_again_as_often(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "bad", reply="Other"), "--repeat", "2")
    assert " --repeat 2" in result.stdout.partition("Again: ")[2].splitlines()[0]


def test_a_folder_without_scenarios_and_one_with_only_skipped_ones_say_why_nothing_was_played(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty = run(tmp_path, tmp_path / "empty")
    assert isinstance(empty.exception, LabError)
    assert (empty.exception.exit, "selu-lab init" in empty.exception.hint) == (Exit.NOTHING_SELECTED, True)
    left = run(tmp_path, put(tmp_path, "left", more="skip: not yet\n"))
    assert "Nothing was played" in left.stderr
