"""`selu-lab init` gives a folder that passes, and touches nothing that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from selu_lab.__main__ import main


def test_what_it_writes_is_sound_and_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init"]) == 0
    files = capsys.readouterr().out.splitlines()
    assert "agents/default/agent.md" in files
    assert all((tmp_path / file).is_file() for file in files)
    assert main(["check"]) == 0
    capsys.readouterr()
    assert main(["run"]) == 0
    assert "3 scenarios: 3 pass." in capsys.readouterr().out


@pytest.mark.parametrize("there", ["agents", "scenarios"])
def test_nothing_is_overwritten(tmp_path: Path, there: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    (folder / there).mkdir(parents=True)
    (folder / there / "own.txt").write_text("mine", encoding="utf-8")
    assert main(["init", str(folder)]) == 4
    assert f"“{there}” is there already." in capsys.readouterr().err
    assert [path.name for path in folder.rglob("*")] == [there, "own.txt"]


def test_a_link_to_nowhere_is_not_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenarios").symlink_to(tmp_path / "elsewhere")
    assert main(["init"]) == 4
    assert not (tmp_path / "elsewhere").exists()
    assert not (tmp_path / "agents").exists()
