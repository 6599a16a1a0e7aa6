"""Real models in scenarios: recorded once, replayed without them, and a change is told section by section."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner, Result

from selu_lab.cli.cassette import cassette
from selu_lab.cli.front import Front
from selu_lab.cli.run import record_command, run_command
from selu_lab.errors import Exit, LabError
from tests.models.loopback import Loopback, Reply, call_delta, loopback, refusal, said, streamed
from tests.scenarios.kit import agents

KEY = "sk-0123456789abcdef"
MODEL = "openai/m"
CALL = streamed([call_delta('{"query": "tea"}', name="memory_search", call_id="a")], "tool_calls")
BODY = """\
name: {name}
agents: [one]
model: openai/m
secrets: [hunter2]
{more}steps:
  - user: My password is hunter2. Which tea do I like?
    expect: [{{tool_called: memory_search}}]
  - user: Thank you.
    expect: [{{reply: Gladly.}}]
"""
ASKED = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "urllib.Request")
TWINS = """\
name: Twins
agents: [one]
model: openai/m
policies: {one: {memory_remember: ask}}
steps:
  - user: Keep it.
    approvals:
      - {tool: memory_remember, answer: deny, because: not that}
      - {tool: memory_remember, answer: edit, arguments: {content: Takes little sugar}}
    expect:
      - tool_called: {name: memory_remember, stage: denied, count: 1}
      - tool_called: {name: memory_remember, arguments: {content: Takes little sugar}, count: 1}
after:
  notes: {count: 1, any: Takes little sugar}
