"""`selu-lab show` and `run --failed`: what was played stays, and the command a failure prints shows its turn."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from selu_lab.cli.front import Front
from selu_lab.cli.run import run_command
from selu_lab.cli.show import show_command
from selu_lab.errors import Exit, LabError
from selu_lab.scenarios.kept import KEPT, begin, runs
from selu_lab.scenarios.loading import load_scenario
from selu_lab.scenarios.playing import Plan
from selu_lab.settings import Settings
from tests.scenarios.kit import HEAD, agents

TALK = """\
secrets: [hunter2]
profile: [{category: location, text: Lives in Berlin}]
steps:
  - user: My password is hunter2.
    model: [{say: Good morning.}]
  - end: conversation
    model: [{say: '{"observations": []}'}]
  - user: Which tea?
    model: [{call: memory_search, arguments: {query: tea}}, {say: Green tea.}]
    expect:
      - reply: Black tea.
      - context: {section: profile, contains: Bonn}
"""


def put(folder: Path, name: str, body: str = TALK) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD + body, encoding="utf-8")
    return path


def run(folder: Path, *arguments: str | Path) -> Result:
    front = Front(str(folder / "lab"), None, (agents(folder),))
    return CliRunner().invoke(run_command, [str(one) for one in arguments], obj=front, standalone_mode=False)


def show(folder: Path, *arguments: str) -> Result:
    front = Front(str(folder / "lab"), None, ())
    return CliRunner().invoke(show_command, arguments, obj=front, standalone_mode=False)


def printed(result: Result) -> list[list[str]]:
    """The `show` commands that a run printed, each as its arguments."""
    lines = [line.split("see:")[1] for line in result.stdout.splitlines() if line.startswith("    see:")]
    return [shlex.split(line)[4:] for line in lines]


def test_the_printed_command_shows_the_turn_and_the_context(tmp_path: Path) -> None:
    played = run(tmp_path, put(tmp_path, "tea"))
    assert f"selu-lab --workspace {tmp_path / 'lab'} show 1.1 --turn 2" in played.stdout
    turn, context = printed(played)
    shown = show(tmp_path, *turn).stdout
    assert "─── step 3 · turn 2" in shown
    assert "Green tea." in shown
    assert '"query": "tea"' in shown
    assert "Good morning." not in shown
    exact = show(tmp_path, *context).stdout
    assert "─── turn 2 · Profile" in exact
    assert "- [Location] Lives in Berlin" in exact


def test_the_command_names_a_workspace_that_came_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SELU_LAB_WORKSPACE", "my lab")
    front = Front(None, None, (agents(tmp_path),))
    played = CliRunner().invoke(run_command, [str(put(tmp_path, "tea"))], obj=front, standalone_mode=False)
    assert "see:      selu-lab --workspace 'my lab' show 1.1 --turn 2" in played.stdout


def test_a_repetition_has_its_own_trace(tmp_path: Path) -> None:
    commands = printed(run(tmp_path, put(tmp_path, "tea"), "--repeat", "2"))
    assert [one[0] for one in commands] == ["1.1.1", "1.1.1"]
    for repetition in ("1.1.1", "1.1.2"):
        assert "Green tea." in show(tmp_path, repetition, *commands[0][1:]).stdout


def test_a_whole_scenario_is_shown_without_its_secrets(tmp_path: Path) -> None:
    run(tmp_path, put(tmp_path, "tea"))
    shown = show(tmp_path, "last.1").stdout
    assert [line for line in shown.splitlines() if line.startswith("───")] == [
        "─── step 1 · turn 1",
        "─── step 2 · between turns",
        "─── step 3 · turn 2",
    ]
    assert "My password is [secret]." in shown
    events = [json.loads(line) for line in show(tmp_path, "1.1", "--turn", "2", "--json").stdout.splitlines()]
    assert (events[0]["event"]["kind"], events[-1]["event"]["text"]) == ("turn_started", "Green tea.")
    kept = [path.read_text("utf-8") for path in (tmp_path / "lab").rglob("*") if path.is_file()]
    assert "hunter2" not in "".join(kept)


@pytest.mark.parametrize("secret", ['pass"word\\', "Schlüssel‑größe"])
def test_a_secret_is_found_in_raw_arguments_too(tmp_path: Path, secret: str) -> None:
    call = {"call": "store_set", "raw": json.dumps({"key": "a", "value": secret})}
    step = {"user": "Keep it.", "model": [call, {"say": "Fine."}], "expect": [{"max_tool_calls": 1}]}
    body = {"secrets": [secret], "steps": [step]}
    run(tmp_path, put(tmp_path, "raw", json.dumps(body)[1:-1].replace(', "steps"', '\n"steps"') + "\n"))
    shown = show(tmp_path, "1.1", "--json").stdout
    assert "[secret]" in shown
    assert json.dumps(secret)[1:-1] not in shown
    assert secret not in shown


def test_a_run_is_listed_with_what_came_of_it(tmp_path: Path) -> None:
    put(tmp_path, "tea")
    put(tmp_path, "good", TALK.replace("Black", "Green").replace("Bonn", "Berlin"))
    run(tmp_path, tmp_path)
    lines = show(tmp_path).stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["1.1", "PASS"], ["1.2", "FAIL"]]
    assert [one["outcome"] for one in json.loads(show(tmp_path, "1", "--json").stdout)] == ["pass", "fail"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("2",), "There is no run 2."),
        (("1.9",), "Run 1 has no scenario 9."),
        (("1.1.7",), "Scenario 1.1 has no repetition 7."),
        (("../1",), "not the name of a run"),
        (("1.1", "--turn", "3"), "this scenario had 2 turns"),
        (("1", "--turn", "1"), "those of a scenario"),
    ],
)
def test_what_is_not_there_is_said(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    run(tmp_path, put(tmp_path, "tea"))
    shown = show(tmp_path, *arguments)
    assert isinstance(shown.exception, LabError)
    assert sentence in shown.exception.sentence


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"head": {}, "entries": []}', '{"entries": [1]}'])
def test_a_damaged_trace_is_told(tmp_path: Path, damaged: str) -> None:
    run(tmp_path, put(tmp_path, "tea"))
    (tmp_path / "lab" / "runs" / "1" / "1.1.json").write_text(damaged, encoding="utf-8")
    shown = show(tmp_path, "1.1")
    assert isinstance(shown.exception, LabError)
    assert "This trace cannot be read." in shown.exception.sentence


def test_a_scenario_that_could_not_begin_promises_no_trace(tmp_path: Path) -> None:
    path = put(tmp_path, "tea", "policies: {one: {nothing: ask}}\n" + TALK)
    result = run(tmp_path, path)
    assert result.return_value == Exit.INVALID
    assert "see:" not in result.stdout


def test_failed_plays_what_did_not_pass_until_all_does(tmp_path: Path) -> None:
    tea, other = put(tmp_path, "tea"), put(tmp_path, "other")
    put(tmp_path, "good", TALK.replace("Black", "Green").replace("Bonn", "Berlin"))
    assert run(tmp_path, tmp_path).return_value == Exit.FAILED
    tea.write_text(tea.read_text("utf-8").replace("Black", "Green").replace("Bonn", "Berlin"), "utf-8")
    again = run(tmp_path, tmp_path, "--failed")
    assert again.stdout.splitlines()[-1].startswith("2 scenarios: 1 pass, 1 fail.")
    other.write_text(tea.read_text("utf-8"), "utf-8")
    assert run(tmp_path, tmp_path, "--failed").stdout.splitlines()[-1].startswith("1 scenario: 1 pass.")
    nothing = run(tmp_path, tmp_path, "--failed")
    assert isinstance(nothing.exception, LabError)
    assert (nothing.exception.exit, nothing.exception.sentence) == (
        Exit.NOTHING_SELECTED,
        "Nothing failed in the last run.",
    )


def test_failed_without_a_run_is_told(tmp_path: Path) -> None:
    result = run(tmp_path, put(tmp_path, "tea"), "--failed")
    assert isinstance(result.exception, LabError)
    assert "No run is kept" in result.exception.sentence


def test_an_interrupted_run_is_known_as_far_as_it_got(tmp_path: Path) -> None:
    run(tmp_path, put(tmp_path, "tea"))
    [kept] = runs(tmp_path / "lab")
    with (kept.folder / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"number": 2, "pa')
    assert kept.failed() == {str((tmp_path / "tea.yaml").resolve())}
    begin(tmp_path / "lab")  # interrupted before anything came of it
    assert run(tmp_path, tmp_path, "--failed").return_value == Exit.FAILED


def test_only_the_last_runs_are_kept_and_numbers_are_not_used_twice(tmp_path: Path) -> None:
    made = [begin(tmp_path / "lab").number for _ in range(KEPT + 3)]
    assert made == list(range(1, KEPT + 4))
    assert [run.number for run in runs(tmp_path / "lab")] == made[3:]
    assert (tmp_path / "lab" / ".gitignore").read_text("utf-8") == "*\n"


def test_a_run_whose_folder_goes_away_is_played_to_its_end(tmp_path: Path) -> None:
    scenario = load_scenario(put(tmp_path, "tea"))
    kept = begin(tmp_path / "lab")
    shutil.rmtree(kept.folder)
    [result] = Plan(Settings(agents=(agents(tmp_path),)), run=kept).results([scenario])
    assert result.outcome == "fail"


def test_a_workspace_that_cannot_be_written_costs_the_traces_only(tmp_path: Path) -> None:
    (tmp_path / "lab").write_text("a file", encoding="utf-8")
    result = run(tmp_path, put(tmp_path, "tea"))
    assert result.return_value == Exit.FAILED
    assert "Traces cannot be kept" in result.stderr
    assert "see:" not in result.stdout
