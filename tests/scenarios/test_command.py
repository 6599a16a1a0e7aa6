"""`selu-lab run`, `list` and `schema` from end to end: output, reports and exit codes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from click.testing import Result as Called

from selu_lab.cli.front import Front
from selu_lab.cli.reporting import Reports
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
from tests.scenarios.kit import agents

STEP = "steps: [{{user: Hi, model: [{{say: Fine.}}], expect: [{{reply: {reply}}}]}}]\n"
HEAD = "name: {name}\nagents: [one]\nmodel: script\n"


def put(folder: Path, name: str, reply: str = "Fine.", more: str = "") -> Path:
    """Write a scenario that expects this reply."""
    path = folder / "s" / f"{name}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEAD.format(name=name) + more + STEP.format(reply=reply), encoding="utf-8")
    return path


def run(folder: Path, *arguments: str | Path) -> Called:
    """Call the command on the agents of this folder."""
    front = Front(None, None, (agents(folder),))
    return CliRunner().invoke(run_command, [str(one) for one in arguments], obj=front, standalone_mode=False)


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


def test_the_reports_carry_what_the_terminal_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "summary.md"
    page.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    put(tmp_path, "good")
    put(tmp_path, "left", more="skip: not | yet\n")
    path = put(tmp_path, "bad", reply='"<b> & | hunter2"', more="secrets: [hunter2]\n")
    options: list[str | Path] = [
        "--json",
        tmp_path / "r.json",
        "--junit",
        tmp_path / "r.xml",
        "--markdown",
        tmp_path / "r.md",
    ]
    result = run(tmp_path, tmp_path / "s", *options)
    assert result.return_value == Exit.FAILED

    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert data["exit"] == 1
    assert data["counts"] == {
        "pass": 1,
        "fail": 1,
        "error": 0,
        "inconclusive": 0,
        "skipped": 1,
        "expected_fail": 0,
        "flaky": 0,
    }
    failure = data["scenarios"][0]["runs"][0]["failures"][0]
    assert (failure["file"], failure["line"], failure["kind"]) == (str(path), 5, "reply")
    assert failure["expected"] == 'a reply that equals "<b> & | [secret]"'

    suite = ElementTree.parse(tmp_path / "r.xml").getroot()[0]
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["3", "1", "0", "1"]
    told = suite.findtext("testcase/failure") or ""
    assert all(line in result.stdout for line in told.splitlines())
    assert "<b> & | [secret]" in told

    markdown = (tmp_path / "r.md").read_text("utf-8")
    assert "| SKIPPED | left – not \\| yet |" in markdown
    assert page.read_text("utf-8") == "before\n" + markdown
    everything = result.output + markdown + json.dumps(data) + (tmp_path / "r.xml").read_text("utf-8")
    assert "hunter2" not in everything


class _Page(HTMLParser):
    """The tags and the text of a page, as a browser sees them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [name for name, _ in attrs if name in ("src", "href", "action") or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_loads_nothing_and_what_is_foreign_stays_text(tmp_path: Path) -> None:
    hostile = '"<script>alert(1)</script><img src=x onerror=alert(1)></pre>&lt; \\x1b[31m hunter2"'
    put(tmp_path, "bad", reply=hostile, more="secrets: [hunter2]\n")
    put(tmp_path, "good", more='tags: ["<b>"]\n')
    run(tmp_path, tmp_path / "s", "--html", tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    seen = _Page(page)
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(seen.tags)
    assert seen.links == []
    assert "default-src 'none'" in page
    assert "<script>alert(1)</script><img src=x onerror=alert(1)></pre>&lt;" in seen.text
    assert "hunter2" not in page
    assert "\x1b" not in page
    for told in ("2 scenarios: 1 pass, 1 fail", "FAIL", "PASS", "selu-lab show 1.1 --turn 1", "got:      'Fine.'"):
        assert told in seen.text


def test_json_on_stdout_stands_alone(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "good"), "--json", "-")
    assert json.loads(result.stdout)["scenarios"][0]["outcome"] == "pass"
    assert "PASS good" in result.stderr


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


def test_a_report_that_could_not_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "good"), "--junit", tmp_path / "none" / "x.xml")
    assert isinstance(result.exception, LabError)
    assert "Playing" not in result.stderr


