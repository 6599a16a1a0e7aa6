"""Reminders as rows: what waits, what is due, what fired. The rows are the truth, whatever wakes the app."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from selu_lab.errors import LabError
from selu_lab.ids import NewId
from selu_lab.storage import Database
from selu_lab.storage.database import Row
from selu_lab.text import clean

LONGEST_PROMPT = 2_000
Status = Literal["waiting", "fired", "cancelled"]
_SELECT = (
    "SELECT id, user, agent, prompt, phrase, fire_at, zone, wall_clock, interpretation, status, conversation, "
    "created_at, fired_at, fired_conversation FROM reminders"
)


@dataclass(frozen=True)
class Plan:
    """What is to be set: `phrase` as the model gave it, `fire_at` aware, `wall_clock` the naive local time it means."""

    user: str
    agent: str
    prompt: str
    phrase: str
    fire_at: datetime
    zone: str
    wall_clock: datetime
    interpretation: str
    conversation: str


@dataclass(frozen=True)
class Reminder:
    """A reminder. `conversation` is where it was set, `fired_conversation` the one of its own that it started."""

    id: str
    plan: Plan
    status: Status
    created_at: datetime
    fired_at: datetime | None
    fired_conversation: str | None


class Reminders:
    """The reminders of a workspace."""

    def __init__(self, database: Database, new_id: NewId) -> None:
        self._database = database
        self._new_id = new_id

    def add(self, plan: Plan, now: datetime) -> Reminder:
        """Store a waiting reminder; raises LabError for an empty or too long prompt."""
        check_prompt(plan.prompt)
        reminder = self._new_id()
        self._database.execute(
            "INSERT INTO reminders (id, user, agent, prompt, phrase, fire_at, zone, wall_clock, interpretation, "
            "status, conversation, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)",
            (
                reminder,
                plan.user,
                plan.agent,
                plan.prompt,
                plan.phrase,
                _stamp(plan.fire_at),
                plan.zone,
                plan.wall_clock.isoformat(),
                plan.interpretation,
                plan.conversation,
                _stamp(now),
            ),
        )
        return self.get(plan.user, reminder)

    def get(self, user: str, reminder: str) -> Reminder:
        """A reminder of the user's; raises LabError when there is none of that id."""
        row = self._database.row(f"{_SELECT} WHERE id = ? AND user = ?", (reminder, user))
        if row is None:
            raise LabError(f"There is no reminder “{clean(reminder)[:40]}”.", hint="`selu-lab reminders` lists them.")
        return _reminder(row)

    def all(self, user: str, status: Status | None = "waiting") -> list[Reminder]:
        """A user's reminders (None: of any status), the next one first."""
        sql = f"{_SELECT} WHERE user = ? AND (? IS NULL OR status = ?) ORDER BY fire_at, rowid"
        return [_reminder(row) for row in self._database.rows(sql, (user, status, status))]

    def due(self, now: datetime) -> list[Reminder]:
        """The waiting reminders of all users whose time has come, in order."""
        sql = f"{_SELECT} WHERE status = 'waiting' AND fire_at <= ? ORDER BY fire_at, rowid"
        return [_reminder(row) for row in self._database.rows(sql, (_stamp(now),))]

    def next_due(self) -> datetime | None:
        """When the next waiting reminder of any user is due."""
        row = self._database.row("SELECT min(fire_at) FROM reminders WHERE status = 'waiting'")
        return datetime.fromisoformat(row[0]) if row and row[0] else None

    def unheard(self) -> list[Reminder]:
        """Reminders that fired but whose turn never began: a process was killed between the two."""
        sql = (
            f"{_SELECT} WHERE status = 'fired' AND fired_conversation IN (SELECT id FROM conversations WHERE turns = 0 "
            "AND ended_at IS NULL) ORDER BY fire_at, rowid"
        )
        return [_reminder(row) for row in self._database.rows(sql)]

    def mark_fired(self, reminder: str, conversation: str, now: datetime) -> bool:
        """Mark a waiting reminder as fired; tells whether it still waited, so that it never fires twice."""
        sql = (
            "UPDATE reminders SET status = 'fired', fired_at = ?, fired_conversation = ? "
            "WHERE id = ? AND status = 'waiting'"
        )
        return self._database.execute(sql, (_stamp(now), conversation, reminder)) > 0

    def cancel(self, user: str, reminder: str) -> Reminder:
        """Cancel a waiting reminder; raises LabError when it is not waiting."""
        self._waiting(user, reminder)
        self._database.execute("UPDATE reminders SET status = 'cancelled' WHERE id = ?", (reminder,))
        return self.get(user, reminder)

    def restore(self, user: str, reminder: str) -> Reminder:
        """Take a cancellation back; raises LabError when the reminder was not cancelled."""
        if self.get(user, reminder).status != "cancelled":
            raise LabError("This reminder was not cancelled.")
        self._database.execute("UPDATE reminders SET status = 'waiting' WHERE id = ?", (reminder,))
        return self.get(user, reminder)

    def move(self, user: str, reminder: str, to: Plan) -> Reminder:
        """Give a waiting reminder the time of another plan; raises LabError when it is not waiting."""
        self._waiting(user, reminder)
        self._database.execute(
            "UPDATE reminders SET fire_at = ?, wall_clock = ?, interpretation = ?, phrase = ? WHERE id = ?",
            (_stamp(to.fire_at), to.wall_clock.isoformat(), to.interpretation, to.phrase, reminder),
        )
        return self.get(user, reminder)

    def _waiting(self, user: str, reminder: str) -> None:
        status = self.get(user, reminder).status
        if status != "waiting":
            raise LabError(f"This reminder has already {'fired' if status == 'fired' else 'been cancelled'}.")


def check_prompt(prompt: str) -> None:
    """Raise LabError for a prompt that is empty or too long."""
    if not prompt.strip():
        raise LabError("The reminder says nothing.", hint="Say what to remind of.")
    if len(prompt) > LONGEST_PROMPT:
        sentence = f"The reminder's text has {len(prompt)} characters, at most {LONGEST_PROMPT} are possible."
        raise LabError(sentence, hint="Shorten it.")


def _stamp(moment: datetime) -> str:
    """UTC in one fixed width, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _reminder(row: Row) -> Reminder:
    plan = Plan(
        user=row[1],
        agent=row[2],
        prompt=row[3],
        phrase=row[4],
        fire_at=datetime.fromisoformat(row[5]),
        zone=row[6],
        wall_clock=datetime.fromisoformat(row[7]),
        interpretation=row[8],
        conversation=row[10],
    )
    return Reminder(row[0], plan, row[9], datetime.fromisoformat(row[11]), _moment(row[12]), row[13])
