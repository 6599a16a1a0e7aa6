"""Reminders that fire: once, in order, in a conversation of their own, whatever is killed when."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path

from selu_lab.events import ReminderFired, ToolFinished, TurnStarted
from selu_lab.models.script import Line
from selu_lab.reminders.store import Reminder
from tests.conftest import Bench, MakeBench


def remind(bench: Bench, prompt: str, when: str) -> ToolFinished:
    call = Line(call="set_reminder", arguments={"prompt": prompt, "when": when})
    entries = bench.say("Erinnere mich", call, Line(say="Mach ich."))
    return next(entry.event for entry in entries if isinstance(entry.event, ToolFinished))


def waiting(bench: Bench) -> list[Reminder]:
    return bench.lab.reminders.all("anna")


def fire_due(bench: Bench, *says: str) -> int:
    bench.script.play([Line(say=text) for text in says])
    return asyncio.run(bench.lab.firing.fire_due())


def test_a_reminder_is_confirmed_with_how_it_was_understood(bench: Bench) -> None:
    result = json.loads(remind(bench, "Zahnarzt anrufen", "morgen um 9 Uhr").content)
    assert result["fire_at"] == "2026-05-07T09:00:00+02:00"
    assert "7. Mai" in result["interpretation"]
    assert [one.plan.prompt for one in waiting(bench)] == ["Zahnarzt anrufen"]


def test_production_s_fire_at_is_understood(bench: Bench) -> None:
    arguments = {"prompt": "Müll", "fire_at": "2026-05-07T18:00", "name": "Müll", "timezone": "America/New_York"}
    bench.say("Los", Line(call="set_reminder", arguments=dict(arguments)), Line(say="Gut."))
    assert [one.plan.fire_at.isoformat() for one in waiting(bench)] == ["2026-05-07T22:00:00+00:00"]


def test_what_is_due_fires_in_order_each_in_its_own_conversation(bench: Bench) -> None:
    remind(bench, "Zweiter", "in 2 Stunden")
    remind(bench, "Erster", "in 1 Stunde")
    assert fire_due(bench) == 0
    bench.clock.advance(timedelta(hours=3))
    assert fire_due(bench, "Erinnerung eins", "Erinnerung zwei") == 2
    fired = [entry for entry in bench.seen if isinstance(entry.event, ReminderFired)]
    assert [entry.event.prompt for entry in fired if isinstance(entry.event, ReminderFired)] == ["Erster", "Zweiter"]
    assert len({entry.conversation for entry in fired} | {bench.conversation}) == 3
    assert waiting(bench) == []
    assert fire_due(bench) == 0


def test_a_fired_turn_does_not_see_the_conversation_it_was_set_in(bench: Bench) -> None:
    remind(bench, "Müll rausbringen", "in 1 Stunde")
    bench.clock.advance(timedelta(hours=1))
    fire_due(bench, "Müll!")
    started = [entry.event for entry in bench.seen if isinstance(entry.event, TurnStarted)][-1]
    assert (started.trigger, started.text, started.late_seconds) == ("reminder", "Müll rausbringen", 0)


def test_an_overdue_reminder_fires_once_after_a_restart_and_is_marked_late(
    make_bench: MakeBench, tmp_path: Path
) -> None:
    bench = make_bench(tmp_path / "lab")
    remind(bench, "Müll", "in 1 Stunde")
    bench.lab.close()
    again = make_bench(tmp_path / "lab")
    again.clock.advance(timedelta(hours=5))
    assert fire_due(again, "Müll!") == 1
    [fired] = [entry.event for entry in again.seen if isinstance(entry.event, ReminderFired)]
    assert fired.late_seconds == 4 * 3600
    assert fire_due(again) == 0


def test_a_reminder_whose_process_died_before_its_turn_is_heard_at_the_next_start(
    make_bench: MakeBench, tmp_path: Path
) -> None:
    bench = make_bench(tmp_path / "lab")
    remind(bench, "Müll", "in 1 Stunde")
    bench.clock.advance(timedelta(hours=1))
    [reminder] = waiting(bench)
    assert bench.lab.firing._claim(reminder, bench.clock.now())
    bench.lab.close()
    again = make_bench(tmp_path / "lab")
    again.clock.advance(timedelta(hours=2))
    assert fire_due(again, "Müll!") == 1
    assert fire_due(again) == 0


def test_a_reminder_that_waits_for_a_running_turn_is_played_once(bench: Bench) -> None:
    remind(bench, "Müll", "in 1 Stunde")
    bench.clock.advance(timedelta(hours=1))
    bench.script.play([Line(say="Müll!")] * 3)

    async def twice() -> int:
        return sum(await asyncio.gather(bench.lab.firing.fire_due(), bench.lab.firing.fire_due()))

    assert asyncio.run(twice()) == 1


def test_a_reminder_that_was_cancelled_meanwhile_does_not_fire(bench: Bench) -> None:
    remind(bench, "Müll", "in 1 Stunde")
    [reminder] = waiting(bench)
    bench.lab.reminders.cancel("anna", reminder.id)
    assert asyncio.run(bench.lab.firing.fire(reminder)) is False
    assert [one.origin for one in bench.lab.journal.conversations("anna")] == ["user"]


def test_an_ask_while_firing_with_nobody_there_is_denied_and_the_turn_goes_on(bench: Bench) -> None:
    remind(bench, "Zähler", "in 1 Stunde")
    bench.lab.policies.set("anna", "default", "store_set", "ask")
    bench.clock.advance(timedelta(hours=1))
    bench.script.play([Line(call="store_set", arguments={"key": "a", "value": "1"}), Line(say="Ging nicht.")])
    asyncio.run(bench.lab.firing.fire_due())
    assert bench.lab.state.all("default", "anna") == {}
    assert bench.seen[-1].event.kind == "turn_finished"


def test_a_prompt_that_says_nothing_by_itself_is_pointed_out_to_the_author(bench: Bench) -> None:
    remind(bench, "Erinnere mich daran", "in 1 Stunde")
    remind(bench, "Oma anrufen", "in 1 Stunde")
    hints = [entry.event.hints for entry in bench.seen if entry.event.kind == "reminder_set"]
    assert hints == [("prompt_does_not_stand_alone",), ()]
