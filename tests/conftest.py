"""The throw-away lab: real parts, a frozen clock, scripted answers, nothing on disk but what a test asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from selu_lab.conversation.clock import FrozenClock
from selu_lab.events import Entry
from selu_lab.ids import counted_ids
from selu_lab.lab import Lab, Outside, open_lab
from selu_lab.memory.users import User
from selu_lab.models.base import Model
from selu_lab.models.script import Line, ScriptedModel
from selu_lab.models.source import Models
from selu_lab.settings import Settings
from selu_lab.tools.approval import Approval, ApprovalRequest

AGENTS = Path(__file__).resolve().parent.parent / "agents"
NOW = datetime(2026, 5, 6, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))  # a Wednesday


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test sees the real home, the real settings or a key."""
    import os

    for name in [name for name in os.environ if name.startswith("SELU_LAB_") or name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@dataclass
class ScriptedApprover:
    """Answers the questions in order and remembers them; without an answer left it says no. `before` runs first."""

    answers: list[Approval] = field(default_factory=list)
    asked: list[ApprovalRequest] = field(default_factory=list)
    before: Callable[[], None] = lambda: None
    silent: bool = False

    async def ask(self, request: ApprovalRequest) -> Approval:
        self.asked.append(request)
        self.before()
        if self.silent:
            await asyncio.Event().wait()
        return self.answers.pop(0) if self.answers else Approval("deny")


@dataclass(frozen=True)
class Always:
    """A source that gives one model whatever name is asked for."""

    model: Model

    def get(self, name: str, *, picked: bool = False) -> Model:
        return self.model


@dataclass
class Bench:
    """A lab on the bench, with what a test drives it by."""

    lab: Lab
    clock: FrozenClock
    script: ScriptedModel
    approver: ScriptedApprover
    conversation: str
    seen: list[Entry] = field(default_factory=list)

    def say(self, text: str, *lines: Line) -> list[Entry]:
        """Play one turn with these scripted lines; gives the entries it stored."""
        before = len(self.seen)
        self.script.play(lines)
        asyncio.run(self.lab.chat.say(self.conversation, text))
        return self.seen[before:]

    def stop(self) -> None:
        """Stop the running turn, as Esc does."""
        self.lab.chat.stop(self.conversation)

    def kinds(self, entries: Sequence[Entry]) -> list[str]:
        return [entry.event.kind for entry in entries]


MakeBench = Callable[..., Bench]


@pytest.fixture
def make_bench() -> Iterator[MakeBench]:
    """Makes benches; `folder` keeps the stores on disk, `agents` names package folders, further settings by name."""
    opened: list[Lab] = []

    def make(
        folder: Path | None = None, agents: Path = AGENTS, model: Model | None = None, **settings: object
    ) -> Bench:
        clock, script, approver = FrozenClock(NOW), ScriptedModel(), ScriptedApprover()
        source = Always(model or script)
        outside = Outside(clock=clock, approver=approver, models=source, new_id=counted_ids("abc"[len(opened)]))
        given = {"language": "de", "timezone": "Europe/Berlin", "user": "anna", "agents": (agents,), **settings}
        lab = open_lab(Settings(**given), folder, outside)  # type: ignore[arg-type]
        opened.append(lab)
        lab.users.put(User("anna", "Anna", str(given["language"]), str(given["timezone"])))
        bench = Bench(lab, clock, script, approver, lab.start().id)
        lab.journal.subscribe(bench.seen.append)
        return bench

    yield make
    for lab in opened:
        lab.close()


@pytest.fixture
def bench(make_bench: MakeBench) -> Bench:
    """A German user's throw-away lab with the shipped agents."""
    return make_bench()


@pytest.fixture
def demo_bench(make_bench: MakeBench) -> Bench:
    """The same with the demo model."""
    return make_bench(model=Models().get("demo"))
