"""Secrets of a scenario: they must reach nothing but the user's own words, and reports never show them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from selu_lab.events import Entry, TurnStarted
from selu_lab.lab import Lab

MASK = "[secret]"


def masked(text: str, secrets: Sequence[str]) -> str:
    """The text without the secrets; the longest go first, for one may hold another."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


async def leaks(secret: str, entries: Sequence[Entry], lab: Lab) -> list[str]:
    """The places that hold the secret, in words: events (the user's own excepted), notes, reminders, lessons, state."""
    found = [
        f"event {entry.event.kind} of turn {entry.turn}"
        for entry in entries
        if not isinstance(entry.event, TurnStarted) and any(secret in text for text in _texts(entry.event.model_dump()))
    ]
    kept = await asyncio.to_thread(_kept, lab)
    return list(dict.fromkeys(found + [place for place, text in kept if secret in text]))


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _kept(lab: Lab) -> list[tuple[str, str]]:
    user, agents = lab.settings.user, lab.shelf.ids()
    notes = lab.notes(user).all() if lab.notes.ready else []
    return [
        *(("a note", note.content) for note in notes),
        *(("a reminder", one.plan.prompt) for one in lab.reminders.all(user, None)),
        *(("a lesson", lesson.text) for agent in agents for lesson in lab.lessons.all(user, agent)),
        *(("the store", f"{key} {value}") for agent in agents for key, value in lab.state.all(agent, user).items()),
    ]
