"""What a user's message wants of the assistant from now on, heard sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from selu_lab.memory.secrets import SECRET_LEFT_OUT
from selu_lab.models.demo.directives import directive, inquiring, is_missing, missing, praising, remarking
from selu_lab.models.demo.ear import SAME, alike, wishing
from selu_lab.models.demo.heard import NO_LONGER, Heard, Message, Scope, judged
from selu_lab.models.demo.reflection_cues import hears, meanings, only, plain, tongue_of
from selu_lab.models.demo.rephrase import rephrase
from selu_lab.models.demo.topical import find_topic, permits, topical, unasked

_FEWEST_MEANINGS = 2
_A_WISH = 0.02  # less than this is a task, a fact or a chat (`ear.wishing`)
_TAKES_BACK = 0.06  # enough where the words say that a wish is taken back
_KINDLY = 0.09  # enough where it is said carefully, as no task is
_SURELY_A_WISH = 0.12  # so much needs no grammar of an order
_LONGEST_MESSAGE = 2_000  # nobody puts a wish behind more
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|\s*\.\.+\s*|\s+[:;]-?[()DP](?=\s|$)")
# "Am 14. gehen wir", "evtl. später": no sentence ends there.
_NO_END = re.compile(
    r"\b(?:(?:am|zum|vom|den|der|dem|bis) \d{1,2}|evtl|bzw|ca|etc|usw|z\. ?b|max|min|nr|dr|mrs?|ms|st|approx)\.$", re.I
)
# What somebody else said or wrote is no wish of the user's.
_REPORTED = re.compile(
    r"^(?:mein\w*|unser\w*|de[rm]|die|das|my|our|the|his|her)\b(?: [\w-]+){1,3} (?:sagt\w*|meint\w*|schreibt|schrieb"
    r"|says?|said|wrote|thinks)\b"
    r"|\b(?:hat|haben|has|have) (?:mir |uns |me |us )?(?:geschrieben|gesagt|gemeint|written|said|told)\b\s*:"
)


def hear(text: str, *, first: bool, opening: str, before: str, names: frozenset[str]) -> list[Heard]:
    """All wishes of a message. `opening` is the conversation's first message, `before` the assistant's last answer."""
    text = text[:_LONGEST_MESSAGE]
    said = plain(text)
    message = Message(text, said, first, opening, names, tongue_of(text, opening, before))
    sentences = [one for one in _sentences(text) if not inquiring(plain(one))]
    if _REPORTED.search(said):
        return []
    if hears("machinery", said):
        return [_about(sentence, "meta") for sentence in sentences if hears("machinery", plain(sentence))][:1]
    found = [heard for sentence in sentences for heard in _sentence(sentence, message)]
    if unasked(said) and not permits(said) and not any(_is_topical(one) for one in found):
        found = [one for one in found if not hears("care", plain(one.quote))]
    if not found and (whole := find_topic(plain(" ".join(sentences)), message)):
        found += filter(None, [topical(whole, text.strip(), message)])
    return [*{heard.key: heard for heard in _told_once(found)}.values()]


def _sentences(text: str) -> list[str]:
    """The sentences, without the clauses from which a secret was taken out."""
    ends = [0, *(match.end() for match in _SENTENCE.finditer(text) if not _NO_END.search(text[: match.start()]))]
    parts = (text[start:end].strip() for start, end in pairwise([*ends, len(text)]))
    return [kept for one in parts if (kept := _without_secrets(one))]


def _without_secrets(sentence: str) -> str:
    if SECRET_LEFT_OUT not in sentence:
        return sentence
    clauses = [clause for clause in re.split(r"[,;]\s+", sentence) if SECRET_LEFT_OUT not in clause]
    return max(clauses, key=len, default="")


def _told_once(found: list[Heard]) -> list[Heard]:
    """Beside a known topic, a sentence without a lasting rule of its own only says the same again ("not that")."""
    known = any(map(_is_topical, found))
    kept = [one for one in found if not known or one.key != one.action or hears("lasting", plain(one.quote))]
    kept = [one for one in kept if one.sure or not _better_said(one, kept)]
    return [one for one in kept if not is_missing(one.action) or len(kept) == 1]


def _better_said(one: Heard, found: Sequence[Heard]) -> bool:
    """Whether an order in the same message says it, too; a remark in own words is none beside any other wish."""
    orders = [other for other in found if other.sure and other.scope == "behaviour"]
    if _is_topical(one):
        return any(alike(one.action, other.action) >= SAME for other in orders)
    return bool(orders) or any(map(_is_topical, found))


def _is_topical(heard: Heard) -> bool:
    """Whether a wish became a topic's rule, and not one in the user's own words."""
    return heard.key != heard.action and heard.scope == "behaviour"


def _sentence(sentence: str, message: Message) -> Iterator[Heard]:
    said = plain(sentence)
    if permits(said):
        yield _about(sentence, "meta")
    elif hears("shared", said):
        if message.lasts or hears("wish", said):
            yield _about(sentence, "shared_preference")
    elif (one := find_topic(said, message)) and (heard := topical(one, sentence, message)):
        yield heard
    elif own := _own_words(sentence, message):
        yield own
    elif only("fact", said):
        yield _about(sentence, "user_fact")


def _own_words(sentence: str, message: Message) -> Heard | None:
    """The sentence as a rule in the user's own words, None when it is none or says too little."""
    said, back = plain(sentence), hears("taken_back", message.said)
    wish = directive(sentence, first=message.first, again=message.again)
    felt = max(wishing(one) for one in (sentence, wish or rephrase(sentence, message.names)) if one)
    if remarking(said) or (felt < _A_WISH and not (wish and back)):
        return None
    sure = bool(wish)
    enough = _TAKES_BACK if back else _KINDLY if hears("hedged", said) else _SURELY_A_WISH
    if not sure and felt >= enough and _reacts(said, message):
        wish = sentence
    action = _in_own_words(wish, sentence, message) or missing(sentence, message.tongue, message.said)
    if not action:
        return None
    heard = Heard(action, (NO_LONGER[message.tongue] if back else "") + action, _category(said), sentence, sure=sure)
    return judged(heard, message)


def _in_own_words(wish: str, sentence: str, message: Message) -> str:
    fewest = 1 if message.again else _FEWEST_MEANINGS
    for part in (wish, sentence) if wish else ():
        action = rephrase(part, message.names, fewest_words=1 + fewest)
        if len(meanings(action)) >= fewest:
            return action
    return ""


def _reacts(said: str, message: Message) -> bool:
    cues = ("lasting", "again", "complaint", "asks", "taken_back", "hedged", "finer")
    return not (message.first or praising(said) or only("fact", said)) and any(hears(cue, said) for cue in cues)


def _about(sentence: str, scope: Scope) -> Heard:
    return Heard(f"{scope}: {plain(sentence)}", sentence[:300], "communication_style", sentence, scope)


def _category(said: str) -> str:
    if re.search(r"\b(?:bevor|before|erst|first|frag\w*|ask\w*|prüf\w*|check\w*|wait|warte\w*|wenn|when|if)\b", said):
        return "workflow_pattern"
    return "communication_style"
