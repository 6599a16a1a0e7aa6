"""What a user's message wants of the assistant from now on, heard sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from selu_lab.models.demo.directives import conditional, directive, inquiring, is_missing, missing, ordering
from selu_lab.models.demo.reflection_cues import (
    Tongue,
    Topic,
    act_in,
    asks_first,
    hears,
    meanings,
    only,
    plain,
    tongue_of,
    topic,
    topics,
    where,
)
from selu_lab.models.demo.rephrase import rephrase

Scope = Literal["behaviour", "user_fact", "shared_preference", "one_off", "meta"]

NO_LONGER = {"de": "Nicht mehr nötig: ", "en": "No longer: "}
"""What a lesson taken back begins with, so that the matching knows it."""

_FEWEST_MEANINGS = 2
_LONGEST_QUOTE = 300
_LONGEST_MESSAGE = 2_000  # nobody puts a wish behind more
_SENTENCE = re.compile(r"(?<=[.!?;])(?<!\d\.)\s+|\n+|\s*\.\.+\s*")
# "you sent it without asking" complains; "send it without asking" permits.
_DONE = re.compile(
    r"\byou (?:tried|sent|did|ordered|deleted|booked|bought|added|went|just (?:sent|did|ordered|deleted|booked|went"
    r"|added))\b"
    r"|\b(?:du hast|hast du|hast (?:es|das|alles)|wurde)\b|\beinfach (?:ge|ver|ab)\w+t\b"
)
_HIGH_HANDED = re.compile(
    r"\beinfach (?:so |wieder |alles )*(?:(?:ge|ab|ver|raus|weg|ein|be)\w+t|rausgegangen)\b"
    r"|\byou \w+ (?:it|that|them) (?:straight|right) away\b|\bjust (?:sent|ordered|deleted|booked|bought|cancelled"
    r"|went ahead)\b"
)
_REDO = re.compile(
    r"\b(?:write|say|do|send|try|read|make|show|explain|list|put|give)(?: (?:it|that|this|them|me))? again\b"
)
# What somebody else said or wrote is no wish of the user's.
_REPORTED = re.compile(
    r"^(?:mein\w*|unser\w*|de[rm]|die|das|my|our|the|his|her)\b(?: [\w-]+){1,3} (?:sagt\w*|meint\w*|schreibt|schrieb"
    r"|says?|said|wrote|thinks)\b"
    r"|\b(?:hat|haben|has|have) (?:mir |uns |me |us )?(?:geschrieben|gesagt|gemeint|written|said|told)\b\s*:"
)
# A text made shorter on request is the task, not how the assistant answers.
_WRITING = re.compile(
    r"\b(?:schreib|formulier|umschreib|entwirf|text|mail|brief|gedicht|karte|einladung|rede|write|draft|rephrase"
    r"|poem|card|letter|email"
    r"|invitation|speech|message|nachricht)\w*\b"
)
_TOO = re.compile(r"\b(?:zu|too|so|immer|antworte\w*|answers?)\b")
# When it is to happen is not what is to happen.
_OCCASION = re.compile(
    r"\b(?:when|if|whenever|while|wenn|falls|sobald) (?:you|i|du|ich|we|wir)\b(?! (?:dont|do not|ask|nicht))"
    r"(?:(?!\b(?:tell|give|show|say|ask|sag|nenn|gib|zeig|frag)\b)[^,.;])*"
)
_NEVER_WITHOUT = re.compile(
    r"\b(?:nie|nichts|nicht|kein\w*|never|nothing|dont|do not|not)\b.{0,60}\b(?:ohne|without)\b"
)

# Topics that want more of something, so that "no tables please" is their opposite.
_DENIABLE = frozenset(
    {"table", "bullets", "sources", "prices", "summary", "weekday", "numbered_steps", "more_options", "group"}
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


@dataclass(frozen=True)
class _Message:
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


def hear(text: str, *, first: bool, opening: str, before: str, names: frozenset[str]) -> list[Heard]:
    """All wishes of a message. `opening` is the conversation's first message, `before` the assistant's last answer."""
    text = text[:_LONGEST_MESSAGE]
    said = plain(text)
    message = _Message(text, said, first, opening, names, tongue_of(text, opening, before))
    sentences = [one.strip() for one in _SENTENCE.split(text) if one.strip() and not inquiring(plain(one))]
    if _REPORTED.search(said):
        return []
    if hears("machinery", said):
        return [_about(sentence, "meta") for sentence in sentences if hears("machinery", plain(sentence))][:1]
    found = [heard for sentence in sentences for heard in _sentence(sentence, message)]
    if _unasked(said) and not _permits(said) and not any(_is_topical(one) for one in found):
        found = [one for one in found if not hears("care", plain(one.quote))]
    if not found and (whole := _topic(plain(" ".join(sentences)), message)):
        found.append(_topical(whole, text.strip(), message))
    return [*{heard.key: heard for heard in _told_once(found)}.values()]


def _told_once(found: list[Heard]) -> list[Heard]:
    """Beside a known topic, a sentence without a lasting rule of its own only says the same again ("not that")."""
    known = any(map(_is_topical, found))
    kept = [one for one in found if not known or one.key != one.action or hears("lasting", plain(one.quote))]
    return [one for one in kept if not is_missing(one.action) or len(kept) == 1]


def _is_topical(heard: Heard) -> bool:
    """Whether a wish became a topic's rule, and not one in the user's own words."""
    return heard.key != heard.action and heard.scope == "behaviour"


def _sentence(sentence: str, message: _Message) -> Iterator[Heard]:
    said = plain(sentence)
    if _permits(said):
        yield _about(sentence, "meta")
    elif hears("shared", said) and (message.lasts or hears("wish", said)):
        yield _about(sentence, "shared_preference")
    elif one := _topic(said, message):
        yield _topical(one, sentence, message)
    elif action := _own_words(sentence, message):
        yield _judged(Heard(action, action, _category(said), sentence), message)
    elif only("fact", said):
        yield _about(sentence, "user_fact")


def _own_words(sentence: str, message: _Message) -> str:
    """The sentence as a rule in the user's own words, or "" when it is none or says too little."""
    wish = directive(sentence, first=message.first, again=message.again)
    fewest = 1 if message.again else _FEWEST_MEANINGS
    for part in (wish, sentence) if wish else ():
        action = rephrase(part, message.names, fewest_words=1 + fewest)
        if len(meanings(action)) >= fewest:
            return action
    return missing(sentence, message.tongue, message.said)


