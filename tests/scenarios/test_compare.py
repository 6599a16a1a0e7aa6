"""`selu-lab compare`: what another prompt or model changes, and that a variant never plays with another's answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from selu_lab.cli.compare import compare_command
from selu_lab.cli.front import Front
from selu_lab.cli.run import run_command
from selu_lab.errors import Exit, LabError
from selu_lab.scenarios.checking import check_scenario
from selu_lab.scenarios.deeds import changes
from selu_lab.settings import Settings
from selu_lab.shipped import shipped

BODY = """\
name: A preference is kept
agents: [default]
secrets: [hunter2]
{more}steps:
  - user: Hello!
  - user: Merk dir bitte, dass ich metrische Einheiten bevorzuge.
    expect: [{{tool_called: memory_remember}}]
after:
  notes: {{count: 1}}
"""
SILENT = "You are an assistant. Answer questions.\n"


def put(folder: Path, more: str = "", name: str = "keep") -> Path:
    (folder / "silent.md").write_text(SILENT, encoding="utf-8")
    path = folder / f"{name}.yaml"
    path.write_text(BODY.format(more=more), encoding="utf-8")
    return path


def compare(*arguments: str | Path) -> Result:
    front = Front(None, None, (shipped("agents"),))
    return CliRunner().invoke(compare_command, [str(one) for one in arguments], obj=front, standalone_mode=False)


def test_what_a_prompt_changes_is_told_step_by_step(tmp_path: Path) -> None:
    result = compare(put(tmp_path), "--variant", "silent.md")
    assert result.return_value == Exit.FAILED
    lines = result.stdout.splitlines()
    assert lines[:3] == ["A preference is kept", "  agent.md: PASS", "  silent.md: FAIL"]
    gone = [line.strip() for line in lines if line.strip().startswith("- ")]
    assert gone[-3] == '- calls memory_remember {"content": "Nutzer bevorzugt metrische Einheiten"}'
    assert gone[-2] == "- note: Nutzer bevorzugt metrische Einheiten"
    assert lines.index("    step 2:") < lines.index(f"      {gone[-3]}")
    assert lines[-2:] == ["agent.md  silent.md", "PASS      FAIL       A preference is kept"]
    assert f"Again: selu-lab run {tmp_path / 'keep.yaml'} --agents {shipped('agents')} --variant silent.md" in (
        result.stdout
    )


def test_a_prompt_counts_in_every_language_and_the_package_stays_as_it_is(tmp_path: Path) -> None:
    before = (shipped("agents") / "default" / "agent.md").read_bytes()
    for language in ("de", "en"):
        arguments = [str(put(tmp_path, f"user: {{language: {language}}}\n")), "--variant", "silent.md"]
        front = Front(None, None, (shipped("agents"),))
        result = CliRunner().invoke(run_command, arguments, obj=front, standalone_mode=False)
        assert (result.return_value, "no tool call" in result.stdout) == (Exit.FAILED, True)
        assert "--variant silent.md" in result.stdout
    assert (shipped("agents") / "default" / "agent.md").read_bytes() == before


def test_a_scenarios_own_variants_are_compared_and_others_left_out(tmp_path: Path) -> None:
    put(tmp_path, "variants: {quiet: silent.md, whole: {prompt: ./silent.md, agent: default}}\n")
    put(tmp_path, name="other")
    result = compare(tmp_path, "--json", "-")
    [scenario] = json.loads(result.stdout)["scenarios"]
    arms = [(one["arm"], one["result"]["outcome"]) for one in scenario["arms"]]
    assert arms == [("agent.md", "pass"), ("quiet", "fail"), ("whole", "fail")]
    assert scenario["arms"][0]["changed"] == []
    assert {"step": 2, "line": "- note: Nutzer bevorzugt metrische Einheiten"} in scenario["arms"][1]["changed"]
    assert "1 scenario without a variant left out." in result.stderr


def test_models_are_compared_too(tmp_path: Path) -> None:
    path = tmp_path / "c.md"
    result = compare(put(tmp_path), "--model", "demo", "--model", "echo", "--markdown", path)
    assert result.stdout.splitlines()[-2:] == [
        "agent.md, demo  agent.md, echo",
        f"{'PASS':16}{'FAIL':16}A preference is kept",
    ]
    assert "| A preference is kept | PASS | FAIL |" in path.read_text("utf-8")


def test_a_package_can_be_the_variant(tmp_path: Path) -> None:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "agent.yaml").write_text("id: default\nname: Mine\n", encoding="utf-8")
    (package / "agent.md").write_text(SILENT, encoding="utf-8")
    result = compare(put(tmp_path), "--variant", package)
    assert result.stdout.splitlines()[-1].split()[:2] == ["PASS", "FAIL"]


def test_a_link_that_leads_out_of_the_package_is_not_followed_in_a_copy_either(tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text("id: outside\n", encoding="utf-8")
    package = tmp_path / "mine"
    package.mkdir()
    (package / "agent.yaml").symlink_to(tmp_path / "outside.yaml")
    (package / "agent.md").write_text(SILENT, encoding="utf-8")
    path = put(tmp_path)
    path.write_text(path.read_text("utf-8").replace("[default]", "[./mine]"), "utf-8")
    result = compare(path, "--variant", "silent.md")
    assert result.stdout.count("This link leads out of the agent package") == 2


def test_an_agent_that_is_not_the_first_and_a_file_with_an_odd_name(tmp_path: Path) -> None:
    path = put(tmp_path)
    path.write_text(path.read_text("utf-8").replace("[default]", "[reise, default]"), "utf-8")
    (tmp_path / "a=b.md").write_text(SILENT, encoding="utf-8")
    other = compare(path, "--variant", "default=silent.md")
    assert other.stdout.splitlines()[-1].split()[:2] == ["PASS", "PASS"]
    odd = compare(path, "--variant", "a=b.md")
    assert odd.stdout.splitlines()[-1].split()[:2] == ["PASS", "FAIL"]


def test_the_same_prompt_changes_nothing(tmp_path: Path) -> None:
    text = (shipped("agents") / "default" / "agent.de.md").read_text("utf-8")
    (tmp_path / "same.md").write_text(text, encoding="utf-8")
    result = compare(put(tmp_path), "--variant", "same.md")
    assert (result.return_value, "  same.md: PASS, nothing changed" in result.stdout) == (Exit.OK, True)


@pytest.mark.parametrize(
    ("more", "arguments", "sentence"),
    [
        ("", (), "nothing to compare"),
        ("", ("--variant", "nowhere.md"), "no such variant"),
        ("", ("--variant", "silent.md", "--variant", "silent.md"), "same name"),
        ("variants: {a: nowhere.md}\n", (), "nowhere.md for this variant"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, more: str, arguments: tuple[str, ...], sentence: str
) -> None:
    result = compare(put(tmp_path, more), *arguments)
    assert isinstance(result.exception, LabError)
    assert sentence in result.exception.sentence


def test_check_tells_of_a_variant_that_cannot_be(tmp_path: Path) -> None:
    settings = Settings(agents=(shipped("agents"),))
    for given in ("nowhere.md", "{prompt: silent.md, agent: defualt}"):
        [found] = check_scenario(put(tmp_path, f"variants: {{a: {given}}}\n"), settings)
        assert found.where is not None
        assert "nowhere.md" in found.sentence or "“default”" in found.hint


def test_each_variant_has_its_own_recording(tmp_path: Path) -> None:
    path = put(tmp_path)
    tapes = tmp_path / "cassettes"
    tapes.mkdir()
    (tapes / "keep.jsonl").write_text("not a recording\n", encoding="utf-8")
    result = compare(path, "--variant", "silent.md", "--model", "openai/m")
    assert result.return_value == Exit.STALE_RECORDING
    assert f"{tapes / 'keep.jsonl'}:1: the recording" in result.stdout
    assert f"{tapes / 'keep.silent.md.jsonl'}: Nothing is recorded yet." in result.stdout


def test_only_what_differs_is_a_change() -> None:
    before, after = {1: ["a", "b", "c"], 2: ["d"]}, {1: ["a", "x", "c"], 3: ["e"]}
    assert changes(before, after) == [(1, "- b"), (1, "+ x"), (2, "- d"), (3, "+ e")]
    assert changes(before, before) == []


def test_ctrl_c_leaves_a_report_of_what_was_compared(tmp_path: Path) -> None:
    put(tmp_path, "model: echo\n", name="a")
    put(tmp_path, "model: fault:hang\n", name="b")
    command = [sys.executable, "-m", "selu_lab", "--agents", str(shipped("agents")), "compare", ".", "--json", "r.json"]
    with subprocess.Popen(
        [*command, "--variant", "silent.md"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "A preference is kept\n"
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == Exit.INTERRUPTED
    told = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert told["exit"] == Exit.INTERRUPTED
    assert [one["file"] for one in told["scenarios"]] == ["a.yaml"]
