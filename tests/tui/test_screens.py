"""The lists over the screen: conversations, agents, models, users, and the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from selu_lab.lab import Outside, open_lab
from selu_lab.tui.app import LabApp
from selu_lab.tui.approvals import ApprovalQueue
from selu_lab.tui.kept_theme import NAME
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.screens.form import FormScreen
from selu_lab.tui.screens.listing import ListScreen
from tests.tui import stories
from tests.tui.kit import ScriptModel, app_with, settings, shown, until

SIZE = (120, 40)


async def opened(pilot: Pilot[None], app: LabApp, key: str) -> OptionList:
    """Open a list by its key."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(app.screen, ListScreen) and app.screen.focused)
    return app.screen.query_one(OptionList)


async def test_conversations_are_found_opened_renamed_exported_and_deleted(tmp_path: Path) -> None:
    app, _ = app_with()
    stories.with_calls(app.lab)
    old = stories.begin(app.lab)
    stories.turn(app.lab.journal, old, "About Berlin", *stories.answered("It is big."))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        entries = await opened(pilot, app, "f2")
        assert entries.option_count == 2
        await pilot.press("slash", *"berlin", "enter")
        assert entries.option_count == 1
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        app.screen.query_one(Input).value = "My Berlin"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ListScreen) and "My Berlin" in shown(app))
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        app.screen.query_one(Input).value = str(tmp_path / "berlin.md")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ListScreen))
        assert "It is big." in (tmp_path / "berlin.md").read_text(encoding="utf-8")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen) and "It is big." in shown(app))
        assert app.desk.conversation == old
        await pilot.press("ctrl+n")
        await opened(pilot, app, "f2")
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        await pilot.press("enter")
        await until(pilot, lambda: len(app.lab.journal.conversations("anna")) == 1)


async def test_another_agent_answers_from_here_on() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("f3", "down", "enter")
        await until(pilot, lambda: "From here on haushalt answers." in shown(app))
        assert "Selu Lab haushalt" in shown(app)


async def test_no_agent_s_name_is_broken_where_there_is_little_room() -> None:
    app, _ = app_with(language="de")
    async with app.run_test(size=(60, 20), notifications=True) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: "@default" in shown(app))
        assert "● Familienassistent" in shown(app)


async def test_models_say_whether_they_can_be_used_and_any_name_can_be_typed() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await opened(pilot, app, "f4")
        await pilot.press("slash", *"openai/nobody")
        await until(pilot, lambda: "There is no key for openai. Set OPENAI_API_KEY." in shown(app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: app.desk.model == "openai/nobody")
        await until(pilot, lambda: "cannot be used now" in shown(app))


async def test_a_new_user_is_made_and_has_its_own_page() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await opened(pilot, app, "f5")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        app.screen.query_one("#field-id", Input).value = "Not An Id"
        app.screen.query_one("#field-name", Input).value = "Ben"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "cannot be a user's id" in shown(app))
        app.screen.query_one("#field-id", Input).value = "ben"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, ListScreen) and "Ben" in shown(app))
        await pilot.press("slash", *"ben", "enter", "enter")
        await until(pilot, lambda: app.desk.user.id == "ben")
        await until(pilot, lambda: "Ben (en)" in shown(app))
        assert not app.desk.conversation


async def test_the_palette_offers_everything_and_changes_the_theme() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        await pilot.press(*"light")
        await until(pilot, lambda: "Light or dark" in shown(app))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: app.theme == "selu-light")


async def test_help_names_every_key_of_the_app() -> None:
    app, _ = app_with()
    async with app.run_test(size=(120, 60), notifications=True) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        screen = shown(app)
        for key in ("Enter", "Ctrl+J", "Esc", "PgUp", "Ctrl+Y", "Ctrl+N", "Ctrl+E", "Ctrl+T", "Ctrl+P", "Ctrl+Q"):
            assert key in screen
        for number in range(2, 6):
            assert f"F{number}" in screen


@pytest.mark.parametrize("damage", ["", "hot-pink\n"])
async def test_the_next_start_looks_as_this_one_was_left(tmp_path: Path, damage: str) -> None:
    def start() -> LabApp:
        approvals = ApprovalQueue()
        lab = open_lab(settings(), tmp_path / "workspace", Outside(approver=approvals, models=ScriptModel()))
        return LabApp(lab, approvals, quiet=True)

    looks = []
    for _ in range(2):
        app = start()
        async with app.run_test(size=SIZE, notifications=True):
            looks.append(app.theme)
            app.action_theme()
        app.lab.close()
    (tmp_path / "workspace" / NAME).write_text(damage, encoding="utf-8")
    app = start()
    assert [*looks, app.theme] == ["selu-dark", "selu-light", "selu-dark"]
    app.lab.close()
