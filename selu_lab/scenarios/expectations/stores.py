"""Expectations of what is kept: shared notes, reminders, lessons, the profile."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, get_args
from zoneinfo import ZoneInfo

from pydantic import Field, field_validator, model_validator

from selu_lab.lessons.records import Status
from selu_lab.lessons.score import score
from selu_lab.scenarios.expectations.base import Check, Mismatch, listed
from selu_lab.scenarios.matching import Amount, Match, Value
from selu_lab.scenarios.seen import Seen
from selu_lab.scenarios.strict import Strict, close, fault

Item = Mapping[str, Value]


class Pattern(Strict):
    """What one thing looks like: every key that is given has to match. `count` says how many of them there are."""

    def fits(self, item: Item) -> bool:
        """Whether the item is one looked for."""
        return all(match.fits(item[name]) for name, match in self._given())

    def _given(self) -> list[tuple[str, Match]]:
        given = ((name, getattr(self, name)) for name in type(self).model_fields if name != "count")
        return [(name, match) for name, match in given if isinstance(match, Match)]

    def __str__(self) -> str:
        return ", ".join(f"{name} {match}" for name, match in self._given())


class NotePattern(Match):
    """A shared note: matchers of its text, and the agent that stored it."""

    needs_rule: ClassVar[bool] = False

    agent: Match | None = Field(None, description="The agent that stored it.")

    def fits_note(self, content: str, agent: str) -> bool:
        """Whether the note is one looked for."""
        return self.fits(content) and (self.agent is None or self.agent.fits(agent))

    def __str__(self) -> str:
        return " and ".join(filter(None, (super().__str__(), f"by {self.agent}" if self.agent else "")))


class Notes(Check):
    """The user's shared notes: how many, one that is there, one that is not."""

    count: Amount | None = Field(None, description="How many there are.")
    any: NotePattern | None = Field(None, description="At least one note is like this.")
    none: NotePattern | None = Field(None, description="No note is like this.")

    @model_validator(mode="after")
    def _says_something(self) -> Notes:
        _needs_one(self)
        return self

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Look at all notes. What nobody opened is empty; opening it would import Chroma."""
        opened = seen.lab.notes
        notes = await asyncio.to_thread(lambda: opened(seen.user).all()) if opened.ready else []
        got = listed((f"“{note.content}” ({note.agent})" for note in notes), "no notes")
        if self.count and not self.count.fits(len(notes)):
            return Mismatch(f"notes, count {self.count}", f"{len(notes)}: {got}")
        if self.any and not any(self.any.fits_note(note.content, note.agent) for note in notes):
            return Mismatch(f"a note {self.any}", got + "".join(self.any.measured(note.content) for note in notes))
        if self.none and any(self.none.fits_note(note.content, note.agent) for note in notes):
            return Mismatch(f"no note {self.none}", got)
        return None


class ReminderPattern(Pattern):
    """A reminder."""

    short: ClassVar[str] = "prompt"

    prompt: Match | None = Field(None, description="What it says.")
    when: Match | None = Field(None, description="The time as the model gave it.")
    fire_at: Match | None = Field(None, description="When it fires: 2026-03-29T09:00:00 in its zone, or with offset.")
    agent: Match | None = None


class Reminders(Check):
    """The user's reminders of a status: how many, one that is there, one that is not."""

    status: Literal["waiting", "fired", "cancelled"] = "waiting"
    count: Amount | None = Field(None, description="How many there are.")
    any: ReminderPattern | None = Field(None, description="At least one reminder is like this.")
    none: ReminderPattern | None = Field(None, description="No reminder is like this.")

    @model_validator(mode="after")
    def _says_something(self) -> Reminders:
        _needs_one(self)
        return self

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Look at the rows."""
        items = self._items(seen)
        got = listed((f"“{one['prompt']}” at {one['fire_at']}" for one in items), f"no {self.status} reminders")
        if self.count and not self.count.fits(len(items)):
            return Mismatch(f"{self.status} reminders, count {self.count}", f"{len(items)}: {got}")
        if self.any and not any(map(self.any.fits, items)):
            return Mismatch(f"a {self.status} reminder with {self.any}", got)
        if self.none and any(map(self.none.fits, items)):
            return Mismatch(f"no {self.status} reminder with {self.none}", got)
        return None

    def _items(self, seen: Seen) -> list[Item]:
        plans = [reminder.plan for reminder in seen.lab.reminders.all(seen.user, self.status)]
        return [
            {
                "prompt": plan.prompt,
                "when": plan.phrase,
                "fire_at": plan.fire_at.astimezone(ZoneInfo(plan.zone)),
                "agent": plan.agent,
            }
            for plan in plans
        ]


class ReminderFiredCheck(Pattern, Check):
    """A reminder that fired in this step."""

    short: ClassVar[str] = "prompt"

    prompt: Match | None = None
    agent: Match | None = None
    late_seconds: Amount | None = Field(None, description="How late; up to a minute counts as 0.")
    count: Amount | None = Field(None, description="How many fired that match; at least one by default.")

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Look at the reminders that fired."""
        items: list[Item] = [
            {"prompt": one.prompt, "agent": one.agent, "late_seconds": one.late_seconds} for one in seen.fired
        ]
        got = listed((f"“{one.prompt}” ({one.agent})" for one in seen.fired), "none fired")
        return _counted(self, self.count, items, "a fired reminder", got)


