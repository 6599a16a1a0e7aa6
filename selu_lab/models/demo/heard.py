"""What the demo model hears: a message with what its parts are judged by, and the wish a sentence becomes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from selu_lab.models.demo.reflection_cues import Tongue, hears, plain

Scope = Literal["behaviour", "user_fact", "shared_preference", "one_off", "meta"]

NO_LONGER = {"de": "Nicht mehr nötig: ", "en": "No longer: "}
"""What a lesson taken back begins with, so that the matching knows it."""

LONGEST_QUOTE = 300
_REDO = re.compile(
    r"\b(?:write|say|do|send|try|read|make|show|explain|list|put|give)(?: (?:it|that|this|them|me))? again\b"
)


@dataclass(frozen=True)
class Heard:
    """A wish: the rule it becomes, and the sentence that said it. Wishes with one `key` are one."""

    key: str
    action: str
    category: str
    quote: str
    scope: Scope = "behaviour"
    rating: Literal["clear", "moderate"] = "clear"
    again: bool = False  # the user says that it was said before
    sure: bool = True  # its grammar is an order's; else only its meaning tells

    @property
    def taken_back(self) -> bool:
        """Whether it takes an earlier wish back."""
        return self.action.startswith(tuple(NO_LONGER.values()))


@dataclass(frozen=True)
class Message:
    """A message with what its parts are judged by."""

    text: str
    said: str
    first: bool
    opening: str
    names: frozenset[str]
    tongue: Tongue

    @cached_property
    def again(self) -> bool:
        """Whether it says that it was said before; "write it again" does not."""
        return hears("again", self.said) and not _REDO.search(self.said)

    @cached_property
    def lasts(self) -> bool:
        return hears("lasting", self.said) or self.again

    @cached_property
    def objects(self) -> bool:
        """Whether it reacts to the assistant; the first message of a conversation cannot."""
        return not self.first and any(
            hears(cue, self.said) for cue in ("complaint", "wish", "again", "taken_back", "hedged", "finer")
        )


def judged(heard: Heard, message: Message) -> Heard:
    """The wish with its quote, whether it is for once only, and how sure its words are."""
    said = plain(heard.quote)
    by_itself = hears("once", said) and not hears("lasting", said)
    once = by_itself or (hears("once", message.said) and not message.lasts)
    hedged = hears("hedged", message.said) and not message.again
    scope: Scope = "one_off" if once else "behaviour"
    whole = message.again and not hears("again", plain(heard.quote)) and len(message.text) <= LONGEST_QUOTE
    quote = message.text.strip() if whole else heard.quote
    return replace(heard, quote=quote, scope=scope, rating="moderate" if hedged else "clear", again=message.again)
