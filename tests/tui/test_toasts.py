"""Toasts: seen wherever the user is, and never over what they write into or answer."""

from __future__ import annotations

import asyncio

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets._toast import Toast

from selu_lab.tools.approval import ApprovalRequest
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens.ask import AskScreen
from selu_lab.tui.widgets.prompt import Prompt
from tests.tui import stories
from tests.tui.kit import app_with, shown, until

SIZES = [(120, 40), (80, 24), (60, 20), (40, 10)]
LONG = "Keep answers short, two or three sentences at most, unless somebody asks for details of a plan. " * 2


async def toast(pilot: Pilot[None], app: LabApp) -> list[Region]:
    """Tell something short and something long; gives what of it is in sight."""
    app.notify("Copied.", markup=False)
    app.notify(LONG, title="Lesson of default activated", markup=False)
    await until(pilot, lambda: len(app.screen.query(Toast)) == 2)
    await pilot.pause()
    return [app.screen.find_widget(one).visible_region for one in app.screen.query(Toast) if one.display]


@pytest.mark.parametrize("size", SIZES)
async def test_a_toast_leaves_the_prompt_and_the_keys_alone(size: tuple[int, int]) -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=size, notifications=True) as pilot:
        seen = await toast(pilot, app)
        prompt = app.chat.query_one(Prompt).region
        assert all(not region.overlaps(prompt) and region.bottom < size[1] for region in seen)
        assert all(region.width <= size[0] // 2 for region in seen)
        assert "Copied." in shown(app)


@pytest.mark.parametrize("size", SIZES)
async def test_over_a_form_a_toast_has_the_header(size: tuple[int, int]) -> None:
    app, _ = app_with()
    async with app.run_test(size=size, notifications=True) as pilot:
        await app.chat.open_tab("profile")
        await pilot.press("n")
        await until(pilot, lambda: app.screen.query(".sheet"))
        await pilot.pause()
        assert all(not one.overlaps(app.screen.query_one(".sheet").region) for one in await toast(pilot, app))
        assert "Copied." in shown(app).splitlines()[0]


@pytest.mark.parametrize("size", SIZES)
async def test_a_toast_is_told_once_though_a_form_opens_over_it(size: tuple[int, int]) -> None:
    app, _ = app_with()
    async with app.run_test(size=size, notifications=True) as pilot:
        await app.chat.open_tab("profile")
        await toast(pilot, app)
        await pilot.press("n")
        await until(pilot, lambda: app.screen.query(".sheet") and app.screen.query(Toast))
        await until(pilot, lambda: "Copied." in shown(app))
        await pilot.pause()
        assert shown(app).count("Copied.") == 1
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.query(".sheet") and "Copied." in shown(app))


@pytest.mark.parametrize("size", SIZES)
async def test_a_toast_never_lies_over_a_question(size: tuple[int, int]) -> None:
    app, _ = app_with()
    conversation = stories.begin(app.lab)
    async with app.run_test(size=size, notifications=True) as pilot:
        request = ApprovalRequest("c", "default", "mail__send", stories.long_call(), "I write.", 1, 1, conversation)
        asked = asyncio.create_task(app.approvals.ask(request))
        await until(pilot, lambda: isinstance(app.screen, AskScreen) and app.screen.query("#dialog"))
        await pilot.pause()
        assert all(not one.overlaps(app.screen.query_one("#dialog").region) for one in await toast(pilot, app))
        await pilot.press("escape")
        await asked
