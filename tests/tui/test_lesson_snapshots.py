"""How the screens about lessons look. `make snapshots` accepts them as they are now; look at the report before."""

from __future__ import annotations

from textual.pilot import Pilot

from tests.tui.kit import app_with
from tests.tui.learning import board, demo_app, learned
from tests.tui.test_snapshots import NARROW, WIDE, Before, SnapCompare, before


def keys_after_learning(*keys: str) -> Before:
    """Let a lesson emerge, then press keys."""

    async def run(pilot: Pilot[None]) -> None:
        await learned(pilot.app.lab)  # type: ignore[attr-defined]
        for key in keys:
            await pilot.press(key)
            await pilot.pause()

    return run


def test_board_wide(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    board(app.lab)
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, "f6"))


def test_board_narrow(snap_compare: SnapCompare) -> None:
    app, _ = app_with()
    board(app.lab)
    assert snap_compare(app, terminal_size=NARROW, run_before=before(app, "f6", "right"))


def test_lesson(snap_compare: SnapCompare) -> None:
    app = demo_app()
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, then=keys_after_learning("f6", "enter")))


def test_reflection(snap_compare: SnapCompare) -> None:
    app = demo_app()
    assert snap_compare(app, terminal_size=WIDE, run_before=before(app, then=keys_after_learning("f6", "e")))
