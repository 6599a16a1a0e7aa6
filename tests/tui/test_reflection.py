"""A reflection on screen: its stages light up while it runs, each can be read in full, a failed one is tried again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from functools import partial

from textual.widgets import OptionList

from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.screens.lesson import LessonScreen
from selu_lab.tui.screens.reading import ReadingScreen
from selu_lab.tui.screens.reflection import ReflectionScreen
from selu_lab.tui.widgets.lines import MarkLine
from tests.tui.kit import app_with, shown, type_text, until
from tests.tui.learning import LEARNED, QUOTE, TOO_LONG, demo_app, learned

SIZE = (120, 40)
NOTHING = json.dumps({"observations": []})


def all_shown(app: LabApp, texts: Sequence[str]) -> bool:
    """Whether all of these are on screen."""
    return all(text in shown(app) for text in texts)


def is_open(app: LabApp, kind: type[object]) -> bool:
    """Whether such a screen is in front."""
    return isinstance(app.screen, kind)


async def test_stages_light_up_one_after_another() -> None:
    app, model = app_with(("Of course.",), (NOTHING,))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await type_text(pilot, "Hello?")
        await until(pilot, lambda: not app.chat.answering and "Of course." in shown(app))
        model.hold = asyncio.Event()
        await pilot.press("f7")
        await until(pilot, lambda: isinstance(app.screen, ReflectionScreen) and "running …" in shown(app))
        lines = shown(app).splitlines()
        signs = {name: line.split()[0] for line in lines for name in line.split()[1:2] if name.isupper()}
        assert signs == {"COLLECT": "●", "OBSERVE": "◉", "MATCH": "○", "SCORE": "○", "CURATE": "○"}
        model.hold.set()
        await until(pilot, lambda: "Nothing was there to learn." in shown(app))
        assert shown(app).count("○") == 0
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ChatScreen))


async def test_a_failed_reflection_says_why_and_is_tried_again() -> None:
    app, model = app_with(("Of course.",), ("no JSON",), ("no JSON",), (NOTHING,))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await type_text(pilot, "Hello?")
        await until(pilot, lambda: not app.chat.answering and "Of course." in shown(app))
        await pilot.press("f7")
        await until(pilot, lambda: "No lesson was touched. t tries again." in shown(app))
        [run] = app.lab.reflector.runs.all("anna", "default")
        assert run.sentence.split(".")[0] in " ".join(shown(app).split())
        assert "✗ OBSERVE" in shown(app)
        await pilot.press("t")
        await until(pilot, lambda: "Nothing was there to learn." in shown(app))
        assert model.answers == []


async def test_a_stage_is_read_with_verdicts_input_prompts_and_output() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await learned(app.lab)
        app.action_reflection()
        await until(pilot, lambda: isinstance(app.screen, ReflectionScreen) and app.screen.focused)
        screen = app.screen
        expected = (
            ("Input", "Output"),
            (f"O1  {LEARNED}", f"explicit correction, clear, turn 2: “{QUOTE}”", "Input"),
            ("O1  supports L1 by code",),
            ("1 · 0.70 → 2 · 0.91   1.00 × 0.30 × 0.30 → 0.09",),
            ("reinforced", "activated (2 observations, confidence 0.91)"),
        )
        for place, texts in enumerate(expected):
            await until(pilot, lambda: app.screen is screen)
            screen.query_one("#stages", OptionList).highlighted = place
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ReadingScreen))
            await until(pilot, partial(all_shown, app, texts))
            if place == 1:
                await pilot.press("c")
                assert "Prompt 1\n" in app.clipboard
                assert '"observations"' in app.clipboard
            await pilot.press("escape")


async def test_an_earlier_reflection_can_be_chosen() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await learned(app.lab)
        app.action_reflection()
        await until(pilot, lambda: "Reflection of “Good morning!”" in shown(app))
        await pilot.press("tab", "down", "enter")
        await until(pilot, lambda: "Reflection of “Hello!”" in shown(app))
        assert "new O1 0.70" in shown(app)


async def test_marks_in_the_transcript_lead_to_the_lesson_and_the_reflection() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        first, _ = await learned(app.lab)
        app.desk.open(first)
        await app.chat.show_conversation()
        doors = [line for line in app.chat.query(MarkLine) if line.can_focus]
        for line, kind in zip(doors, (LessonScreen, ReflectionScreen), strict=True):
            line.focus()
            await pilot.press("enter")
            await until(pilot, partial(is_open, app, kind))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, ChatScreen))


async def test_reflecting_with_nothing_new_says_so_instead_of_doing_it_again() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("f7")
        await until(pilot, lambda: "There is no conversation yet." in shown(app))
        conversation = app.lab.start().id
        await app.lab.chat.say(conversation, TOO_LONG)
        app.desk.open(conversation)
        await pilot.press("f7")
        await until(pilot, lambda: "L1 created." in shown(app))
        await pilot.press("n")
        await until(pilot, lambda: "Nothing was said since the last reflection." in shown(app))
        assert len(app.lab.reflector.runs.all("anna", "default")) == 1


async def test_nothing_new_is_told_once_however_many_agents_answered() -> None:
    app = demo_app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        conversation = app.lab.start().id
        for agent in ("default", "reise"):
            await app.lab.chat.say(conversation, f"@{agent} {TOO_LONG}")
        await app.lab.reflect(conversation)
        app.desk.open(conversation)
        await pilot.press("f7")
        await until(pilot, lambda: "Nothing was said since the last reflection." in shown(app))
        assert [one.message.partition(" ")[0] for one in app._notifications].count("Nothing") == 1