def _permits(said: str) -> bool:
    """Whether it wants to be asked less; that is for the permission page. A complaint that nobody asked is none."""
    if not hears("permission", said) or _DONE.search(said) or _NEVER_WITHOUT.search(said):
        return False
    return not any(topic(key).told_in(said) for key in ("reminder_direct", "one_question", "fewer_questions"))


def _topic(said: str, message: _Message) -> Topic | None:
    if not (message.lasts or message.objects or conditional(said) or (ordering(said) and not message.first)):
        return None
    if act := _unasked(said):
        return topic(f"ask_before_{act}")
    wanted = _OCCASION.sub(" ", said)
    meant = [one for one in topics() if one.told_in(wanted) and _meant(one, wanted, message)]
    return min(meant, key=lambda one: one.place_in(wanted), default=None)  # what is said first is what is wanted


def _unasked(said: str) -> str:
    """The act of a sentence that complains of not having been asked, or wants to be."""
    act = act_in(said)
    complains = hears("permission", said) and bool(_DONE.search(said) or _NEVER_WITHOUT.search(said))
    complains = complains or bool(_HIGH_HANDED.search(said))
    return act if act and (complains or asks_first(act, said)) else ""


def _meant(one: Topic, said: str, message: _Message) -> bool:
    """Whether the topic's words are a wish here: a "no …" topic needs an objection, the others must not be denied."""
    if hears("taken_back", message.said):
        return True
    if one.key in ("short", "long") and _WRITING.search(message.opening) and not (message.lasts or _TOO.search(said)):
        return False
    if one.key.startswith("no_"):
        return hears("complaint", said) or hears("again", said)
    return not message.first or hears("lasting", said)


def _topical(one: Topic, sentence: str, message: _Message) -> Heard:
    said = plain(sentence)
    action = one.lesson[message.tongue]
    if "{where}" in action:
        action = action.replace("{where}", where(one.slot, message.tongue, said, message.said, message.opening))
    if "{by}" in action:
        action = action.replace("{by}", _by(said, message.tongue))
    if _denied(one, said):
        action = rephrase(sentence, message.names) or NO_LONGER[message.tongue] + action
    elif hears("taken_back", message.said):
        action = NO_LONGER[message.tongue] + action
    return _judged(Heard(one.key, action, one.category, sentence), message)


def _denied(one: Topic, said: str) -> bool:
    """Whether the sentence wants less of a topic that wants more ("no tables please")."""
    match = one.words.search(said)
    if match is None or one.key.startswith("no_") or one.key not in _DENIABLE:
        return False
    return bool(
        re.search(
            r"\b(?:kein\w*|ohne|no|without|dont (?:use|make|write|give)(?: me)?(?: a)?|not (?:a|as a)"
            r"|nicht als)\W+(?:\w+\W+)?$",
            said[: match.start()],
        )
    )


def _by(said: str, tongue: Tongue) -> str:
    match = re.search(r"\b(?:nach|by|per|pro|je|into|order of) (?:den |der |dem |the |each )?([\w-]{4,})", said)
    default = {"de": "Abteilungen im Laden", "en": "section of the shop"}[tongue]
    return (match[1].capitalize() if tongue == "de" else match[1]) if match else default


def _judged(heard: Heard, message: _Message) -> Heard:
    once = hears("once", message.said) and not message.lasts
    hedged = hears("hedged", message.said) and not message.again
    scope: Scope = "one_off" if once else "behaviour"
    whole = message.again and not hears("again", plain(heard.quote)) and len(message.text) <= _LONGEST_QUOTE
    quote = message.text.strip() if whole else heard.quote
    return Heard(heard.key, heard.action, heard.category, quote, scope, "moderate" if hedged else "clear")


def _about(sentence: str, scope: Scope) -> Heard:
    return Heard(f"{scope}: {plain(sentence)}", sentence[:300], "communication_style", sentence, scope)


def _category(said: str) -> str:
    if re.search(r"\b(?:bevor|before|erst|first|frag\w*|ask\w*|prüf\w*|check\w*|wait|warte\w*|wenn|when|if)\b", said):
        return "workflow_pattern"
    return "communication_style"
