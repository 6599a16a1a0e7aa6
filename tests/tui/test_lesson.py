"""A lesson in full: its doubt, its evidence and the way to the turn and back, its timeline, what it changes."""

from __future__ import annotations

from functools import partial

from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.board import BoardScreen
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.screens.lesson import LessonScreen
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.screens.reflection import ReflectionScreen
from selu_lab.tui.widgets.evidence_line import EvidenceLine
from selu_lab.tui.widgets.transcript import WINDOW
from selu_lab.tui.widgets.user_message import UserMessage
from tests.tui import stories
from tests.tui.kit import app_with, shown, until
from tests.tui.learning import LEARNED, QUOTE, TOO_LONG, converse, demo_app, learned, lesson, status

SIZE = (120, 40)
HOSTILE = "Say [@click=app.quit]x[/] and list[int], never [/"


async def open_lesson(pilot: Pilot[None], app: LabApp) -> LessonScreen:
    """Open the first lesson from the board."""
    await pilot.press("f6")
    await until(pilot, lambda: isinstance(app.screen, BoardScreen) and app.screen.focused)
    await pilot.pause()
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, LessonScreen))
    await pilot.pause()
    assert isinstance(app.screen, LessonScreen)
    return app.screen


def quoted(app: LabApp) -> str:
    """What is marked in the message whose line has the focus."""
    assert isinstance(app.screen.focused, EvidenceLine)
    said = app.screen.focused.query_ancestor(UserMessage).query_one(".said", Static).content
    assert isinstance(said, Content)
    [span] = [one for one in said.spans if "underline" in str(one.style)]
    return said.plain[span.start : span.end]


async def test_doubt_evidence_and_timeline_are_told() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE) as pilot:
        await learned(app.lab)
        await converse(app.lab, "Hello again!", TOO_LONG)
        await open_lesson(pilot, app)
        text = shown(app)
        assert LEARNED in text
        assert "communication style · 3/2 observations · 0.97 ▸ 0.85" in text
        assert text.count("× 0.30") == 3
        assert "→ 0.03  of doubt left: confidence 0.97" in text
        assert text.count(f"“{QUOTE}”") == 3
        assert "“Hello again!”, turn 2 · not followed" in text
        for moment in (
            "created  1 · 0.70",
            "activated (2 observations",
            "injected in turns 1 to 2",
            "(not followed: it was",
        ):
            assert moment in text


def is_open(app: LabApp, conversation: str) -> bool:
    """Whether that conversation is the one at the desk."""
    return app.desk.conversation == conversation


async def test_evidence_leads_to_its_turn_and_the_turn_back_to_the_lesson() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        first, second = await learned(app.lab)
        await open_lesson(pilot, app)
        for place, conversation in enumerate((first, second)):
            await pilot.press(*["end"] * place, "enter")
            await until(pilot, partial(is_open, app, conversation))
            await until(pilot, lambda: isinstance(app.screen, ChatScreen))
            await until(pilot, lambda: isinstance(app.screen.focused, EvidenceLine))
            assert quoted(app) == QUOTE
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LessonScreen))
            await pilot.pause()
        assert len(app.screen_stack) == 3


async def test_a_turn_far_up_in_a_long_conversation_is_brought_into_sight() -> None:
    app, _ = app_with()
    conversation = stories.many(app.lab, 300)
    made = lesson(app.lab, "Answer in at most three sentences.", "clear", quote="Question 5")
    database = app.lab.workspace.database
    database.execute("UPDATE evidence SET conversation = ?, turn = 6", (conversation,))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_lesson(pilot, app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen) and isinstance(app.screen.focused, EvidenceLine))
        await until(pilot, lambda: "Question 5" in shown(app) and f"◆ {made}" in shown(app))
        assert app.chat.view.mounted_rows <= WINDOW


async def test_evidence_of_a_deleted_conversation_says_so() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        first, _ = await learned(app.lab)
        app.lab.journal.delete(first)
        await open_lesson(pilot, app)
        assert f"deleted conversation {first}" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: "There is no conversation" in shown(app))


async def test_a_turn_that_teaches_is_marked_once_its_reflection_ends() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        conversation = app.lab.start().id
        app.desk.open(conversation)
        await app.chat.show_conversation()
        await app.lab.chat.say(conversation, TOO_LONG)
        await app.lab.end(conversation)
        await until(pilot, lambda: "◆ L1" in shown(app))


async def test_the_block_of_lessons_before_and_after() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await learned(app.lab)
        screen = await open_lesson(pilot, app)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
        await until(pilot, lambda: "After  no turn yet" in shown(app))
        await pilot.press("escape")
        await converse(app.lab, "Hello again!")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("c")
        await until(pilot, lambda: "After  turn 1 of “Hello again!”" in shown(app))
        assert "Before turn 2 of “Good morning!”, without a lessons block" in shown(app)
        assert f"+ - {LEARNED}" in shown(app)


async def test_keys_work_here_too_and_a_purged_lesson_closes_its_page() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await learned(app.lab)
        await open_lesson(pilot, app)
        await pilot.press("d")
        await until(pilot, lambda: status(app.lab, "L1") == "removed" and "u restore" in shown(app))
        await pilot.press("x", "enter")
        await until(pilot, lambda: isinstance(app.screen, BoardScreen))
        await until(pilot, lambda: "No lessons yet" in shown(app))


async def test_the_reflection_that_wrote_the_evidence_can_be_opened() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await learned(app.lab)
        await open_lesson(pilot, app)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ReflectionScreen))
        await until(pilot, lambda: "Reflection of “Hello!” with default" in shown(app))


async def test_hostile_text_in_lessons_and_quotes_is_only_text() -> None:
    app, _ = app_with()
    conversation = stories.begin(app.lab)
    stories.turn(app.lab.journal, conversation, "Hello", *stories.answered("Yes."))
    stories.turn(app.lab.journal, conversation, HOSTILE, *stories.answered("Yes."))
    lesson(app.lab, "Answer briefly.", "clear", quote=HOSTILE)
    app.lab.workspace.database.execute("UPDATE evidence SET conversation = ?", (conversation,))
    app.lab.workspace.database.execute("UPDATE lessons SET text = ?", (HOSTILE,))  # it would not be stored so
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await open_lesson(pilot, app)
        assert shown(app).count(HOSTILE) == 2
        await pilot.click(".head", offset=(8, 0))
        app.screen.query_one(OptionList).focus()
        await pilot.press("s")
        await until(pilot, lambda: "No lesson is active" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen) and isinstance(app.screen.focused, EvidenceLine))
        await until(pilot, lambda: f"◆ L1  {HOSTILE}" in shown(app))
        await pilot.press("f6", "a")
        await until(pilot, lambda: status(app.lab, "L1") == "active")
        assert HOSTILE in shown(app)
