"""The lines between the messages: each names what it is about, in one line, however long that is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from selu_lab.conversation.marks import marked
from selu_lab.events import AnyEvent, LessonChanged, NoteChanged, ReminderChanged, ReminderFired

NINE = datetime(2026, 3, 4, 8, 0, tzinfo=UTC)
LONG = "Call Grandma\n[bold]about Sunday[/bold] " + "and everything else " * 20


@pytest.mark.parametrize(
    "event",
    [
        ReminderChanged(reminder="r1", change="cancelled", prompt=LONG, fire_at=NINE, zone="Europe/Berlin"),
        ReminderFired(reminder="r1", agent="default", prompt=LONG, conversation="c2"),
        NoteChanged(note="n1", change="edited", agent="default", stored_at=NINE, content=LONG),
        LessonChanged(
            lesson="L1", agent="default", text=LONG, change="paused", status="paused", observations=2, confidence=0.9
        ),
    ],
)
def test_a_long_text_is_named_in_one_line(event: AnyEvent) -> None:
    said = marked(event)
    assert said is not None
    assert "Call Grandma [bold]about Sunday[/bold] and everything" in said[0]
    assert "\n" not in said[0]
    assert len(said[0]) < 120


def test_a_reminder_s_mark_tells_its_time_where_it_is_due() -> None:
    event = ReminderChanged(reminder="r1", change="restored", prompt="Tea", fire_at=NINE, zone="Europe/Berlin")
    assert marked(event) == ("Reminder waits again: “Tea”, due Wed 2026-03-04 09:00.", "info")
