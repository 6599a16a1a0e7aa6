"""The README's picture: the real app with the demo model. `python -m tests.tui.picture` takes it anew."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

from selu_lab.conversation.clock import FrozenClock
from selu_lab.ids import counted_ids
from selu_lab.lab import Outside, open_lab
from selu_lab.models.source import Models
from selu_lab.tui.app import LabApp
from selu_lab.tui.approvals import ApprovalQueue
from selu_lab.tui.widgets.call_message import CallMessage
from tests.tui.kit import NOW, settings, type_text, until

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "app.svg"
SAID = ("Remember that I prefer metric units.", "@reise Which units do I prefer?")


def _answered(app: LabApp, turns: int) -> bool:
    conversation = app.desk.conversation
    begun = bool(conversation) and app.lab.journal.get(conversation).turns == turns
    return begun and not app.lab.chat.busy


async def take() -> str:
    """Play the tour's first turns and give the screen as SVG, in a font of the reader's own."""
    approvals = ApprovalQueue()
    outside = Outside(clock=FrozenClock(NOW), approver=approvals, models=Models(), new_id=counted_ids())
    lab = open_lab(settings(), None, outside)
    app = LabApp(lab, approvals, quiet=True)
    async with app.run_test(size=(120, 40)) as pilot:
        for number, text in enumerate(SAID, start=1):
            await type_text(pilot, text)
            await until(pilot, partial(_answered, app, number))
        call = app.chat.query(CallMessage).last()
        call.focus()
        await pilot.press("enter")
        await pilot.pause()
        drawn = app.export_screenshot(title="Selu Lab")
    lab.close()
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    return drawn.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


if __name__ == "__main__":
    PICTURE.write_text(asyncio.run(take()), encoding="utf-8")
