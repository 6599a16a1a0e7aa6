"""check: what is checked, where each finding lies, and that it works beside the user's own agents."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import AGENTS

SOUND = "id: garten\nname: Garten\nsession: {}\ni18n: {default_locale: de}\n"


def agent(folder: Path, text: str = SOUND) -> Path:
    """An agent package of the user's own."""
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text(text, encoding="utf-8")
    (folder / "agent.md").write_text("Hilf im Garten.\n", encoding="utf-8")
    return folder


def tour(folder: Path) -> Path:
    """The shipped scenario, which needs agents this user does not have."""
    folder.mkdir(parents=True)
    return Path(shutil.copy(AGENTS.parent / "scenarios" / "demo.yaml", folder))


def test_the_user_s_own_agents_folder_is_checked_and_no_other(plain_run: Run, tmp_path: Path) -> None:
    agent(tmp_path / "agents" / "garten", SOUND + "memory: {}\n")
    code, out, err = plain_run("check", "--quiet")
    assert (code, err) == (0, "0 errors, 1 warning.\n")
    assert out.startswith("agents/garten/agent.yaml:5:1: warning: The key “memory” is ignored.")


def test_scenarios_beside_them_are_held_against_the_user_s_own_agents(plain_run: Run, tmp_path: Path) -> None:
    agent(tmp_path / "agents" / "garten")
    tour(tmp_path / "scenarios")
    code, out, _ = plain_run("check", "--quiet")
    assert code == 1
    assert out == "scenarios/demo.yaml:4:10: error: There is no agent “default”. There are: garten.\n"
    assert plain_run("check", "--quiet", ".")[:2] == (code, out)


def test_all_mistakes_of_an_agent_are_named_in_one_go(plain_run: Run, tmp_path: Path) -> None:
    agent(tmp_path / "agents" / "garten", "id: garten\nrouting: foo\nsession: 5\n")
    code, out, err = plain_run("check", "--quiet")
    assert (code, err) == (1, "3 errors, 0 warnings.\n")
    assert [line.split(" is not loaded. ")[1] for line in out.splitlines()] == [
        "The field “name” is missing.",
        "The field “routing” must be one of auto, inline, delegate.",
        "session must hold keys with values.",
    ]


def test_json_says_file_and_line_as_everywhere(plain_run: Run, tmp_path: Path) -> None:
    agent(tmp_path / "agents" / "garten", SOUND + "memory: {}\n")
    [found] = json.loads(plain_run("check", "--quiet", "--json")[1])
    assert (found["severity"], found["kind"], found["hint"] != "") == ("warning", "ignored-key", True)
    assert (found["file"], found["line"], found["column"]) == ("agents/garten/agent.yaml", 5, 1)


@pytest.mark.parametrize("name", ["", "agent.yaml", "agent.md"])
def test_a_package_may_be_named_by_its_folder_or_a_file_of_it(plain_run: Run, tmp_path: Path, name: str) -> None:
    folder = agent(tmp_path / "garten", SOUND + "memory: {}\n")
    code, out, _ = plain_run("check", "--quiet", str(folder / name))
    assert (code, "“memory” is ignored" in out) == (0, True)


def test_scenarios_in_folders_further_down_are_found(plain_run: Run, tmp_path: Path) -> None:
    tour(tmp_path / "mine" / "deeper")
    assert plain_run("--agents", str(AGENTS), "check", "mine") == (0, "", "0 errors, 0 warnings.\n")


@pytest.mark.parametrize("paths", [(), ("agents",), (".",)])
def test_an_empty_agents_folder_is_nothing_to_check(plain_run: Run, tmp_path: Path, paths: tuple[str, ...]) -> None:
    (tmp_path / "agents").mkdir()
    code, _, err = plain_run("check", *paths)
    assert (code, err.count("\n")) == (5, 1)
    assert "There is no agent package and no scenario here" in err


def test_a_path_that_does_not_exist_is_told(plain_run: Run) -> None:
    code, _, err = plain_run("check", "nowhere")
    assert (code, err) == (4, "selu-lab: nowhere: There is no such file or folder.\n")


@pytest.mark.parametrize(("setting", "kinds"), [("false", ["tool-not-in-lab"]), ("true", [])])
def test_production_s_tools_are_offered_where_the_settings_say_so(
    plain_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, kinds: list[str]
) -> None:
    monkeypatch.setenv("SELU_LAB_PRODUCTION_TOOLS", setting)
    agent(tmp_path / "agents" / "garten")
    (tmp_path / "agents" / "garten" / "agent.md").write_text("Rufe `memory_forget` auf, wenn etwas nicht mehr gilt.\n")
    found = json.loads(plain_run("check", "--json")[1])
    assert [one["kind"] for one in found if one["kind"].startswith("tool-not")] == kinds


def test_the_demo_plays_the_shipped_tour_beside_the_user_s_own_agents(plain_run: Run, tmp_path: Path) -> None:
    agent(tmp_path / "agents" / "default", "id: default\nname: Mine\nrouting: broken\n")
    code, out, err = plain_run("demo")
    assert (code, "1 scenario: 1 pass." in err) == (0, True)
    assert "Lesson L1 created" in out
    assert not (tmp_path / ".selu-lab").exists()
