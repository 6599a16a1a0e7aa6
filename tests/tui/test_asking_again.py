"""Asking again and editing the last text: what is replaced leaves the screen, not the log, and no draft is lost."""

from __future__ import annotations

import asyncio

from textual.pilot import Pilot

from selu_lab.conversation.items import TurnItem, UserItem
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.board import BoardScreen
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.widgets.lines import MarkLine
from selu_lab.tui.widgets.prompt import Prompt
from tests.tui.kit import app_with, shown, type_text, until
from tests.tui.test_chat import say
from tests.tui.test_note_files import command

SIZE = (120, 40)
NOTED = ("store_set", {"key": "list", "value": "milk"})


async def turn(pilot: Pilot[None], app: LabApp, number: int) -> None:
    """Wait for the end of a turn."""
    items = app.chat.view.fold
    await until(pilot, lambda: any(isinstance(item, TurnItem) and item.turn == number for item in items.items))
    await until(pilot, lambda: not app.chat.answering)
    await pilot.pause()


def asked(app: LabApp) -> list[str]:
    """The user's texts on screen."""
    return [item.text for item in app.chat.view.fold.items if isinstance(item, UserItem)]


async def test_ctrl_r_asks_again_and_the_old_answer_is_one_key_away() -> None:
    app, _ = app_with(("Hello.",), ("I note it.", NOTED), ("The old answer.",), ("The new answer.",))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "Good morning")
        await say(pilot, app, "Put milk on the list")
        app.chat.query_one(Prompt).insert("a draft")
        await pilot.press("ctrl+r")
        await turn(pilot, app, 3)
        assert asked(app) == ["Good morning", "Put milk on the list"]
        assert "The new answer." in shown(app)
        assert "The old answer." not in shown(app)
        assert "Turn 2 was taken back. What it did stays done: state “list”." in shown(app)
        assert app.chat.query_one(Prompt).text == "a draft"
        app.chat.query_one(MarkLine).focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
        await pilot.pause()
        assert "The old answer." in shown(app)


async def test_ctrl_g_edits_the_last_text_and_sending_it_replaces_its_turn() -> None:
    app, _ = app_with(("Tea?",), ("Coffee!",))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await say(pilot, app, "What do I drink")
        prompt = app.chat.query_one(Prompt)
        prompt.insert("a draft")
        await pilot.press("ctrl+g")
        assert prompt.text == "What do I drink"
        assert "sending this replaces turn 1 – Esc lets it be" in shown(app)
        await pilot.press(*" now", "enter")
        await turn(pilot, app, 2)
        assert asked(app) == ["What do I drink now"]
        assert "Tea?" not in shown(app)
        assert prompt.text == "a draft"
        assert "replaces" not in shown(app)


async def test_esc_gives_an_edit_up_and_loses_nothing_that_was_written() -> None:
    app, _ = app_with(("One.",), ("Two.",))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "first")
        prompt = app.chat.query_one(Prompt)
        prompt.insert("a draft")
        await pilot.press("ctrl+g", "escape")
        assert prompt.text == "a draft"
        await pilot.press("ctrl+g", "!", "escape")
        assert prompt.text == "first!"
        assert "replaces" not in shown(app)
        await pilot.press("enter")
        await turn(pilot, app, 2)
        assert asked(app) == ["first", "first!"]  # a text of its own
        await pilot.press("up", "up")
        assert prompt.text == "a draft"


async def test_looking_into_the_panel_does_not_give_an_edit_up() -> None:
    app, _ = app_with(("One.",))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await say(pilot, app, "first")
        await pilot.press("ctrl+g", "f8")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert "sending this replaces turn 1" in shown(app)


async def test_nothing_is_asked_again_while_an_answer_comes_or_after_the_end() -> None:
    app, model = app_with(("Berlin ", "is big."))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("ctrl+r", "ctrl+g")
        assert asked(app) == []
        model.hold = asyncio.Event()
        await type_text(pilot, "Tell me")
        await until(pilot, lambda: app.chat.answering)
        await pilot.press("ctrl+r", "ctrl+g")
        assert app.chat.query_one(Prompt).text == ""
        model.hold.set()
        await turn(pilot, app, 1)
        await pilot.press("ctrl+e")
        await until(pilot, lambda: app.desk.ended)
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert asked(app) == ["Tell me"]


async def test_the_palette_offers_what_does_something_now_and_does_it_in_sight() -> None:
    app, model = app_with(("Berlin ", "is big."), ("Very big.",))
    talking = {"End conversation", "Ask again", "Edit the last text"}

    def offered() -> set[str]:
        return talking & {command.title for command in app.get_system_commands(app.screen)}

    async with app.run_test(size=SIZE, notifications=True) as pilot:
        assert not offered()
        model.hold = asyncio.Event()
        await type_text(pilot, "Tell me")
        await until(pilot, lambda: app.chat.answering)
        assert not offered()  # a second turn would wait behind this one and take it back
        model.hold.set()
        await turn(pilot, app, 1)
        assert offered() == talking
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, BoardScreen))
        await command(pilot, "Edit the last text")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen) and "Tell me" in app.chat.query_one(Prompt).text)
