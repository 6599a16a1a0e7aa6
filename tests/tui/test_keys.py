"""The line of keys: the same keys at the same place wherever the focus is, and none that is cut."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList
from textual.widgets._footer import FooterKey

from selu_lab.tui.app import LabApp
from selu_lab.tui.widgets.key_line import KeyLine
from selu_lab.tui.widgets.side_panel import SidePanel
from tests.tui import stories
from tests.tui.kit import app_with, shown, until
from tests.tui.learning import board


def keys(app: LabApp) -> list[str]:
    """What the line of keys says, key by key."""
    line = app.screen.query_one(KeyLine)
    return [f"{key.key_display} {key.description}" for key in line.query(FooterKey)]


@pytest.mark.parametrize("width", [120, 80, 60, 40])
async def test_no_key_is_cut_and_help_is_always_there(width: int) -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=(width, 24), notifications=True) as pilot:
        await until(pilot, lambda: "F1 Help" in keys(app))
        assert shown(app).splitlines()[-1].strip() == " ".join(keys(app))


async def test_all_keys_have_a_place_at_eighty_columns() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: "^e End" in keys(app))
        wanted = "F1 Help ^n New ^e End F2 Open F3 Agent F6 Lessons ^t Panel ^p All ^q Quit"
        assert shown(app).splitlines()[-1].strip() == wanted


async def test_keys_keep_their_places_when_the_focus_moves() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: "^e End" in keys(app))
        before = keys(app)
        app.chat.query("CallMessage").first().focus()
        await until(pilot, lambda: keys(app)[-1:] == ["⏎ Open"])
        assert keys(app)[:-1] == before[: len(keys(app)) - 1]
        app.chat.query_one("#context OptionList", OptionList).focus()
        await until(pilot, lambda: keys(app) and "⏎ Open" not in keys(app))  # none while they are drawn anew
        assert keys(app) == before


async def test_the_board_tells_its_own_keys_first() -> None:
    app, _ = app_with()
    board(app.lab)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("f6")
        await until(pilot, lambda: app.screen.query(KeyLine) and "esc Back" in keys(app))
        assert keys(app)[:5] == ["esc Back", "g Agent", "v Next tab", "e Reflections", "n Reflect now"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_every_tab_of_the_panel_is_reached_by_keys_that_the_panel_tells(size: tuple[int, int]) -> None:
    app, _ = app_with()
    async with app.run_test(size=size, notifications=True) as pilot:
        panel = app.chat.query_one(SidePanel)
        await app.chat.open_tab("context")
        await until(pilot, lambda: "F8 next tab · 1–5 any tab" in shown(app))
        seen = []
        for key in ("3", "f8", "5", "f8", "2"):
            await pilot.press(key)
            await pilot.pause()
            seen.append(panel.tab)
        assert seen == ["reminders", "lessons", "profile", "context", "notes"]
        await pilot.press("escape", "2")
        assert app.chat.query_one("Prompt").text == "2"  # type: ignore[attr-defined]
