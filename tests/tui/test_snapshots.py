"""How the screens look. `make snapshots` accepts them as they are now; look at the report before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from textual.pilot import Pilot

from selu_lab.tools.approval import Approval, ApprovalRequest
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.ask import AskScreen
from selu_lab.tui.widgets.prompt import Prompt
from tests.tui import stories
from tests.tui.kit import app_with, until

WIDE, NARROW = (120, 40), (80, 24)
Before = Callable[[Pilot[None]], Awaitable[None]]


class SnapCompare(Protocol):
    """What the plugin gives."""

    def __call__(self, app: LabApp, *, terminal_size: tuple[int, int], run_before: Before) -> bool: ...


def before(app: LabApp, *keys: str, then: Before | None = None) -> Before:
    """Hold the cursor still, press keys, do the rest."""

    async def run(pilot: Pilot[None]) -> None:
        prompt = app.chat.query_one(Prompt)
        prompt.cursor_blink = False
        await until(pilot, lambda: app.desk.label_known)
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        if then:
            await then(pilot)
        await pilot.pause()

    return run


def tab(app: LabApp, name: str) -> Before:
    """Bring a tab of the panel to the front."""

    async def run(pilot: Pilot[None]) -> None:
        await app.chat.open_tab(name)
        await pilot.pause()

    return run


def question(app: LabApp, request: ApprovalRequest) -> Before:
    """Ask, and wait until the dialog takes answers."""
    asked: list[asyncio.Task[Approval]] = []

    async def run(pilot: Pilot[None]) -> None:
        asked.append(asyncio.create_task(app.approvals.ask(request)))
        await until(pilot, lambda: isinstance(app.screen, AskScreen) and not app.screen.inert)

    return run


def test_home(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app))


def test_streaming(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    app.desk.open(stories.streaming(app.lab))
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app))


def test_calls_and_context(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))

    async def open_search(pilot: Pilot[None]) -> None:
        app.chat.query("CallMessage").first().focus()
        await pilot.press("enter")

    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, then=open_search))


def test_ask(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    conversation = stories.with_calls(app.lab)
    app.desk.open(conversation)
    arguments = {"key": "list", "value": "oat milk"}
    message = "I would put oat milk on your list."
    request = ApprovalRequest("c", "default", "store_set", arguments, message, 1, 2, conversation)
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, then=question(app, request)))


def test_ask_with_long_arguments(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    conversation = stories.with_calls(app.lab)
    app.desk.open(conversation)
    message = "I would write to Grandma that you come on Sunday, with the children and by train."
    request = ApprovalRequest("c", "default", "mail__send_email", stories.long_call(), message, 1, 1, conversation)
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, then=question(app, request)))


def test_lessons(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    stories.lessons(app.lab)
    app.desk.open(stories.with_calls(app.lab))
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, then=tab(app, "lessons")))


def test_reminders(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    stories.reminders(app.lab)
    app.desk.open(stories.with_calls(app.lab))
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, then=tab(app, "reminders")))


def test_help(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, "f1"))


def test_light(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    app.action_theme()
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app))


def test_narrow(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app))


def test_error(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    conversation = stories.begin(app.lab)
    sentence = "There is no key for openai. Set OPENAI_API_KEY, or choose another model (F4)."
    stories.turn(app.lab.journal, conversation, "Hello?", stories.ended("failed", sentence))
    app.desk.open(conversation)
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app))


def test_conversations(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    old = stories.begin(app.lab, "haushalt")
    stories.turn(app.lab.journal, old, "What is on the shopping list?", *stories.answered("Bread."))
    app.lab.chat.end(old)
    app.desk.open(stories.with_calls(app.lab))
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, "f2"))