def test_a_page_of_a_ci_run_that_could_not_be_written_is_told_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for page in (tmp_path / "none" / "x.md", tmp_path):
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
        result = run(tmp_path, put(tmp_path, "good"))
        assert str(result.exception).startswith(f"{page}: ")
        assert "Playing" not in result.stderr


def test_two_reports_in_one_place_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    path = put(tmp_path, "good")
    for there in ("-", tmp_path / "r"):
        result = run(tmp_path, path, "--json", there, "--markdown", there)
        assert isinstance(result.exception, LabError)
        assert str(result.exception).startswith(f"{there}: Two reports")
        assert result.output == ""


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


def test_one_report_that_cannot_be_written_takes_no_other_with_it(tmp_path: Path) -> None:
    (tmp_path / "loop.xml").symlink_to("loop.xml")
    options: list[str | Path] = ["--junit", tmp_path / "loop.xml", "--html", tmp_path / "r.html"]
    result = run(tmp_path, put(tmp_path, "good"), *options)
    assert isinstance(result.exception, LabError)
    assert "loop.xml" in str(result.exception)
    assert "PASS" in (tmp_path / "r.html").read_text("utf-8")


def test_no_report_holds_what_a_terminal_would_obey(tmp_path: Path) -> None:
    path = put(tmp_path, "bad", reply="Other")
    path.write_text(path.read_text("utf-8").replace("user: Hi", 'user: "Hi \\e[31mred"'), encoding="utf-8")
    files = {"--junit": tmp_path / "r.xml", "--markdown": tmp_path / "r.md"}
    run(tmp_path, path, *(part for pair in files.items() for part in pair))
    for file in files.values():
        text = file.read_text("utf-8")
        assert "(user: Hi red)" in text
        assert "[31m" not in text


def test_how_long_it_took_is_the_same_in_every_report(tmp_path: Path) -> None:
    for name in ("a", "b"):
        put(tmp_path, name)
    files = {"--html": tmp_path / "r.html", "--markdown": tmp_path / "r.md"}
    report = Reports(html=files["--html"], markdown=files["--markdown"])
    report.write(
        [play(load_scenario(path), Settings(agents=(agents(tmp_path),))) for path in (tmp_path / "s").glob("*")],
        Exit.OK,
        98.7,
    )
    for file in files.values():
        assert "2 scenarios: 2 pass. 98.7 s" in file.read_text("utf-8")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_reports_that_say_what_was_not_played(tmp_path: Path, jobs: str) -> None:
    put(tmp_path, "a")
    waiting = put(tmp_path, "b")
    waiting.write_text(
        waiting.read_text("utf-8").replace("script", "fault:hang").replace("model: [{say: Fine.}], ", ""), "utf-8"
    )
    command = [sys.executable, "-m", "selu_lab", "--agents", str(agents(tmp_path)), "run", "s", "-j", jobs]
    command += ["--json", "r.json", "--junit", "r.xml"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "PASS a\n"
        os.killpg(process.pid, signal.SIGINT)
        shown, told = process.communicate(timeout=30)
    assert process.returncode == Exit.INTERRUPTED
    assert "1 pass, 1 skipped" in shown
    assert told.splitlines()[-1] == "selu-lab: Interrupted."
    data = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert data["exit"] == Exit.INTERRUPTED
    assert [(one["outcome"], one["note"]) for one in data["scenarios"]] == [
        ("pass", ""),
        ("skipped", "Not played: interrupted."),
    ]
    suite = ElementTree.parse(tmp_path / "r.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("skipped")) == ("2", "1")


@pytest.mark.parametrize("together", [False, True], ids=["stdout", "stdout and stderr"])
def test_a_reader_that_has_left_changes_neither_exit_code_nor_reports(tmp_path: Path, together: bool) -> None:
    put(tmp_path, "a")
    put(tmp_path, "b_bad", reply="Other")
    command = [sys.executable, "-m", "selu_lab", "--agents", str(agents(tmp_path)), "run", "s", "--junit", "r.xml"]
    reader, writer = os.pipe()
    os.close(reader)
    errors = subprocess.STDOUT if together else subprocess.PIPE
    done = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=errors, text=True, check=False)
    os.close(writer)
    assert done.returncode == Exit.FAILED
    assert ElementTree.parse(tmp_path / "r.xml").getroot()[0].get("tests") == "2"
    assert "roken" not in (done.stderr or "")


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
