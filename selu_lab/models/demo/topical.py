"""Wishes that the table of topics knows: which topic a sentence means, and the rule it becomes."""

from __future__ import annotations

import re

from selu_lab.models.demo.directives import conditional, directive, ordering
from selu_lab.models.demo.ear import SAME, alike, wishing
from selu_lab.models.demo.heard import LONGEST_QUOTE, NO_LONGER, Heard, Message, judged
from selu_lab.models.demo.reflection_cues import (
    Tongue,
    Topic,
    act_in,
    anywhere,
    asks_first,
    hears,
    meanings,
    plain,
    topic,
    topics,
    where,
)
from selu_lab.models.demo.rephrase import rephrase

_ON_TOPIC = 0.38  # likeness and wish together: with less, words of a topic stand there by chance
_SAME_IN_VAGUE_WORDS = 0.35
_WHOLE = 3  # meanings that make a rule whole
_FEW_WORDS = 5  # of "again too long!", in which nothing is alike
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

_NUMBERS = tuple(forms.split() for forms in ("1 eine einen one single", "2 zwei two", "3 drei three", "4 vier four"))

# Topics that want more of something, so that "no tables please" is their opposite.
_DENIABLE = frozenset(
    {"table", "bullets", "sources", "prices", "summary", "weekday", "numbered_steps", "more_options", "group"}
)


def find_topic(said: str, message: Message) -> Topic | None:
    """The topic a plain text wants something of."""
    if not (message.lasts or message.objects or conditional(said) or (ordering(said) and not message.first)):
        return None
    if act := unasked(said):
        return topic(f"ask_before_{act}")
    wanted = _OCCASION.sub(" ", said)
    meant = [one for one in topics() if one.told_in(wanted) and _meant(one, wanted, message)]
    return min(meant, key=lambda one: one.place_in(wanted), default=None)  # what is said first is what is wanted


def permits(said: str) -> bool:
    """Whether it wants to be asked less; that is for the permission page. A complaint that nobody asked is none."""
    if not hears("permission", said) or _DONE.search(said) or _NEVER_WITHOUT.search(said):
        return False
    return not any(topic(key).told_in(said) for key in ("reminder_direct", "one_question", "fewer_questions"))


def unasked(said: str) -> str:
    """The act of a sentence that complains of not having been asked, or wants to be."""
    act = act_in(said)
    complains = hears("permission", said) and bool(_DONE.search(said) or _NEVER_WITHOUT.search(said))
    complains = complains or bool(_HIGH_HANDED.search(said))
    return act if act and (complains or asks_first(act, said)) else ""


def _meant(one: Topic, said: str, message: Message) -> bool:
    """Whether the topic's words are a wish here: a "no …" topic needs an objection, the others must not be denied."""
    if hears("taken_back", message.said):
        return True
    if one.key in ("short", "long") and _WRITING.search(message.opening) and not (message.lasts or _TOO.search(said)):
        return False
    if one.key.startswith("no_"):
        return hears("complaint", said) or hears("again", said)
    return not message.first or hears("lasting", said)


def topical(one: Topic, sentence: str, message: Message) -> Heard | None:
    """The topic's rule with its places filled, None when the sentence only has its words."""
    said = plain(sentence)
    order = directive(sentence, first=message.first, again=message.again)
    told = rephrase(order, message.names) if order else ""
    action = told if _differs(told, one, message) else one.lesson[message.tongue]
    if "{where}" in action:
        action = _placed(one, action, told, said, message)
    if "{by}" in action:
        action = action.replace("{by}", _by(said, message.tongue))
    if not _on_topic(one, sentence, action, message):
        return None
    if _denied(one, said):
        action = rephrase(sentence, message.names) or NO_LONGER[message.tongue] + action
    elif hears("taken_back", message.said):
        action = NO_LONGER[message.tongue] + action
    return judged(Heard(one.key, action, one.category, sentence, sure=bool(order)), message)


def _differs(told: str, one: Topic, message: Message) -> bool:
    """Whether the user's words are a whole rule, and another one than the topic's."""
    if hears("taken_back", message.said) or len(meanings(told)) < _WHOLE:
        return False
    return alike(told, one.lesson[message.tongue]) < (_SAME_IN_VAGUE_WORDS if hears("hedged", message.said) else SAME)


def _placed(one: Topic, action: str, told: str, said: str, message: Message) -> str:
    """The rule with the place it is for; where the table knows none, the user's own words say it better."""
    place = where(one.slot, message.tongue, said, message.said, message.opening)
    return told if told and place == anywhere(one.slot, message.tongue) else action.replace("{where}", place)


def _on_topic(one: Topic, sentence: str, action: str, message: Message) -> bool:
    """Whether the sentence means what the rule says: another number is another wish."""
    numbers = _numbers(sentence), _numbers(action)
    if numbers[0] and numbers[1] and numbers[0].isdisjoint(numbers[1]):
        return False
    if len(one.words.findall(plain(sentence))) > 1:
        return True
    brief = message.again and len(sentence.split()) <= _FEW_WORDS
    likeness = max(alike(said, action) for said in (sentence, message.text[:LONGEST_QUOTE]))
    return brief or likeness + wishing(sentence) >= _ON_TOPIC


def _numbers(text: str) -> set[int]:
    words = re.findall(r"\w+", plain(text))
    return {number for word in words for number, forms in enumerate(_NUMBERS, start=1) if word in forms}


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
