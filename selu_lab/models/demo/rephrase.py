"""The demo model's fallback for a wish no topic knows: the user's own sentence as a rule, without names and details."""

from __future__ import annotations

import re
from collections.abc import Iterable

from selu_lab.models.demo.reflection_cues import tongue_of

_OPENERS = re.compile(
    r"^(?:(?:perhaps|maybe|possibly|vielleicht|for the \w+ time"
    r"|(?:jetzt |nun )?zum (?:dritten|zweiten|x-?ten|hundertsten)(?: mal)?"
    r"|oh|ach|also|und|aber|and|but|so|ne|nee|nein|no|nope|ja|yes|ok|okay|hm+|boah|hey|hi|well|nochmal|again"
    r"|wieder|ps"
    r"|übrigens|btw|bitte|please|pls|mal|denk dran|merk dir(?: bitte)?|remember|listen|hör mal|noch (?:was|etwas)"
    r"|one (?:more )?thing"
    r"|(?:ich|i)[’']?(?: hab\w*|ve| already)? (?:doch |already )?(?:gesagt|said|told you|asked you)(?: to| that)?"
    r"|du (?:sollst|solltest|musst|kannst|könntest|darfst)(?: doch)?|(?:kannst|könntest|würdest) du"
    r"|you (?:should|must|need to|have to|can|could|are supposed to)|(?:can|could|would|will) you"
    r"|i(?:[’']d| would)? (?:want|need|like|prefer) (?:you to|it if you(?! did| would))|from now on"
    r"|in (?:the )?future|going forward"
    r"|ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|künftig|in zukunft|das nächste mal|next time)\b[\s,:.!-]*)+",
    re.I,
)
_REASON = re.compile(
    r"(?!^)(?:,|\s[-–—]|\()?\s*\b(?:weil|denn|sonst|damit|hatte? ich|hab(?:e)? ich|das ist mir|das war|wie gesagt"
    r"|schon mal gesagt"
    r"|because|cause|cos|since|otherwise|i (?:told|said|asked)|its? (?:too|so)|that[’']?s|thanks?|danke|thx|ok\?"
    r"|okay\?)\b.*$",
    re.I,
)
_FILLER = re.compile(
    r"\b(?:bitte|mal|doch|halt|echt|wirklich|eigentlich|vielleicht|vll|please|pls|plz|maybe|really|kind of|kinda"
    r"|sort of|auch in zukunft|glaube? ich|(?:nur|just) so als idee|(?:just )?an idea|ganz nett"
    r"|irgendwie|ein (?:bisschen|wenig)|etwas|a bit|a little|wär(?:e?s|e)?(?= )|fänd\w* ich|ich glaube?"
    r"|i (?:guess|think)"
    r"|schon wieder|wieder|again|in zukunft|künftig|from now on|ab jetzt|ab sofort|in future|any ?more|lol)\b\s*",
    re.I,
)
# "If it's not too much trouble, …" is kind, and no condition.
_COURTESY = re.compile(r"^(?:wenns?|falls|if)\b[^,]*\b(?:nicht|not)\b[^,]*\b(?:zu|too)\b[^,]*,\s*", re.I)
_DETAIL = re.compile(
    r"\b(?:am |on |um |at |bis |until )?(?:\d{1,2}\.\s?\d{1,2}\.(?:\d{2,4})?|\d{1,2}:\d{2}|\d{1,2} uhr|\d+ ?(?:kg|g"
    r"|l|ml|€|euro|euros|dollars?|km))\b"
    r"|\b(?:am |on )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday)s?\b"
    r"|\b(?:heute|morgen|gestern|today|tomorrow|yesterday)\b",
    re.I,
)
_PERSON = re.compile(r"\b(frau|herrn?|mr\.?|mrs\.?|ms\.?|dr\.?|coach|tante|onkel|aunt|uncle) \w+", re.I)
_GREETED = re.compile(r"\b(?:Hallo|Hi|Hey|Liebe[rs]?|Dear|Frau|Herrn?|Mr\.?|Mrs\.?|Ms\.?|Coach) ([A-ZÄÖÜ][\wäöüß-]+)")
_CAPITAL = re.compile(r"(?<=[a-z,] )([A-Z][a-z]{2,})\b")
_COMMON = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december "
    "english german iso celsius".split()
)
_WANTS = (
    (
        re.compile(
            r"^i(?:[’']?d| would) (?:prefer|like|appreciate|rather)(?: it)? (?:if )?you "
            r"(?:did ?n[’']?t|would ?n[’']?t|did not)\b",
            re.I,
        ),
        "Do not",
    ),
    (
        re.compile(r"^(?:ich (?:will|möchte|brauche|hätte gern\w*)(?: immer)?|mir (?:reichen|reicht|genügt))\s+", re.I),
        "Gib ",
    ),
    (
        re.compile(
            r"^i(?:[’']d| would)?(?: always| really| just)? (?:want|need|would like|prefer|like|only (?:want|need))"
            r"\s+(?:to (?:have|see|get)\s+)?",
            re.I,
        ),
        "Give ",
    ),
    (re.compile(r"^(?:kein\w*)\b", re.I), "Verwende {0}"),
    (re.compile(r"^no (?=\w)", re.I), "Use no "),
    (re.compile(r"^don[’']?t\b", re.I), "Do not"),
)
_FEWEST_WORDS, _MOST_LETTERS = 3, 200


def names_in(answers: Iterable[str]) -> frozenset[str]:
    """Names that the assistant's answers hold, in lower case: greeted people, and capitals inside English sentences."""
    found = {name for answer in answers for pattern in _names(answer) for name in pattern.findall(answer)}
    return frozenset(name.casefold() for name in found) - _COMMON


def _names(answer: str) -> tuple[re.Pattern[str], ...]:
    """Where names stand in an answer; in German every noun is a capital."""
    return (_GREETED, _CAPITAL) if tongue_of(answer) == "en" else (_GREETED,)


def without_reason(sentence: str) -> str:
    """The sentence without the clause that tells why ("…, sonst finde ich nichts")."""
    return _REASON.sub("", sentence)


def without_openers(sentence: str) -> str:
    """The sentence without what leads up to the wish ("oh no, please, from now on …")."""
    return _OPENERS.sub("", _COURTESY.sub("", sentence.strip()))


def rephrase(sentence: str, names: frozenset[str], fewest_words: int = _FEWEST_WORDS) -> str:
    """The sentence as one imperative rule, or "" when too little is left."""
    text = _DETAIL.sub(" ", without_reason(without_openers(sentence)))
    text = re.sub(r"\s+(?=,)|^\W+", "", _PERSON.sub("", _FILLER.sub("", text)))
    kept = [word for word in text.split() if re.sub(r"[’']s$|\W", "", word.casefold()) not in names]
    text = _wanted(" ".join(kept).strip(" ,;:-–.!?"))
    if len(kept) < fewest_words or len(text) > _MOST_LETTERS:
        return ""
    return f"{text[0].upper()}{text[1:]}."


def _wanted(text: str) -> str:
    for pattern, verb in _WANTS:
        if match := pattern.match(text):
            return pattern.sub(verb.format(match.group().strip().lower()), text, count=1)
    return text
