"""The lessons board: lessons appear while one looks, every key does what it says or tells why it does not."""

from __future__ import annotations

from functools import partial

import pytest
from textual.pilot import Pilot

from selu_lab.memory.users import User
from selu_lab.tools.approval import ApprovalRequest
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.ask import AskScreen
from selu_lab.tui.screens.board import BoardScreen
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.screens.conversations import ConversationsScreen
from selu_lab.tui.screens.form import FormScreen
from selu_lab.tui.screens.lesson_agents import LessonAgentsScreen
from selu_lab.tui.screens.swap import SwapScreen
from selu_lab.tui.widgets.board_column import BoardColumn
from tests.tui import stories
from tests.tui.kit import app_with, shown, until
from tests.tui.learning import LEARNED, TOO_LONG, board, converse, demo_app, is_status, lesson, status

SIZE = (120, 40)


async def open_board(pilot: Pilot[None], app: LabApp) -> BoardScreen:
    """Press F6 and wait for the cursor to be on a card."""
    await pilot.press("f6")
    await until(pilot, lambda: isinstance(app.screen, BoardScreen) and app.screen.focused)
    await pilot.pause()
    assert isinstance(app.screen, BoardScreen)
    return app.screen


async def test_a_lesson_emerges_while_one_looks() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        assert "No lessons yet" in shown(app)
        await converse(app.lab, "Hello!", TOO_LONG)
        await until(pilot, lambda: "1/2 observations · 0.70 ▸ 0.85" in shown(app))
        assert "Suggestion 1" in shown(app)
        assert LEARNED in shown(app)
        assert "One more observation needed: one clear correction" in shown(app)
        await converse(app.lab, "Good morning!", TOO_LONG)
        await until(pilot, lambda: "2/2 observations · 0.91 ▸ 0.85" in shown(app))
        assert "Active 1/10" in shown(app)
        assert not app._notifications


async def test_every_key_moves_the_card_and_the_cursor_follows_it() -> None:
    app, _ = app_with()
    board(app.lab)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        screen = await open_board(pilot, app)
        assert screen.chosen == "L4"
        for key, then in (("a", "active"), ("p", "paused"), ("r", "active"), ("d", "removed"), ("u", "suggested")):
            await pilot.press(key)
            await until(pilot, partial(is_status, app.lab, "L4", then))
            await pilot.pause()
            assert screen.chosen == "L4"
            assert f"Enter details · {'a ' if then == 'suggested' else ''}" in shown(app)
        assert shown(app).count("restored by you") == 1
        await pilot.press("right")
        sure = screen.chosen
        for key, then in (("d", "removed"), ("u", "suggested")):
            await pilot.press(key)
            await until(pilot, partial(is_status, app.lab, sure, then))
            await pilot.pause()
        assert "Restored by you, it waits" in shown(app)
        assert shown(app).count("restored by you") == 1  # where the reason says it, no flag does


