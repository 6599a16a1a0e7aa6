"""Where a conversation stands: whether the user's text answers the model's own question, and what is then meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from selu_lab.models.demo.briefing import Briefing
from selu_lab.models.demo.clauses import own_words
from selu_lab.models.demo.phrases import ASKS_WHEN, ASKS_YES
from selu_lab.models.demo.talk import NO, YES
from selu_lab.models.demo.times import only_a_time, time_phrases

_LONGEST_REPLY = 80  # characters; a longer text is no mere yes, no or time


@dataclass(frozen=True)
class Standing:
    """The text that counts now. `confirmed`: yes was said to it; `timed`: it got its missing time; `declined`: no."""

    text: str
    confirmed: bool = False
    timed: bool = False
    declined: bool = False


def standing(briefing: Briefing) -> Standing:
    """What the user's last text means after the model's question: a yes or a time continues the text before it."""
    exchanges: list[tuple[str, str]] = []
    asked = ""
    for message in briefing.request.history:
        if message.role == "user":
            exchanges.append((asked, own_words(message.text)))
            asked = ""
        elif message.role == "assistant" and message.text:
            asked = message.text
    return _resolve(exchanges)


def _resolve(exchanges: list[tuple[str, str]]) -> Standing:
    """Go back from the newest text through yes and time to the text they belong to."""
    times: list[str] = []
    confirmed = False
    for asked, text in reversed(exchanges):
        kind = _answers(asked, text)
        if kind == "time":
            times = [*(phrase.text for phrase in time_phrases(text)), *times]
        elif kind == "yes":
            confirmed = True
        elif kind == "no" and not (times or confirmed):
            return Standing(text, declined=True)
        else:
            return Standing(" ".join((text.rstrip(" .!?"), *times)) if times else text, confirmed, timed=bool(times))
    return Standing("")


def _answers(asked: str, text: str) -> Literal["time", "yes", "no", ""]:
    """What a text is to the question before it, if anything."""
    if "?" not in asked or len(text) > _LONGEST_REPLY:
        return ""
    if any(mark in asked for mark in ASKS_WHEN) and only_a_time(text):
        return "time"
    if not any(mark in asked for mark in ASKS_YES):
        return ""
    return "yes" if YES.match(text) else "no" if NO.match(text) else ""
