"""The demo model's answer to the reflection's first call: observations by rules, in German and English."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pydantic import BaseModel, JsonValue

from selu_lab.models.base import Request
from selu_lab.models.demo.ear import SAME, alike, in_common
from selu_lab.models.demo.events import SignalSeen, ToolCall, from_events
from selu_lab.models.demo.heard import Heard
from selu_lab.models.demo.reflection_cues import plain, tongue_of
from selu_lab.models.demo.rephrase import names_in
from selu_lab.models.demo.wishes import hear

_SAME_AGAIN = 0.3  # what is said "again" in one conversation is most likely what was said before


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
    items = _heard(material.turns)
    tongue = tongue_of(*(turn.user for turn in reversed(material.turns)))
    after = [*(turn.user for turn in material.turns[1:]), ""]
    reactions = {turn.id: f"{turn.refused_because} {said}" for turn, said in zip(material.turns, after, strict=True)}
    calls = {turn.id: turn.calls for turn in material.turns}
    follows = dict(pairwise(turn.id for turn in material.turns))
    for signal, heard in from_events(material.signals, calls, reactions, tongue, tuple(items)):
        said = _said_in((signal.turn, follows.get(signal.turn, "")), items)
        if signal.kind == "tool_denied" and said:
            items[said[0]].signals.append(signal.id)  # the user said why: that is the lesson
        else:
            item = items.setdefault(heard.key, _Item(heard))
            item.signals.append(signal.id)
            for key in said:
                if key != heard.key and _speaks_of_call(heard.action, items[key].heard.action):
                    item.quotes += items.pop(key).quotes
    return json.dumps({"observations": [item.json() for item in items.values()]}, ensure_ascii=False)


def _heard(turns: Sequence[_Turn]) -> dict[str, _Item]:
    """The wishes of all messages by their keys, those of one matter as one."""
    items: dict[str, _Item] = {}
    names = names_in(turn.assistant for turn in turns)
    opening = " ".join(plain(turn.user) for turn in turns[:1])
    for place, turn in enumerate(turns):
        before = turns[place - 1].assistant if place else ""
        reacting = hear(turn.refused_because, first=False, opening=opening, before=before, names=names)
        for heard in (*hear(turn.user, first=place == 0, opening=opening, before=before, names=names), *reacting):
            item = items.setdefault(_same(heard, items), _Item(heard))
            item.quotes.append({"turn": turn.id, "text": heard.quote})
    return items


def _same(heard: Heard, items: dict[str, _Item]) -> str:
    """The key of the wish that was heard already in other words, else its own."""
    if heard.key in items:
        return heard.key
    earlier = [(_likeness(heard, item.heard), key) for key, item in items.items() if _fits(item, heard)]
    likeness, key = max(earlier, default=(0.0, ""))
    return key if likeness >= (_SAME_AGAIN if heard.again else SAME) else heard.key


def _likeness(one: Heard, other: Heard) -> float:
    words = in_common(one.action, other.action, again=True) if one.again else 0.0
    return max(alike(one.action, other.action), words)


def _fits(item: _Item, heard: Heard) -> bool:
    return item.heard.scope == heard.scope and item.heard.taken_back == heard.taken_back


def _said_in(turns: Sequence[str], items: dict[str, _Item]) -> list[str]:
    """The keys of wishes about behaviour that the user had in these turns."""
    wished = ((key, item) for key, item in items.items() if item.heard.scope == "behaviour")
    return [key for key, item in wished if any(quote["turn"] in turns for quote in item.quotes)]


def _speaks_of_call(repair: str, wish: str) -> bool:
    """Whether a wish names the tool or the argument a rule about a repaired call is for."""
    named = {word for code in re.findall(r"`([^`]+)`", repair) for word in re.findall(r"[^\W_]{4,}", code.lower())}
    return any(word in plain(wish) for word in named)
