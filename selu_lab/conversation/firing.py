"""Reminders that fire: each is a new turn of its agent, in a conversation of its own, once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from selu_lab.conversation.chat import Chat
from selu_lab.conversation.clock import Clock
from selu_lab.conversation.journal import Journal
from selu_lab.conversation.parts import Prompting
from selu_lab.conversation.routing import first_choice
from selu_lab.events import ReminderFired
from selu_lab.packages import AgentShelf
from selu_lab.reminders.store import Reminder, Reminders
from selu_lab.storage import Database

LATE_SECONDS = 60
"""A reminder that fires later than this is marked late; production polls every 30 seconds (selu.md 4)."""


@dataclass(frozen=True)
class Firing:
    """Fires what is due, in order."""

    database: Database
    reminders: Reminders
    journal: Journal
    shelf: AgentShelf
    chat: Chat
    clock: Clock
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def fire_due(self) -> int:
        """Fire everything that is due, and what a killed process left unheard; gives how many turns were played."""
        async with self._one_at_a_time:  # one that waits for its turn must not look like one that was left unheard
            unheard = self.reminders.unheard()
            for reminder in unheard:
                await self._play(reminder, reminder.fired_conversation or "")
            fired = [await self._fire(reminder) for reminder in self.reminders.due(self.clock.now())]
            return len(unheard) + sum(fired)

    def ahead(self, user: str, until: datetime) -> list[Reminder]:
        """Which of a user's reminders fire up to a moment, in order, without waiting for it."""
        return [one for one in self.reminders.due(until) if one.plan.user == user]

    async def fire(self, reminder: Reminder) -> bool:
        """Fire one reminder now; tells whether it still waited."""
        async with self._one_at_a_time:
            return await self._fire(reminder)

    async def _fire(self, reminder: Reminder) -> bool:
        conversation = self._claim(reminder, self.clock.now())
        if conversation is None:
            return False
        await self._play(reminder, conversation)
        return True

    def _claim(self, reminder: Reminder, now: datetime) -> str | None:
        """Mark it fired and begin its conversation in one transaction: it is never lost and never fires twice."""
        plan = reminder.plan
        with self.database.transaction():
            conversation = self.journal.start(plan.user, self._agent(plan.agent), origin="reminder").id
            if not self.reminders.mark_fired(reminder.id, conversation, now):
                self.journal.delete(conversation)
                return None
            event = ReminderFired(
                reminder=reminder.id,
                agent=plan.agent,
                prompt=plan.prompt,
                conversation=conversation,
                late_seconds=_late(plan.fire_at, now),
            )
            self.journal.record(conversation, 0, event)
        return conversation

    def _agent(self, agent: str) -> str:
        return agent if agent in self.shelf.ids() else first_choice(self.shelf.ids())

    async def _play(self, reminder: Reminder, conversation: str) -> None:
        late = _late(reminder.plan.fire_at, reminder.fired_at or self.clock.now())
        prompting = Prompting(reminder.plan.prompt, "reminder", reminder.id, late)
        await self.chat.say(conversation, prompting)


def _late(fire_at: datetime, now: datetime) -> int:
    seconds = int((now - fire_at).total_seconds())
    return seconds if seconds > LATE_SECONDS else 0
