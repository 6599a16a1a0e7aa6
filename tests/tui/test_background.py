"""What happens without the user: reminders fire, are told and found; nothing heavy is loaded before the first paint."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import timedelta

from selu_lab.conversation.clock import FrozenClock
from selu_lab.events import Entry, Notice, ReminderChanged, ReminderFired
from selu_lab.tui.waker import Waker
from tests.tui import stories
from tests.tui.kit import NOW, app_with, shown, type_text, until


async def test_an_overdue_reminder_fires_at_the_start_in_a_conversation_of_its_own() -> None:
    app, _ = app_with(("Take it out now.",), quiet=False)
    conversation = stories.with_calls(app.lab)
    reminder = stories.reminder(app.lab, "Take the laundry out", left=timedelta(hours=-2))
    app.desk.open(conversation)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, lambda: app.lab.reminders.get("anna", reminder.id).status == "fired")
        await until(pilot, lambda: "A reminder fired: “Take the laundry out”" in shown(app))
        await until(pilot, lambda: "Take it out now." in shown(app))  # the toast with the answer
        assert any(isinstance(entry.event, Notice) for entry in app.lab.journal.entries(conversation))
        await pilot.press("f2")
        await until(pilot, lambda: "reminder · default" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: "Reminder → default  10:30, 120 min late" in shown(app))
        await pilot.press("ctrl+q")


async def test_the_waker_wakes_when_a_reminder_is_due_and_is_set_anew_when_one_changes() -> None:
    app, _ = app_with()
    clock = app.lab.clock
    assert isinstance(clock, FrozenClock)
    woken = asyncio.Event()

    waker = Waker(app.lab.reminders, clock, woken.set)
    reminder = stories.reminder(app.lab, "Laundry", left=timedelta(days=2))
    waker.start()
    assert not woken.is_set()
    clock.advance(timedelta(days=3))
    changed = ReminderChanged(reminder=reminder.id, change="moved", fire_at=NOW)
    waker.heard(Entry(seq=1, at=NOW, conversation="c", turn=0, event=changed))
    async with asyncio.timeout(10):
        await woken.wait()
    waker.stop()


async def test_a_reminder_that_fires_is_asked_about_in_its_own_conversation() -> None:
    app, _ = app_with(("I note it.", ("store_set", {"key": "list", "value": "milk"})), ("Done.",))
    app.lab.policies.set(app.desk.user.id, "default", "store_set", "ask")
    app.desk.open(stories.with_calls(app.lab))
    reminder = stories.reminder(app.lab, "Note the milk")
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        firing = asyncio.create_task(app.lab.firing.fire(reminder))
        await until(pilot, lambda: "in another conversation" in shown(app))
        await pilot.press("escape")
        assert await firing
        fired = [entry.event for entry in app.lab.journal.entries(app.lab.journal.conversations("anna")[0].id)]
        assert any(isinstance(event, ReminderFired) for event in fired)


async def test_a_reminder_that_waits_for_its_turn_is_not_played_twice() -> None:
    app, model = app_with(("Busy ", "with this."), ("The laundry!",), quiet=False)
    model.hold = asyncio.Event()
    reminder = stories.reminder(app.lab, "Laundry")
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await type_text(pilot, "Hello")
        await until(pilot, lambda: app.lab.chat.busy)
        app.background.fire(reminder)
        await until(pilot, lambda: app.lab.reminders.get("anna", reminder.id).status == "fired")
        app.background.wake()
        model.hold.set()
        own = app.lab.reminders.get("anna", reminder.id).fired_conversation or ""
        await until(pilot, lambda: app.lab.journal.get(own).turns and not app.lab.chat.busy)
        await pilot.press("ctrl+q")
        assert app.lab.journal.get(own).turns == 1


async def test_leaving_stops_what_runs_and_begins_nothing_that_waits() -> None:
    app, model = app_with(("A reminder ", "speaks."), quiet=False)
    model.hold = asyncio.Event()
    first, second = stories.reminders(app.lab)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        app.background.fire(first)
        await until(pilot, lambda: app.lab.chat.busy)
        app.background.fire(second)
        await type_text(pilot, "Hello")
        await until(pilot, lambda: app.chat.answering)
        await pilot.press("ctrl+q")
        assert not app.lab.chat.busy
        assert not app.lab.journal.open_turns()
        turns = [conversation.turns for conversation in app.lab.journal.conversations("anna")]
        assert sum(turns) == 1


FIRST_PAINT = """
import sys
from tests.tui.kit import ScriptModel, lab_with
from selu_lab.tui.app import LabApp
from selu_lab.tui.approvals import ApprovalQueue

class Probe(LabApp):
    async def on_mount(self):
        await super().on_mount()
        self.call_after_refresh(self.look)

    def look(self):
        heavy = {"litellm", "chromadb", "dateparser", "apscheduler", "numpy"} & set(sys.modules)
        print(type(self.screen).__name__, sorted(heavy))
        self.exit()

approvals = ApprovalQueue()
app = Probe(lab_with(ScriptModel(), approvals), approvals, quiet=True)
app.run(headless=True)
"""


def test_the_first_paint_imports_nothing_heavy() -> None:
    from tests.tui.kit import AGENTS

    ran = subprocess.run(
        [sys.executable, "-c", FIRST_PAINT], cwd=AGENTS.parent, capture_output=True, text=True, timeout=120, check=True
    )
    assert ran.stdout.splitlines()[-1] == "ChatScreen []"
