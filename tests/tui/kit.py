"""What the app's tests are made of: a throw-away lab on a scripted model, and waiting without sleeping."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import JsonValue
from textual.pilot import Pilot

from selu_lab.context.messages import Call
from selu_lab.conversation.clock import FrozenClock
from selu_lab.errors import ModelError
from selu_lab.ids import counted_ids
from selu_lab.lab import Lab, Outside, open_lab
from selu_lab.models.base import CallPart, FinishPart, Model, Part, Request, TextPart
from selu_lab.settings import Settings
from selu_lab.tui.app import LabApp
from selu_lab.tui.approvals import ApprovalQueue

NOW = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)
AGENTS = Path(__file__).resolve().parents[2] / "agents"

Answer = Sequence[str | tuple[str, Mapping[str, JsonValue]]]
"""An answer of the scripted model: pieces of text, and calls as (tool, arguments)."""


class ScriptModel:
    """Gives the answers one after another; `hold` keeps it before its next piece until it is set."""

    name = "demo"
    label = "scripted: answers come from the test"

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.hold: asyncio.Event | None = None

    def get(self, name: str, *, picked: bool = False) -> Model:
        """Itself, except for one name that cannot be used."""
        if name == "openai/nobody":
            raise ModelError("There is no key for openai.", hint="Set OPENAI_API_KEY.")
        return self

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """Give the next answer."""
        answer = self.answers.pop(0) if self.answers else ("I have nothing more to say.",)
        for number, piece in enumerate(answer):
            if isinstance(piece, str):
                yield TextPart(piece)
            else:
                yield CallPart(Call(f"call{len(self.answers)}{number}", piece[0], json.dumps(piece[1])))
            if self.hold:
                await self.hold.wait()
        calls = any(not isinstance(piece, str) for piece in answer)
        yield FinishPart("tool_calls" if calls else "stop")


def settings(**given: object) -> Settings:
    """Settings that owe nothing to this machine."""
    values = {
        "user": "anna", "language": "en", "timezone": "Europe/Berlin", "agents": (AGENTS,), "model": "demo",
        "reflect": False,
    }  # fmt: skip
    return Settings(**{**values, **given})  # type: ignore[arg-type]


def lab_with(model: ScriptModel, approvals: ApprovalQueue, **given: object) -> Lab:
    """A throw-away lab whose time stands still and whose ids are counted."""
    outside = Outside(clock=FrozenClock(NOW), approver=approvals, models=model, new_id=counted_ids())
    return open_lab(settings(**given), None, outside)


def app_with(*answers: Answer, quiet: bool = True, **given: object) -> tuple[LabApp, ScriptModel]:
    """The app on such a lab, and its model; `quiet`: nothing goes on in the background."""
    model, approvals = ScriptModel(*answers), ApprovalQueue()
    return LabApp(lab_with(model, approvals, **given), approvals, quiet=quiet), model


def again(app: LabApp, conversation: str) -> LabApp:
    """Another app on the same lab, as after a restart."""
    return LabApp(app.lab, app.approvals, conversation=conversation, quiet=True)


def shown(app: LabApp) -> str:
    """The text on screen, line by line."""
    return "\n".join("".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips())


async def until(pilot: Pilot[None], predicate: Callable[[], object]) -> None:
    """Let the app work until the predicate holds; fails when it does not within some seconds."""
    async with asyncio.timeout(30):
        while not predicate():
            await pilot.pause(0.01)


async def type_text(pilot: Pilot[None], text: str) -> None:
    """Put a text into the prompt and send it."""
    from selu_lab.tui.widgets.prompt import Prompt

    pilot.app.screen.query_one(Prompt).insert(text)
    await pilot.press("enter")
