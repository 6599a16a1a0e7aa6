"""Where a conversation stands: whether the user's text answers the model's own question, and what is then meant."""

from __future__ import annotations

from dataclasses import dataclass

from selu_lab.models.demo.briefing import Briefing
from selu_lab.models.demo.clauses import own_words
from selu_lab.models.demo.phrases import ASKS_WHEN, ASKS_YES
from selu_lab.models.demo.talk import NO, YES
from selu_lab.models.demo.times import only_a_time, time_phrases


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
    tail: list[str] = []
    confirmed = False
    for asked, text in reversed(exchanges):
        if _asks(asked, ASKS_WHEN) and only_a_time(text):
            tail.insert(0, " ".join(phrase.text for phrase in time_phrases(text)))
        elif _asks(asked, ASKS_YES) and YES.match(text):
            confirmed = True
        elif _asks(asked, ASKS_YES) and NO.match(text) and not (tail or confirmed):
            return Standing(text, declined=True)
        else:
            return Standing(" ".join((text.rstrip(" .!?"), *tail)) if tail else text, confirmed, timed=bool(tail))
    return Standing("")


def _asks(text: str, marks: tuple[str, ...]) -> bool:
    return "?" in text and any(mark in text for mark in marks)
