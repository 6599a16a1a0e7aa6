"""The shipped scenarios: all pass, in every time zone; their schema is current and says the same as the loader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from selu_lab.cli.front import Front
from selu_lab.cli.run import play_demo, run_command
from selu_lab.errors import Exit
from selu_lab.scenarios.selecting import scenario_files
from selu_lab.scenarios.spec import schema
from selu_lab.shipped import shipped
from selu_lab.yamlfile import load

FILES = scenario_files([shipped("scenarios")])
FIRST_LINE = "# yaml-language-server: $schema=schema.json"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_it_passes(path: Path) -> None:
    result = CliRunner().invoke(run_command, [str(path)], obj=Front(None, None, ()), standalone_mode=False)
    assert result.return_value == Exit.OK, result.output


def test_both_languages_and_all_rules_are_there() -> None:
    tags = {tag for path in FILES for tag in _tags(path)}
    assert {
        "de",
        "en",
        "search",
        "remember",
        "secrets",
        "reminders",
        "ask",
        "block",
        "profile",
        "lessons",
        "state",
    } <= tags
    assert len(FILES) >= 10


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Pacific/Kiritimati"])
def test_the_zone_of_the_machine_changes_nothing(zone: str, tmp_path: Path) -> None:
    names = ("reminder-fires", "remind-directly", "changing-state")
    files = [str(shipped("scenarios") / f"{name}.yaml") for name in names]
    environment = {**os.environ, "TZ": zone, "LANG": "C", "GITHUB_STEP_SUMMARY": ""}
    done = subprocess.run(
        [sys.executable, "-m", "selu_lab", "run", *files],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASS") == len(names)


MOMENTS = {
    "before-midnight": ("2026-05-06T23:59:00", "2026-05-07T00:01:00"),
    "gap": ("2026-03-29T01:59:00", "2026-03-29T03:01:00"),
    "overlap": ("2026-10-25T02:59:00+02:00", "2026-10-25T02:01:00+01:00"),
    "new-year": ("2026-12-31T23:59:00", "2027-01-01T00:01:00"),
    "leap-day": ("2028-02-29T23:59:00", "2028-03-01T00:01:00"),
}
AT = """\
name: {name}
agents: [default]
model: script
now: {now}
steps:
  - user: Remind me.
    model: [{{call: set_reminder, arguments: {{prompt: Buy tea, when: in 2 Minuten}}}}, {{say: Fine.}}]
    expect: [{{reminders: {{any: {{fire_at: "{fires}"}}}}}}]
  - advance: 2min
    model: [{{say: Tea!}}]
    expect: [{{reminder_fired: {{count: 1, late_seconds: 0}}}}]
"""


@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "Pacific/Kiritimati"])
def test_no_moment_and_no_zone_of_the_machine_changes_anything(zone: str, tmp_path: Path) -> None:
    for name, (now, fires) in MOMENTS.items():
        (tmp_path / f"{name}.yaml").write_text(AT.format(name=name, now=now, fires=fires), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "selu_lab", "--agents", str(shipped("agents")), "run", "."],
        cwd=tmp_path, env={**os.environ, "TZ": zone}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASS") == len(MOMENTS)


def test_the_schema_in_the_folder_is_current() -> None:
    assert json.loads((shipped("scenarios") / "schema.json").read_text("utf-8")) == schema()


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_an_editor_finds_nothing_wrong_in_it(path: Path) -> None:
    assert path.read_text("utf-8").startswith(FIRST_LINE)
    jsonschema.Draft202012Validator(schema()).validate(load(path).value)


@pytest.mark.parametrize(
    "body",
    [
        {"nmae": "x"},
        {"steps": []},
        {"steps": [{"usr": "Hi"}]},
        {"steps": [{"user": "Hi", "expect": [{"reply": {"contain": "x"}}]}]},
        {"steps": [{"user": "Hi", "approvals": [{"tool": "x", "answer": "alow"}]}]},
        {"repeat": {"times": 5, "pass": "some"}},
    ],
)
def test_an_editor_sees_what_the_loader_would_refuse(body: dict[str, object]) -> None:
    good = {"name": "n", "steps": [{"user": "Hi", "expect": [{"reply": "x"}]}]}
    validator = jsonschema.Draft202012Validator(schema())
    assert validator.is_valid(good)
    assert not validator.is_valid(good | body)


def test_the_tour_is_told_in_plain_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_demo(Front(None, None, ())) == Exit.OK
    told = capsys.readouterr().out
    for line in (
        "You → reise: I prefer a window seat",
        "asks for approval of memory_remember",
        "window seat on trains",
    ):
        assert line in told
    assert "Sun-4711-Moon" not in told


def _tags(path: Path) -> list[str]:
    node = load(path).get("tags")
    return [str(item.value) for item in node.items] if node else []
