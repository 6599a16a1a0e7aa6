"""Which scenarios a run is about; none is never a success."""

from __future__ import annotations

from pathlib import Path

import pytest

from selu_lab.errors import Exit, LabError
from selu_lab.scenarios.selecting import (
    NothingSelectedError,
    Shard,
    parse_expression,
    read_shard,
    scenario_files,
    select,
)
from selu_lab.shipped import shipped

BODY = "name: {name}\ntags: {tags}\nsteps: [{{user: Hi, expect: [{{max_tool_calls: 0}}]}}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three scenarios, and files beside them that are none."""
    for file, name, tags in (
        ("remind.yaml", "Reminds in time", "[de, slow]"),
        ("search.yml", "Finds the Note", "[en]"),
        ("deep/secret.yaml", "Keeps no secret", "[de]"),
    ):
        path = tmp_path / "s" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BODY.format(name=name, tags=tags), encoding="utf-8")
    (tmp_path / "s" / "schema.json").write_text("{}", encoding="utf-8")
    (tmp_path / "s" / ".hidden").mkdir()
    (tmp_path / "s" / ".hidden" / "x.yaml").write_text("broken: [", encoding="utf-8")
    return tmp_path / "s"


@pytest.mark.parametrize(
    ("expression", "tags", "stems"),
    [
        ("", (), ["deep/secret", "remind", "search"]),
        ("remind", (), ["remind"]),
        ("NOTE or secret", (), ["deep/secret", "search"]),
        ("not note and not slow", (), ["deep/secret"]),
        ("not (note or slow)", (), ["deep/secret"]),
        ('"finds the note"', (), ["search"]),
        ("", ("de",), ["deep/secret", "remind"]),
        ("", ("de", "slow"), ["remind"]),
        ("secret or remind and slow", (), ["deep/secret", "remind"]),
    ],
)
def test_expressions_and_tags(folder: Path, expression: str, tags: tuple[str, ...], stems: list[str]) -> None:
    found = select(scenario_files([folder]), expression, tags)
    assert [str(one.path.relative_to(folder).with_suffix("")) for one in found] == stems


@pytest.mark.parametrize("expression", ["and", "a and", "not", "(a", "a b", "a or )", "()"])
def test_an_expression_that_is_none_is_refused(expression: str) -> None:
    with pytest.raises(LabError, match="not an expression"):
        parse_expression(expression)


def test_nothing_selected_is_an_error_of_its_own(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(NothingSelectedError, match="None of 3") as raised:
        select(scenario_files([folder]), "nowhere")
    assert raised.value.exit == Exit.NOTHING_SELECTED
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingSelectedError, match="no scenario"):
        select(scenario_files([tmp_path / "empty"]))


def test_a_broken_file_stops_the_run_even_when_it_is_not_selected(folder: Path) -> None:
    (folder / "broken.yaml").write_text("nam: x\n", encoding="utf-8")
    with pytest.raises(LabError, match=r"broken\.yaml:1"):
        select(scenario_files([folder]), "remind")


def test_each_file_comes_once_and_a_missing_one_is_told(folder: Path) -> None:
    assert len(scenario_files([folder, folder / "remind.yaml"])) == 3
    with pytest.raises(LabError, match="no such file"):
        scenario_files([folder / "nowhere.yaml"])


def test_without_paths_the_folder_here_is_meant_else_the_shipped_one(folder: Path, tmp_path: Path) -> None:
    assert {path.parent for path in scenario_files([])} == {shipped("scenarios")}
    folder.rename(tmp_path / "scenarios")
    assert len(scenario_files([])) == 3


def test_shards_are_disjoint_and_whole_and_do_not_depend_on_the_order_of_the_arguments(folder: Path) -> None:
    files = scenario_files([folder])
    forward, backward = select(files), select(files[::-1])
    shares = [Shard(part, 2).of(forward) for part in (1, 2)]
    assert sorted(one.path for share in shares for one in share) == sorted(files)
    assert [len(share) for share in shares] == [2, 1]
    assert {one.path for one in Shard(1, 2).of(backward)} == {one.path for one in shares[0]}


def test_an_empty_shard_is_no_success(folder: Path) -> None:
    with pytest.raises(NothingSelectedError, match="Shard 4/4 is empty"):
        Shard(4, 4).of(select(scenario_files([folder])))


@pytest.mark.parametrize("text", ["5/4", "0/4", "0/0", "1", "a/b", "1/", "-1/4", "1/4/2", "²/4", "1 /4"])
def test_a_shard_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(LabError, match="is no shard") as raised:
        read_shard(text)
    assert raised.value.exit == Exit.INVALID