async def test_purge_asks_first() -> None:
    app, _ = app_with()
    board(app.lab)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        screen = await open_board(pilot, app)
        await pilot.press("x")
        await until(pilot, lambda: "L4 cannot be purged: it is not removed." in shown(app))
        await pilot.press("right", "right", "right", "x")
        await until(pilot, lambda: isinstance(app.screen, FormScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert status(app.lab, "L5") == "removed"
        await pilot.press("x", "enter")
        await until(pilot, lambda: len(app.lab.lessons.all("anna", "default")) == 4)
        await until(pilot, lambda: app.screen is screen and screen.chosen)


async def test_the_eleventh_waits_and_takes_the_place_of_one_the_user_chooses() -> None:
    app, _ = app_with()
    for number in range(11):
        lesson(app.lab, f"Rule number {number}.", "clear", "clear")
    app.lab.lessons.remove("anna", "default", lesson(app.lab, "Something else.", "weak"))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        assert "waits for a place" in shown(app)
        assert "10 of 10 active; it moves up" in shown(app)
        await pilot.press("a")
        await until(pilot, lambda: "10 of 10 lessons are active" in shown(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SwapScreen) and app.screen.focused)
        await pilot.press("down", "enter")
        await until(pilot, lambda: status(app.lab, "L11") == "active")
        assert status(app.lab, "L2") == "paused"


@pytest.mark.parametrize(
    ("key", "said"), [("r", "L2 cannot be resumed: it is active."), ("s", "L2 cannot take another lesson's place")]
)
async def test_what_cannot_be_says_why(key: str, said: str) -> None:
    app, _ = app_with()
    board(app.lab)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        await pilot.press("right", key)
        await until(pilot, lambda: said in " ".join(shown(app).split()))
        assert status(app.lab, "L2") == "active"


async def test_of_two_opposites_only_one_becomes_active() -> None:
    app, _ = app_with()
    board(app.lab)
    app.lab.lessons.ledger.link("L4", "L2")
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        assert "conflicts with L2" in shown(app)
        await pilot.press("a")
        await until(pilot, lambda: "L4 contradicts L2, which is active." in shown(app))


async def test_a_small_screen_shows_one_column_under_the_names_of_all() -> None:
    app, _ = app_with()
    board(app.lab)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await open_board(pilot, app)
        seen = []
        for _ in range(4):
            [column] = [one for one in screen.query(BoardColumn) if one.display]
            assert all(name in shown(app) for name in ("Suggestion 2", "Active 1/10", "Paused 1", "Removed 1"))
            seen.append(column.status)
            await pilot.press("right")
            await pilot.pause()
        assert seen == ["suggested", "active", "paused", "removed"]


async def test_titles_are_in_the_users_language() -> None:
    app, _ = app_with()
    board(app.lab)
    app.desk.user = app.lab.users.put(User("anna", "Anna", "de", "Europe/Berlin"))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        assert all(name in shown(app) for name in ("Vorschlag 2", "Aktiv 1/10", "Pausiert 1", "Entfernt 1"))


async def test_another_agents_lessons_can_be_shown_and_changed() -> None:
    app, _ = app_with()
    board(app.lab)
    other = lesson(app.lab, "Name the platform of the train.", "clear", agent="reise")
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        screen = await open_board(pilot, app)
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, LessonAgentsScreen) and app.screen.focused)
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.screen is screen and screen.chosen == other)
        assert "Lessons of reise" in shown(app)
        await pilot.press("a")
        await until(pilot, lambda: app.lab.lessons.get("anna", "reise", other).status == "active")


async def test_what_was_no_lesson_leads_to_its_turn() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        conversation = await converse(app.lab, "Hello!", "I am allergic to nuts.")
        screen = await open_board(pilot, app)
        await pilot.press("v")
        await until(pilot, lambda: "it is a fact about the user · it belongs to: profile" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen) and app.desk.conversation == conversation)
        await until(pilot, lambda: "I am allergic to nuts." in shown(app))
        assert not screen.is_attached


async def test_productions_view_stands_beside_ours() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await converse(app.lab, TOO_LONG, "Hello!", "Hello!", "Hello!", "Hello!", "Hello!")
        await open_board(pilot, app)
        await pilot.press("v", "v")
        await until(pilot, lambda: "active · 2 signals · 0.90" in shown(app))
        assert "suggested · L1 · 1/2 observations · 0.70 ▸ 0.85" in shown(app)
        assert "It would have reflected 1 time; 1 turn" in shown(app)


async def test_a_conversation_chosen_over_the_board_is_shown() -> None:
    app, _ = app_with()
    conversation = stories.with_calls(app.lab)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, ConversationsScreen) and app.screen.focused)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen) and app.desk.conversation == conversation)
        await until(pilot, lambda: "Noted, and I remind you" in shown(app))


async def test_f6_goes_to_the_board_and_back_but_never_over_a_question() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_board(pilot, app)
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen))
        asked = app.run_worker(app.approvals.ask(ApprovalRequest("c", "default", "store_set", {}, "", 1, 1, "none")))
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press("f6", "f7")
        await pilot.pause()
        assert isinstance(app.screen, AskScreen)
        await pilot.press("escape")
        await until(pilot, lambda: asked.is_finished)