class Lesson(Pattern, Check):
    """A lesson about the user."""

    text: Match | None = None
    agent: Match | None = None
    status: Match | None = Field(None, description="suggested, active, paused or removed.")
    observations: Amount | None = Field(None, description="Conversations that support it.")
    confidence: Amount | None = Field(None, description="From 0 to 1.")
    count: Amount | None = Field(None, description="How many lessons match; at least one by default.")

    @field_validator("status")
    @classmethod
    def _known_status(cls, status: Match | None) -> Match | None:
        wanted = status.equals if status else None
        if isinstance(wanted, str) and wanted not in get_args(Status):
            raise fault("", f"There is no status “{wanted}”.", close(wanted, get_args(Status)))
        return status

    @model_validator(mode="after")
    def _says_something(self) -> Lesson:
        _needs_one(self)
        return self

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Look at the lessons of all agents about this user."""
        items = self._items(seen)
        lines = (f"“{one['text']}” ({one['status']}, {one['observations']}, {one['confidence']})" for one in items)
        return _counted(self, self.count, items, "a lesson", listed(lines, "no lessons"))

    def _items(self, seen: Seen) -> list[Item]:
        lessons = seen.lab.lessons
        found: list[Item] = []
        for one in (one for agent in lessons.agents(seen.user) for one in lessons.all(seen.user, agent)):
            scored = score(one.counted)
            found.append(
                {
                    "text": one.text,
                    "agent": one.agent,
                    "status": one.status,
                    "observations": scored.supports,
                    "confidence": scored.confidence,
                }
            )
        return found


class ProfileUnchanged(Check):
    """The profile is as the scenario set it: agents have no way to write it."""

    short: ClassVar[str] = "holds"
    plain: ClassVar[tuple[str, ...]] = ("boolean",)

    holds: Literal[True]

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Compare the facts."""
        now = sorted((fact.category, fact.text) for fact in seen.lab.profile.facts(seen.user))
        if now == sorted(seen.profile):
            return None
        return Mismatch(f"the profile as it was: {_facts(seen.profile)}", _facts(now))


def _facts(facts: Sequence[tuple[str, str]]) -> str:
    return listed((f"{category}: {text}" for category, text in facts), "empty")


def _needs_one(check: Strict) -> None:
    given = check.model_fields_set - {"status"} if isinstance(check, Reminders) else check.model_fields_set
    if not given:
        raise fault("", "This expects nothing.", f"Give one of: {', '.join(check.names())}.")


def _counted(pattern: Pattern, count: Amount | None, items: Sequence[Item], what: str, got: str) -> Mismatch | None:
    """At least one item fits, or as many as `count` says."""
    fitting = sum(map(pattern.fits, items))
    if count.fits(fitting) if count else fitting:
        return None
    expected = " with ".join(filter(None, (what, str(pattern))))
    return Mismatch(f"{expected}, count {count} (it was {fitting})" if count else expected, got)
