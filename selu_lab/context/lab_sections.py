"""The sections the Lab writes itself: time, language, commands, tool guidance, approval texts, completion."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from selu_lab.context.section import Section

_ORIGIN = "Selu Lab, as in production"
_WEEKDAYS_DE = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")
_WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_MEMORY = """## Shared notes and persistent state
- Shared notes are prose about the user that every agent can find: memory_remember stores one, memory_search looks for \
them. They are not in this context by themselves; search when something lasting the user told earlier probably matters.
- Store only lasting facts and preferences that the user stated. No one-off details, no secrets, no passwords or tokens.
- The store_* tools keep exact, changing state of this agent only (counters, lists, progress) under a key.
- set_reminder plans one reminder at a future time. Its prompt must be understood without this conversation."""

_COMMANDS = """## System commands
The user can type /remind. When they ask for a reminder in their own words, call set_reminder yourself instead of \
sending them to the command. Do not use notes or the store for reminders."""

_APPROVAL = """## Tool approval copy
Add _approval_message to every tool call: one plain sentence for the user, below 140 characters, that says what the \
call will do."""

_COMPLETION = """## Task completion rules
Finish what the user asked for in this turn. Say what was done only after a tool confirmed it. When a call was blocked \
or denied, do not try it again: say so and ask how to go on."""


def lab_sections(now: datetime, zone_name: str, language: str) -> tuple[Section, ...]:
    """The Lab's own sections in production's order; `now` is aware."""
    return (
        Section("time", "Date and time", "clock", _time(now, zone_name, language)),
        Section("language", "Response language", "user setting", _language(language)),
        Section("commands", "System commands", _ORIGIN, _COMMANDS),
        Section("memory", "Tool guidance", _ORIGIN, _MEMORY),
        Section("approval", "Approval copy", _ORIGIN, _APPROVAL),
        Section("completion", "Completion rules", _ORIGIN, _COMPLETION),
    )


def _time(now: datetime, zone_name: str, language: str) -> str:
    """A zone nobody knows is computed as UTC but shown by its name, as in production."""
    try:
        zone = ZoneInfo(zone_name)
    except (ValueError, OSError, KeyError):
        zone = ZoneInfo("UTC")
    local = now.astimezone(zone)
    weekdays = _WEEKDAYS_DE if language == "de" else _WEEKDAYS_EN
    days = "\n".join(
        f"{name}: {weekdays[day.weekday()]}, {day.date().isoformat()}"
        for name, day in (
            ("Today", local),
            ("Tomorrow", local + timedelta(days=1)),
            ("Yesterday", local - timedelta(days=1)),
        )
    )
    return (
        f"## Current date and time\nTime zone: {zone_name}\n"
        f"Now: {weekdays[local.weekday()]}, {local:%Y-%m-%d %H:%M} ({local.isoformat(timespec='seconds')})\n"
        f"{days}\nResolve relative dates from these."
    )


def _language(language: str) -> str:
    name = "English" if language == "en" else "German (Deutsch)"
    return f"## Response language\nAlways reply in {name}, unless the user asks for another language."
