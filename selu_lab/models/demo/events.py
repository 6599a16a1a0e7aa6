"""What denied and repaired calls teach the demo model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, JsonValue

from selu_lab.models.demo.heard import Heard
from selu_lab.models.demo.reflection_cues import Tongue, Topic, act_in, hears, plain, topic
from selu_lab.models.demo.repairs import repair_lesson

# A denial that only mends a detail ("wrong address") teaches nothing.
_DETAIL = re.compile(
    r"\b(?:falsch\w*|meint\w*|andere[rsn]?|verkehrt\w*|vertippt|zu teuer|wrong|meant|other|different|typo"
    r"|too expensive|not that)\b"
)


class ToolCall(BaseModel):
    """A call as the reflection shows it."""

    tool: str
    arguments: dict[str, JsonValue]
    status: str


class SignalSeen(BaseModel):
    """A signal as the reflection shows it; `turn` is "t3"."""

    id: str
    kind: str
    turn: str
    tool: str = ""


def from_events(
    signals: Sequence[SignalSeen],
    calls: Mapping[str, Sequence[ToolCall]],
    reactions: Mapping[str, str],
    tongue: Tongue,
    wished: Sequence[str],
) -> Iterator[tuple[SignalSeen, Heard]]:
    """Signals with what they teach. `reactions` are the user's words after each turn,
    `wished` the keys of the wishes already heard in the conversation."""
    for signal in signals:
        if signal.kind == "tool_denied":
            heard = _denied(signal, reactions, tongue, wished)
        elif signal.kind == "repair_verified":
            heard = _repaired(signal, calls.get(signal.turn, ()), tongue)
        else:
            heard = None
        if heard:
            yield signal, heard


def _denied(signal: SignalSeen, reactions: Mapping[str, str], tongue: Tongue, wished: Sequence[str]) -> Heard | None:
    reaction = plain(reactions[signal.turn])
    if _DETAIL.search(reaction) and not hears("care", reaction):
        return None
    if "memory_search" in signal.tool:
        return _taught(topic("search_when_relevant"), tongue, signal)
    asked = next((key for key in wished if key.startswith("ask_before_")), "")
    act = act_in(plain(re.sub(r"[_\W]+", " ", signal.tool)))
    return _taught(topic(asked or f"ask_before_{act or 'call'}"), tongue, signal)


def _taught(one: Topic, tongue: Tongue, signal: SignalSeen) -> Heard:
    return Heard(one.key, one.lesson[tongue].format(tool=signal.tool), one.category, "")


def _repaired(signal: SignalSeen, calls: Sequence[ToolCall], tongue: Tongue) -> Heard | None:
    failed = next((call for call in calls if call.tool == signal.tool and call.status in ("error", "invalid")), None)
    if failed is None:
        return None
    later = calls[list(calls).index(failed) + 1 :]
    worked = next((call for call in later if call.tool == signal.tool and call.status == "ok"), None)
    text = repair_lesson(signal.tool, failed.arguments, worked.arguments, tongue) if worked else ""
    return Heard(text, text, "error_prevention", "") if text else None
