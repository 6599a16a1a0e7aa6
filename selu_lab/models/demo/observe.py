"""The demo model's answer to the reflection's first call: observations by rules, in German and English."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from pydantic import BaseModel, JsonValue

from selu_lab.models.base import Request
from selu_lab.models.demo.events import SignalSeen, ToolCall, from_events
from selu_lab.models.demo.reflection_cues import plain, tongue_of
from selu_lab.models.demo.rephrase import names_in
from selu_lab.models.demo.wishes import Heard, hear


class _Turn(BaseModel):
    id: str
    user: str
    refused_because: str = ""
    calls: list[ToolCall] = []
    assistant: str = ""


class _Material(BaseModel):
    turns: list[_Turn]
    signals: list[SignalSeen] = []


@dataclass
class _Item:
    """An observation while it is put together; wishes of one topic become one."""

    heard: Heard
    quotes: list[dict[str, str]] = field(default_factory=list)
    signals: list[str] = field(default_factory=list)

    def json(self) -> dict[str, JsonValue]:
        heard = self.heard
        return {
            "scope": heard.scope,
            "category": heard.category,
            "trigger": "",
            "action": heard.action,
            "quotes": [dict(quote) for quote in self.quotes],
            "signals": [*self.signals],
            "rating": heard.rating,
            "applies": "this_time" if heard.scope == "one_off" else "from_now_on",
        }


def answer_observe(request: Request) -> str:
    """JSON in the form the request asks for; equal requests get equal answers."""
    material = _Material.model_validate_json(request.history[0].text)
    items: dict[str, _Item] = {}
    tongue = tongue_of(*(turn.user for turn in reversed(material.turns)))
    names = names_in(turn.assistant for turn in material.turns)
    opening = " ".join(plain(turn.user) for turn in material.turns[:1])
    for place, turn in enumerate(material.turns):
        before = material.turns[place - 1].assistant if place else ""
        reacting = hear(turn.refused_because, first=False, opening=opening, before=before, names=names)
        for heard in (*hear(turn.user, first=place == 0, opening=opening, before=before, names=names), *reacting):
            item = items.setdefault(heard.key, _Item(heard))
            item.quotes.append({"turn": turn.id, "text": heard.quote})
    after = [*(turn.user for turn in material.turns[1:]), ""]
    reactions = {turn.id: f"{turn.refused_because} {said}" for turn, said in zip(material.turns, after, strict=True)}
    calls = {turn.id: turn.calls for turn in material.turns}
    for signal, heard in from_events(material.signals, calls, reactions, tongue, tuple(items)):
        items.setdefault(heard.key, _Item(heard)).signals.append(signal)
    return json.dumps({"observations": [item.json() for item in items.values()]}, ensure_ascii=False)