"""


@dataclass
class Stage:
    """A folder with scenarios and agents, and a server that answers as `openai/m`."""

    folder: Path
    server: Loopback
    answers: tuple[Reply, ...] = (CALL, said("Green ", "tea."), said("Gladly."))
    front: Front = field(init=False)

    def __post_init__(self) -> None:
        self.front = Front(None, None, (agents(self.folder),))
        self.server.answer(*self.answers)

    def put(self, name: str, more: str = "") -> Path:
        path = self.folder / "s" / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(BODY.format(name=name, more=more), encoding="utf-8")
        return path

    @property
    def tape(self) -> Path:
        return self.folder / "s" / "cassettes" / "tea.jsonl"

    @property
    def prompt(self) -> Path:
        return self.folder / "agents" / "one" / "agent.md"

    def call(self, command: Command, *arguments: str | Path) -> Result:
        given = [str(one) for one in arguments]
        return CliRunner().invoke(command, given, obj=self.front, standalone_mode=False)


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


@pytest.fixture
def stage(tmp_path: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch) -> Stage:
    for name, value in (("MODEL", MODEL), ("BASE_URL", server.url), ("API_KEY", KEY)):
        monkeypatch.setenv(f"SELU_LAB_{name}", value)
    monkeypatch.delenv("CI", raising=False)
    return Stage(tmp_path, server)


@pytest.fixture
def recorded(stage: Stage) -> Stage:
    """The same after a scenario was recorded; the server has gone over to refusing."""
    result = stage.call(record_command, stage.put("tea"))
    assert result.return_value == Exit.OK, result.output
    stage.server.answer(refusal(401, "Nobody should ask."))
    return stage


def test_what_was_recorded_is_replayed_without_the_model(recorded: Stage) -> None:
    result = recorded.call(run_command, recorded.folder / "s")
    assert (result.return_value, recorded.server.received) == (Exit.OK, [])
    assert result.stdout.splitlines()[0] == "PASS tea"
    assert result.stdout.rstrip().endswith("54 tokens.")  # three answers of 18


def test_neither_secrets_nor_keys_reach_the_recording(recorded: Stage) -> None:
    written = recorded.tape.read_text("utf-8")
    assert "My password is [secret]" in written
    assert not [secret for secret in ("hunter2", KEY) if secret in written]


def test_one_word_of_the_guidance_changed(recorded: Stage) -> None:
    recorded.prompt.write_text(recorded.prompt.read_text("utf-8").replace("Use", "Try"), "utf-8")
    result = recorded.call(run_command, recorded.folder / "s")
    assert result.return_value == Exit.STALE_RECORDING
    assert "ERROR tea" in result.stdout
    assert f"{recorded.tape}: agent.md changed (line 1), everything else equal. Record it" in result.stdout
    assert recorded.server.received == []


def test_the_recordings_may_lie_elsewhere_and_none_yet_is_an_error(recorded: Stage) -> None:
    elsewhere = recorded.folder / "tapes"
    missing = recorded.call(run_command, recorded.folder / "s", "--cassettes", elsewhere)
    assert (missing.return_value, "Nothing is recorded yet." in missing.stdout) == (Exit.STALE_RECORDING, True)
    elsewhere.mkdir()
    recorded.tape.rename(elsewhere / "tea.jsonl")
    assert recorded.call(run_command, recorded.folder / "s", "--cassettes", elsewhere).return_value == Exit.OK


def test_two_scenarios_cannot_share_a_recording(stage: Stage) -> None:
    path = stage.put("tea")
    path.with_suffix(".yml").write_text(path.read_text("utf-8"), "utf-8")
    result = stage.call(run_command, stage.folder / "s")
    assert isinstance(result.exception, LabError)
    assert "2 scenarios would share this recording" in result.exception.sentence


def test_answers_nobody_asks_for_fail_until_they_are_pruned(recorded: Stage) -> None:
    path = recorded.put("tea")
    path.write_text(path.read_text("utf-8").split("  - user: Thank")[0], "utf-8")
    result = recorded.call(run_command, path)
    assert result.return_value == Exit.STALE_RECORDING
    assert f"{recorded.tape}:3: after the last step" in result.stdout
    assert "1 recorded answer of tea.jsonl was never asked for." in result.stdout
    pruned = recorded.call(cassette, "prune", path)
    assert (pruned.return_value, "1 recorded answer removed" in pruned.stderr) == (Exit.OK, True)
    assert recorded.call(run_command, path).return_value == Exit.OK


def test_a_scenario_that_misses_an_answer_is_not_pruned(recorded: Stage) -> None:
    recorded.prompt.write_text("Something else.\n", "utf-8")
    before = recorded.tape.read_bytes()
    assert recorded.call(cassette, "prune", recorded.folder / "s").return_value == Exit.STALE_RECORDING
    assert recorded.tape.read_bytes() == before


def test_another_models_answers_wait_on_the_same_recording(recorded: Stage) -> None:
    recorded.server.answer(*recorded.answers)
    options = (recorded.folder / "s", "--model", "openai/other")
    assert recorded.call(run_command, *options, "--record-mode", "new").return_value == Exit.OK
    assert recorded.call(run_command, *options).return_value == Exit.OK
    assert recorded.call(run_command, recorded.folder / "s").return_value == Exit.OK


def test_the_seed_reaches_the_model_and_is_part_of_what_was_asked(stage: Stage) -> None:
    path = stage.put("tea")
    assert stage.call(record_command, path, "--seed", "7").return_value == Exit.OK
    assert [received.body.get("seed") for received in stage.server.received] == [7, 7, 7]
    assert stage.call(run_command, path, "--seed", "7").return_value == Exit.OK
    other = stage.call(run_command, path, "--seed", "8")
    assert (other.return_value, "the parameters changed (seed)" in other.stdout.lower()) == (Exit.STALE_RECORDING, True)
    assert "--seed 8" in other.stdout


def test_in_ci_nothing_is_recorded_and_nobody_called(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    result = stage.call(record_command, stage.put("tea"))
    assert (result.return_value, stage.server.received) == (Exit.STALE_RECORDING, [])
    assert "CI is set: nothing is recorded" in result.stderr
    assert not stage.tape.exists()


def test_a_recording_is_replaced_only_by_a_whole_one(recorded: Stage) -> None:
    before = recorded.tape.read_bytes()
    result = recorded.call(run_command, recorded.folder / "s", "--record-mode", "rewrite")
    assert (result.return_value, recorded.tape.read_bytes()) == (Exit.PROVIDER, before)
    assert "tea.jsonl is left as it was" in result.stderr
    recorded.server.answer(*recorded.answers)
    assert recorded.call(run_command, recorded.folder / "s", "--record-mode", "rewrite").return_value == Exit.OK
    assert recorded.tape.read_bytes() != before


def test_repetitions_have_their_own_answers(stage: Stage) -> None:
    path = stage.put("tea", "repeat: {times: 2, pass: all}\n")
    stage.server.answer(*stage.answers, *stage.answers)
    assert stage.call(record_command, path).return_value == Exit.OK
    assert stage.call(run_command, path).return_value == Exit.OK
    more = stage.call(run_command, path, "--repeat", "3")
    assert (more.return_value, "made a third time" in more.stdout) == (Exit.STALE_RECORDING, True)


def test_a_damaged_recording_names_its_line(recorded: Stage) -> None:
    recorded.tape.write_text(recorded.tape.read_text("utf-8")[:-20], "utf-8")
    result = recorded.call(run_command, recorded.folder / "s")
    assert result.return_value == Exit.STALE_RECORDING
    assert f"{recorded.tape}:3: the recording" in result.stdout
    checked = recorded.call(cassette, "verify", recorded.folder / "s")
    assert (checked.return_value, checked.stdout.startswith(f"{recorded.tape}:3: ")) == (Exit.STALE_RECORDING, True)


def test_a_missing_line_is_told_as_the_answer_that_is_missing(recorded: Stage) -> None:
    lines = recorded.tape.read_text("utf-8").splitlines(keepends=True)
    recorded.tape.write_text(lines[0] + lines[2], "utf-8")
    result = recorded.call(run_command, recorded.folder / "s")
    assert (result.return_value, recorded.server.received) == (Exit.STALE_RECORDING, [])
    assert f"{recorded.tape}: The history is shorter (3 instead of 5 messages)" in result.stdout


def test_the_same_words_three_times_have_three_answers(stage: Stage) -> None:
    path = stage.put("tea")
    head = path.read_text("utf-8").split("steps:")[0]
    steps = "".join(f"  - {{user: weiter, expect: [{{reply: {word}}}]}}\n" for word in ("One.", "Two.", "Three."))
    path.write_text(f"{head}steps:\n{steps}", "utf-8")
    stage.server.answer(said("One."), said("Two."), said("Three."))
    assert stage.call(record_command, path).return_value == Exit.OK
    stage.server.answer(refusal(401, "Nobody should ask."))
    assert stage.call(run_command, path).return_value == Exit.OK


def test_equal_calls_with_equal_ids_are_denied_and_edited_each_for_itself(stage: Stage) -> None:
    path = stage.put("tea")
    path.write_text(TWINS, "utf-8")
    both = [
        call_delta('{"content": "Takes no sugar"}', name="memory_remember", call_id="same", index=index)
        for index in (0, 1)
    ]
    stage.server.answer(streamed(both, "tool_calls"), said("One is kept."))
    assert stage.call(record_command, path).return_value == Exit.OK
    replayed = stage.call(run_command, path)
    assert replayed.return_value == Exit.OK, replayed.output


def test_an_old_recording_warns_and_a_sound_one_is_shown(recorded: Stage) -> None:
    lines = [json.loads(line) for line in recorded.tape.read_text("utf-8").splitlines()]
    for line in lines:
        line["recorded_at"] = "2020-01-01T00:00:00Z"
    recorded.tape.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    result = recorded.call(run_command, recorded.folder / "s")
    assert (result.return_value, "is from 2020-01-01" in result.stderr) == (Exit.OK, True)
    assert recorded.call(cassette, "verify", recorded.tape).return_value == Exit.OK
    shown = recorded.call(cassette, "show", recorded.tape).stdout.splitlines()
    assert shown[0].startswith(f"{recorded.tape}:1: “My password is [secret]. Which tea do I like?” → memory_search (")
    assert "“Thank you.” → Gladly. (openai/m, turn, 18 tokens, " in shown[2]


def test_pauses_are_played_when_wanted(recorded: Stage) -> None:
    lines = [json.loads(line) for line in recorded.tape.read_text("utf-8").splitlines()]
    lines[0]["parts"][0]["after"] = 0.05
    recorded.tape.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    report = recorded.call(run_command, recorded.folder / "s", "--speed", "1", "--json", "-")
    assert json.loads(report.stdout)["scenarios"][0]["seconds"] > 0.05


def test_a_budget_ends_the_run(recorded: Stage) -> None:
    recorded.put("later")
    result = recorded.call(run_command, recorded.folder / "s" / "tea.yaml", recorded.folder / "s", "--max-tokens", "20")
    assert result.return_value == Exit.BUDGET
    assert "The budget of 20 tokens is used up (36 used)." in result.stdout
    assert "2 scenarios: 1 error, 1 skipped." in result.stdout
    assert recorded.call(run_command, recorded.folder / "s" / "tea.yaml", "--max-tokens", "53").return_value == 7
    assert recorded.call(run_command, recorded.folder / "s" / "tea.yaml", "--max-tokens", "54").return_value == 0


def test_the_reports_say_what_the_run_used(recorded: Stage) -> None:
    result = recorded.call(run_command, recorded.folder / "s", "--json", "-", "--junit", recorded.folder / "r.xml")
    assert json.loads(result.stdout)["usage"] == {"tokens_in": 33, "tokens_out": 21, "cost": 0.0}
    assert '<property name="tokens_in" value="33" />' in (recorded.folder / "r.xml").read_text("utf-8")


def test_a_replay_imports_no_litellm_and_connects_to_nobody(recorded: Stage) -> None:
    arguments = ["--agents", str(recorded.folder / "agents"), "run", str(recorded.folder / "s")]
    program = f"""
import sys
reached = []
sys.addaudithook(lambda event, given: reached.append(event) if event in {ASKED!r} else None)
from selu_lab.__main__ import main
code = main({arguments!r})
assert code == 0 and not {{"litellm", "openai"}} & set(sys.modules), code
assert not reached, reached
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:8]) == (0, "PASS tea"), done.stderr
