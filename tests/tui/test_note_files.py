"""Notes into a file and out of one, by key and from the palette: nothing is lost, overwritten or swallowed unasked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input, Static

from selu_lab.memory.note import Origin
from selu_lab.memory.notes import Notes
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.form import FormScreen
from selu_lab.tui.screens.reading import ReadingScreen
from tests.tui import stories
from tests.tui.kit import app_with, shown, until

SIZE = (120, 40)
TEXTS = ("Anna drinks oat milk", "The bike is in the cellar\nbehind the boxes")


def filled(app: LabApp) -> Notes:
    """The user's notes, two of them."""
    notes = app.lab.notes(app.desk.user.id)
    for text in TEXTS:
        notes.remember(text, Origin("default"), app.lab.clock.now())
    return notes


def told(app: LabApp) -> str:
    """What the form says, wherever its lines break."""
    return " ".join(str(app.screen.query_one(".fault", Static).content).split())


async def give(pilot: Pilot[None], app: LabApp, path: Path | str) -> None:
    """Type a path into the form that opens, and confirm it."""
    await until(pilot, lambda: isinstance(app.screen, FormScreen) and app.screen.query(Input))
    app.screen.query_one(Input).value = str(path)
    await pilot.press("enter")


async def command(pilot: Pilot[None], name: str) -> None:
    """Choose something from the palette, which shows its whole name once it was found."""
    await pilot.press("ctrl+p")
    await until(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
    await pilot.press(*name.lower())
    await until(pilot, lambda: name in shown(pilot.app))  # type: ignore[arg-type]
    await pilot.press("down", "enter")


@pytest.mark.parametrize("name", ["notes.jsonl", "notes.md"])
async def test_what_was_exported_by_key_is_imported_by_another_user(tmp_path: Path, name: str) -> None:
    app, _ = app_with()
    notes = filled(app)
    app.desk.open(stories.begin(app.lab))
    file = tmp_path / name
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await app.chat.open_tab("notes")
        await pilot.press("x")
        await give(pilot, app, file)
        await until(pilot, lambda: "2 notes written to" in shown(app))
        assert file.read_text("utf-8") == notes.export("markdown" if name.endswith("md") else "jsonl")
        for note in notes.all():
            notes.delete(note.id)
        await until(pilot, lambda: not isinstance(app.screen, FormScreen))
        await pilot.press("i")
        await give(pilot, app, file)
        await until(pilot, lambda: "2 notes stored, 0 there before, 0 refused." in shown(app))
        await until(pilot, lambda: "The bike is in the cellar" in shown(app))
        assert {note.content for note in notes.all()} == set(TEXTS)
        await until(pilot, lambda: f"2 notes imported from {name}." in shown(app))  # a mark in the transcript


async def test_a_file_that_is_there_is_overwritten_only_when_enter_is_pressed_again(tmp_path: Path) -> None:
    app, _ = app_with()
    filled(app)
    file, other = tmp_path / "old.jsonl", tmp_path / "older.jsonl"
    for one in (file, other):
        one.write_text("precious", encoding="utf-8")
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await command(pilot, "Export notes")
        await give(pilot, app, file)
        await until(pilot, lambda: "old.jsonl: This file exists already. Enter once more writes over it." in told(app))
        await give(pilot, app, other)  # another name is asked about anew
        await until(pilot, lambda: "older.jsonl: This file exists already." in told(app))
        assert file.read_text("utf-8") == other.read_text("utf-8") == "precious"
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, FormScreen))
        assert file.read_text("utf-8") == "precious"
        assert [json.loads(line)["content"] for line in other.read_text("utf-8").splitlines()] == list(TEXTS)


async def test_an_import_tells_line_by_line_what_was_not_taken_in(tmp_path: Path) -> None:
    app, _ = app_with()
    notes = filled(app)
    file = tmp_path / "notes.md"
    lines = ["# Notes", "- Anna drinks oat milk", "- Grandma comes on Sunday", "", "My password is here:", ""]
    file.write_text("\n".join([*lines, "- My password is Sun-4711-Moon"]), encoding="utf-8")
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await command(pilot, "Import notes")
        await give(pilot, app, file)
        await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
        await pilot.pause()
        assert "1 note stored, 1 there before, 1 refused, 1 line skipped." in shown(app)
        assert "line 7: refused (password)" in shown(app)
        assert "line 5: skipped, for it is no list item: “My password is here:”" in shown(app)
        assert "Sun-4711-Moon" not in shown(app)
        assert notes.count() == 3


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "A file needs a name."),
        ("nowhere.jsonl", "The file cannot be read (No such file or directory)."),
        ("folder", "The file cannot be read (Is a directory)."),
        ("broken.jsonl", "broken.jsonl:2:"),
        ("latin.md", "The file is not UTF-8 text. Save it as UTF-8."),
        ("~nobody-of-this-name/notes.md", "There is no such home folder."),
        ("n" * 300, "The file cannot be read (File name too long)."),
    ],
)
async def test_what_cannot_be_imported_is_said_in_the_form_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("broken.jsonl").write_text('{"content": "Anna drinks oat milk"}\nnonsense\n', encoding="utf-8")
    Path("latin.md").write_bytes(b"- Caf\xe9\n")
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        app.action_import_notes()
        await give(pilot, app, name)
        await until(pilot, lambda: said in told(app))
        assert isinstance(app.screen, FormScreen)
        assert app.lab.notes(app.desk.user.id).count() == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("folder", "folder: This is no file. Choose another name."),
        ("nowhere/notes.md", "The file cannot be written (No such file or directory)."),
        ("n" * 300, "The file cannot be written (File name too long)."),
    ],
)
async def test_what_cannot_be_written_is_said_in_the_form_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        app.action_export_notes()
        await give(pilot, app, name)
        await until(pilot, lambda: said in told(app))
        assert isinstance(app.screen, FormScreen)
