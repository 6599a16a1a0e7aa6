"""The shelf: all agents of some folders, read again when their files change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from selu_lab.errors import LabError
from selu_lab.packages import AgentShelf

from .shapes import agent_yaml, bundled_default, weather, write


def touch(path: Path, seconds: int) -> None:
    """Set a file's time, so that no test depends on how fast it runs."""
    os.utime(path, (seconds, seconds))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "default", bundled_default())
    write(tmp_path / "weather", weather())
    write(tmp_path / "notes", {"README.md": "no agent here"})
    write(tmp_path / ".hidden", bundled_default())
    return tmp_path


def test_a_folder_of_agents_and_an_agent_folder_both_work(folder: Path) -> None:
    assert AgentShelf([folder]).ids() == ("default", "weather")
    assert AgentShelf([folder / "weather"]).ids() == ("weather",)
    assert AgentShelf([folder, folder / "weather"]).ids() == ("default", "weather")


def test_an_unknown_agent_is_refused_with_the_nearest_id(folder: Path) -> None:
    with pytest.raises(LabError, match="Did you mean “weather”"):
        AgentShelf([folder]).get("wether")
    with pytest.raises(LabError, match="There are: default, weather"):
        AgentShelf([folder]).get("zzz")


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    shelf = AgentShelf([tmp_path / "nowhere"])
    assert shelf.ids() == ()
    assert [(problem.severity, problem.kind) for problem in shelf.problems] == [("error", "no-folder")]


def test_one_broken_agent_does_not_keep_the_others_out(folder: Path) -> None:
    write(folder / "weather", {"agent.yaml": "id: weather\n"})
    shelf = AgentShelf([folder])
    assert shelf.ids() == ("default",)
    [error] = [problem for problem in shelf.problems if problem.severity == "error"]
    assert (error.kind, Path(error.where.path).parent.name) == ("agent-not-loaded", "weather")
    assert error.sentence == "Agent “weather” is not loaded. The field “name” is missing."


def test_asking_for_a_broken_agent_tells_one_mistake_and_where_the_others_are_named(folder: Path) -> None:
    write(folder / "weather", {"agent.yaml": "id: 5\nrouting: no\n"})
    with pytest.raises(LabError, match=r"agent.yaml:1:1: .*“id” must be text.*`selu-lab check` names 2 more"):
        AgentShelf([folder]).get("weather")


def test_of_two_equal_ids_the_first_wins(folder: Path) -> None:
    write(folder / "zweites", weather() | {"agent.md": "the other one"})
    shelf = AgentShelf([folder])
    assert shelf.get("weather").folder == folder / "weather"
    [error] = [problem for problem in shelf.problems if problem.severity == "error"]
    assert (error.kind, error.where.path) == ("duplicate-id", folder / "zweites" / "agent.yaml")


def test_a_changed_prompt_is_read_again_and_named(folder: Path) -> None:
    shelf = AgentShelf([folder])
    assert shelf.refresh() == ()
    write(folder / "weather", {"agent.md": "Now say something else.\n"})
    [change] = shelf.refresh()
    assert (change.agent, change.kind) == ("weather", "changed")
    assert change.sentence == "agent.md of weather changed."
    assert shelf.get("weather").prompt("en").text == "Now say something else.\n"
    assert shelf.refresh() == ()


def test_a_touched_file_is_no_change(folder: Path) -> None:
    shelf = AgentShelf([folder])
    touch(folder / "weather" / "agent.md", 1_000_000)
    assert shelf.refresh() == ()


def test_a_change_of_equal_size_and_time_is_seen(folder: Path) -> None:
    path = folder / "weather" / "agent.md"
    path.write_text("one\n")
    touch(path, 1_000_000)
    shelf = AgentShelf([folder])
    path.unlink()
    path.write_text("two\n")
    touch(path, 1_000_000)
    assert [change.kind for change in shelf.refresh()] == ["changed"]
    assert shelf.get("weather").prompt("en").text == "two\n"


def test_new_and_removed_files_and_agents_are_named(folder: Path) -> None:
    shelf = AgentShelf([folder])
    (folder / "weather" / "agent.de.md").unlink()
    write(folder / "late", {"agent.yaml": agent_yaml("late"), "agent.md": "Late.\n"})
    for name in ("agent.yaml", "agent.md"):
        (folder / "default" / name).unlink()
    sentences = {change.sentence for change in shelf.refresh()}
    assert sentences == {"agent.de.md of weather changed.", "Agent late is new.", "Agent default is gone."}
    assert shelf.ids() == ("late", "weather")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("agent.yaml", b"id: [", "agent-not-loaded"),
        ("agent.md", b"f\xfcnf", "agent-not-loaded"),
        ("capabilities/weather/manifest.yaml", b"id: weather\nclass: tool", "dropped-capability"),
        ("i18n/de.yaml", b"agent: 5", "broken-bundle"),
    ],
)
def test_the_last_good_version_stays_while_a_file_is_broken(folder: Path, name: str, content: bytes, kind: str) -> None:
    shelf = AgentShelf([folder])
    good, path = shelf.get("weather"), folder / "weather" / name
    whole = path.read_bytes()
    path.write_bytes(content)
    assert [(change.agent, change.kind) for change in shelf.refresh()] == [("weather", "broken")]
    assert shelf.get("weather") is good
    assert [problem.kind for problem in shelf.problems if problem.severity == "error"] == [kind]
    assert shelf.refresh() == ()
    path.write_bytes(whole + b"\n")
    assert [change.kind for change in shelf.refresh()] == ["mended"]
    assert [problem for problem in shelf.problems if problem.severity == "error"] == []


def test_an_agent_broken_from_the_start_appears_when_mended(folder: Path) -> None:
    write(folder / "weather", {"agent.yaml": "id: ["})
    shelf = AgentShelf([folder])
    write(folder / "weather", {"agent.yaml": agent_yaml("weather")})
    assert [(change.agent, change.kind) for change in shelf.refresh()] == [("weather", "mended")]
    assert shelf.ids() == ("default", "weather")
