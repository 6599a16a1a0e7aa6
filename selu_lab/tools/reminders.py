"""set_reminder: one reminder at one future time, said in the user's words."""

from __future__ import annotations

import re

from pydantic import JsonValue

from selu_lab.events import ReminderSet
from selu_lab.reminders.store import Plan, Reminder, Reminders, check_prompt
from selu_lab.reminders.when import When, WhenError, WhenSettings, parse_when
from selu_lab.text import clean
from selu_lab.tools.base import (
    Arguments,
    Scope,
    ToolResult,
    ToolSpec,
    object_schema,
    refusal,
    refuse_secret,
    text_of,
    text_schema,
)

# A prompt of such words only says nothing once the conversation is out of sight.
_EMPTY_WORDS = frozenset(
    "das dies dieses daran dran darüber es ihn sie ihm ihr mich uns it this that them him her me us about of to an zu "
    "bitte please erinnern erinnere erinnerung remind reminder do machen tun mal noch again".split()
)


class SetReminder:
    """Plans a reminder."""

    spec = ToolSpec(
        "set_reminder",
        "Plan a one-time reminder for the user at a future time.",
        object_schema(
            {
                "prompt": text_schema("What the agent is to do or say when the reminder fires; must stand alone."),
                "when": text_schema("Time in natural language, such as “tomorrow at 9” or “in 20 Minuten”, or ISO."),
            }
        ),
        aliases={"fire_at": "when"},
        accepted={"name": text_schema("Production's name of the reminder."), "timezone": text_schema("IANA name.")},
    )

    def __init__(self, reminders: Reminders, settings: WhenSettings) -> None:
        self._reminders = reminders
        self._settings = settings

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Confirm with the time as it was understood, or refuse with a hint that names the ISO form."""
        prompt = clean(text_of(arguments, "prompt")).strip()
        check_prompt(prompt)
        refuse_secret(prompt)
        zone = text_of(arguments, "timezone") or scope.user.timezone
        phrase = text_of(arguments, "when")
        try:
            when = parse_when(phrase, now=scope.now, zone=zone, language=scope.user.language, settings=self._settings)
        except WhenError as error:
            return ToolResult(refusal(error.code, error.message, error.hint), ok=False)
        reminder = self._reminders.add(_plan(prompt, phrase, when, scope), scope.now)
        return ToolResult(_confirmation(reminder, when), events=(_event(reminder, when),))


def stands_alone(prompt: str) -> bool:
    """Whether a prompt says something by itself, and not just “das”, “it” or “this”."""
    words = re.findall(r"\w+", prompt.casefold())
    return any(word not in _EMPTY_WORDS for word in words)


def _plan(prompt: str, phrase: str, when: When, scope: Scope) -> Plan:
    return Plan(
        user=scope.user.id,
        agent=scope.agent,
        prompt=prompt,
        phrase=clean(phrase),
        fire_at=when.fire_at,
        zone=when.zone,
        wall_clock=when.wall_clock,
        interpretation=when.interpretation,
        conversation=scope.conversation,
    )


def _confirmation(reminder: Reminder, when: When) -> dict[str, JsonValue]:
    body: dict[str, JsonValue] = {
        "ok": True,
        "reminder_id": reminder.id,
        "fire_at": when.fire_at.isoformat(),
        "timezone": when.zone,
        "interpretation": when.interpretation,
    }
    if when.assumptions:
        body["assumptions"] = list(when.assumptions)
    if when.alternatives:
        body["alternatives"] = [moment.isoformat() for moment in when.alternatives]
    return body


def _event(reminder: Reminder, when: When) -> ReminderSet:
    plan = reminder.plan
    return ReminderSet(
        reminder=reminder.id,
        agent=plan.agent,
        prompt=plan.prompt,
        when=plan.phrase,
        fire_at=plan.fire_at,
        zone=plan.zone,
        interpretation=plan.interpretation,
        assumptions=when.assumptions,
        hints=() if stands_alone(plan.prompt) else ("prompt_does_not_stand_alone",),
    )
