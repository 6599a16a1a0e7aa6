"""Which part of a sentence tells the assistant how to act, when no topic of the table knows it."""

from __future__ import annotations

import re

from selu_lab.models.demo.reflection_cues import Tongue, hears, meanings, only, order_verbs, plain
from selu_lab.models.demo.rephrase import without_openers, without_reason

_CONDITION = re.compile(
    r"\b(?:bevor|wenn|sobald|falls) (?:du|ich|wir|es)\b|\b(?:before|when|if|whenever) (?:you|i|we|its|theres|\w+ing)\b"
)
_NORM = re.compile(
    r"\b(?:soll|sollen|muss|müssen|gehör(?:t|en)|belongs?|should|must|needs? to|supposed to|has to|have to)\b"
)
_STOP = re.compile(
    r"\bstop (?:\w+ )?\w+ing\b|\bhör\w* (?:bitte |endlich )?auf\b|\blass\w* (?:bitte |das |die )?.{0,40}\b(?:weg"
    r"|sein|bleiben)\b"
)
_ORDER = re.compile(
    r"^(?:(?:bitte|please|und|and|also|dann|then|immer|always|never|nie|nicht|dont|do not|just|nur|erst|zuerst"
    r"|first)\W+)*"
    rf"(?:{'|'.join(order_verbs())})(?:e|en|st|t)?\b"
)
_KINDS = re.compile(
    r"^so ?(?:was|etwas) (?:bitte )?immer\b|^(?:bei|in|an|für|with|for|in) (?!der\b|dem\b|the\b"
    r"|my\b)\w+ .*\b(?:immer|nie|stets|always|never)\b"
)
_LEADS = re.compile(
    r"^(?:immer|nie|niemals|always|never|nur noch|erst|zuerst|first|only|nur)\b|\b(?:zuerst|first|nach oben"
    r"|ganz oben|at the top|am anfang)\b"
)
_OTHERS = re.compile(r"^(?:it|he|she|they|there|er|es|sie|man)\b")
_ROUTINE = re.compile(
    r"^(?=.*\b(?:erinner|remind|weck|wake)\w*)(?=.*\b(?:every|täglich|daily|weekly|wöchentlich|um \d|at \d|in \d"
    r"|jede[nrs]?"
    r"|(?:mon|diens|mittwoch|donners|frei|sams|sonn)\w*tags?|\w+days?)\b)"
)
_TO_KEEP = re.compile(r"^(?:(?:und|and|bitte|please)\W+)*(?:merk|notier|note|remember|speicher|save)\w*\b")
_PRAISE = re.compile(
    r"\b(?:spitze|nice one|cheers|the best|(?:der|die) beste)\b"
    r"|\b(?:super|toll|klasse|perfekt|schatz|verlass|weiter so|great|perfect|awesome|love|lovely|brilliant|thanks"
    r"|thank you|danke)\b"
)
_REFERS = re.compile(r"^\W*(?:\w+ ){0,3}(?:them|it|one|sie|es|das|mit (?:eintragen|angeben|dazu))\b")
_CLAUSE = re.compile(
    r",\s+|;\s+|:\s+|\s+[-–—]\s+|\s+(?=(?:und|and|but|aber) (?:bitte|please|immer|always|nie|never)\b)"
)
_OBJECTS = re.compile(
    r"^(?:nee?|nein|no|nope|boah|och|stopp?|argh|ugh|whoa|hey|halt|hm+|oh no|oh nein)\b|\b(?:you|du) (?:keep|always"
    r"|immer|dauernd|ständig)\b"
    r"|\byou (?:dont|do not) (?:need|have) to\b|\bdu (?:musst|brauchst)\b.*\bnicht\b"
)
_CONTRASTS = re.compile(
    r",\s*(?:nicht|not|nur|only|sondern|lieber)\s|\b(?:bitte nur|please only|nur bitte)\b|\bfirst\b.*\bthen\b"
    r"|\b(?:zu)?erst\b.*\bdann\b"
    r"|^(?:(?:bitte|please)\W+)*(?:only|nur)\b|\b(?:nix|nichts)\b"
    r"|^(?:(?:bitte|please)\W+)*(?:erst|zuerst|first)\b.*\b(?:dann|then)\b|\b(?:brauche? (?:ich )?nur|(?:only"
    r"|just) need)\b"
)
# How the assistant speaks and goes about things, as against what the task is about.
_MANNER = re.compile(
    r"\b(?:list|start|begin|sign|explain|comment|split|sort|pick|choose|say|mention|answer|reply|ask|describe"
    r"|address|format|phrase"
    r"|speak|talk|sound|search|look|use|stick|prefer|words?|tone|leave out|at the (?:end|start|top)|am (?:ende"
    r"|anfang)|unterschreib|erklär|kommentier|aufteil"
    r"|teil|sortier|nenn"
    r"|sag|erwähn|antwort|frag|formulier|kling|sprich|rede|such|nutz|verwend|benutz|wähl|worte?n?|wörter|sprache|ton"
    r"|fass|lass)"
    r"(?:e|en|s|ed|ing|est|t)?\b"
)
_INFINITIVE = re.compile(r"^(?!.*\b(?:ich|wir|er|sie|es)\b).*\b(?:immer|nie|niemals|bitte)\b.*\w{3,}en\W*$")
_IN_GENERAL = re.compile(r"^(?:never|always|nie|immer) (?:in|on|at|am|im|zu|auf|diese\w*|the|these|this|der|die|das)\b")
_OWN = re.compile(r"\b(?:ich|wir|i|we|myself|ourselves)\b")
_FORBIDS = re.compile(r"^(?:(?:bitte|please|und|and)\W+)*(?:dont|do not|never|no more|nicht|keine?n?|ohne|nie|nix)\b")
_SPEAKS_OF = re.compile(r"^(?:ich|i|im|er|sie|he|she|we|were|wir|it|its|das|es|they|that|thats|there|so)\b")
_PARTICULAR = re.compile(
    r"\d|\b(?:(?:this|that) (?:one|time)|diese[sn]? (?:eine|mal)|the (?:other|blue|red|green|second|first) \w+"
    r"|statt de[rms]|"
    r"montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|\w+day|heute|morgen|today|tomorrow)\b"
)
_LACKS = {
    "de": re.compile(r"(?:^|\b(?:der|die|das|wieder) )((?:[\w-]+ ){0,4}[\w-]{3,}) (?:fehlt|fehlen)\b"),
    "en": re.compile(
        r"(?:^|\bthe )((?:[\w-]+ ){0,2}[\w-]{3,}) (?:is|are|was|were) missing\b"
        r"|\byou (?:forgot|left out|missed|didnt (?:give|add|write|include)) (?:the |to (?:add|write|include"
        r"|mention) (?:the )?)?"
        r"((?:[\w-]+ ){0,2}?[\w-]{3,})(?= again|$|,| to\b| in\b)"
    ),
}
_COMPLETE = {"de": "Gib immer auch an: {what}.", "en": "Always include the {what}."}
_FEWEST_MEANINGS = 3
_WHENEVER = re.compile(r"^(?:(?:und|and|also|so) )?(?:wenn|falls|sobald|sooft|when|whenever|if|bei|for|with)\b")
_REMARK = re.compile(
    r"^(?:be)?cause\b|^(?:weil|denn|thats|that is|that was|das (?:ist|war)|such an?|so (?:ein\w*|was)|ye[ps]|yeah"
    r"|ja+|nope|its|it is|es ist|(?:i|ich) (?:say|said|sag|sage|hab gesagt))\b"
)
# "Was kostet das?" asks; "was soll das schon wieder?" and "why do you …" complain.
_QUESTION = re.compile(
    r"^(?:(?:und|and|also|so|ok|okay|aber|but|super|danke|thanks)\W+)*(?:was|wie|wann|wo|wohin|woher|wer|wen|wem"
    r"|(?:warum|wieso|why) (?:ist|sind|is|are)|welche\w*"
    r"|what|how|when(?! (?:i|you|we|its|theres)\b)|where|who|which|is|are|does|did|do (?:i|we|they)"
    r"|ist|sind|gibts|gibt es"
    r"|(?:kann|darf|muss|braucht|soll) (?:man|ich|wir)|geht|haben wir|hab ich)\b"
)
_TO_THE_ASSISTANT = re.compile(
    r"\b(?:you|your|youre|du|dich|dir|dein\w*|immer|always|jedes mal|every time|bitte|please|soll das|supposed"
    r"|so|wieder|again)\b"
)


def conditional(said: str) -> bool:
    """Whether a plain text speaks of occasions ("before you …", "wenn ich …")."""
    return bool(_CONDITION.search(said))


def inquiring(said: str) -> bool:
    """Whether a plain text only asks for something to know, and so wishes nothing of how the assistant acts."""
    return bool(_QUESTION.search(said)) and not _TO_THE_ASSISTANT.search(said)


def remarking(said: str) -> bool:
    """Whether a plain text says how things are or why, not how they are to be."""
    if hears("lasting", said) or hears("asks", said):
        return False
    return bool(_REMARK.search(said) or _REMARK.search(plain(without_openers(said))))


def praising(said: str) -> bool:
    """Whether a plain text praises."""
    return bool(_PRAISE.search(said))


def ordering(said: str) -> bool:
    """Whether a plain text begins with an order."""
    return bool(_ORDER.search(said))


def directive(sentence: str, *, first: bool, again: bool) -> str:
    """The clauses that are a rule for the assistant, "" for a task, a habit, a fact or a compliment.

    `first`: the message opens the conversation, so it can object to nothing; `again`: it says that it was said before.
    """
    said = plain(sentence)
    rest = plain(without_openers(said))
    if _ROUTINE.search(said) or (_TO_KEEP.search(said) and not ordering(rest)):
        return ""
    wish = _wish(sentence)
    told = plain(without_openers(without_reason(wish)))
    if _IN_GENERAL.search(told):
        return ""
    own = _OWN.search(told) and not hears("asks", plain(wish)) and not conditional(told)
    if only("fact", told) or own:
        return ""
    if not wish or (_PRAISE.search(said) and not ordering(told)) or (_OTHERS.search(said) and not _NORM.search(said)):
        return ""
    if hears("lasting", said):
        return wish if ordering(told) or hears("asks", said) or _KINDS.search(told) or not first else ""
    return wish if not first and (again or _corrects(said, told)) else ""


def _corrects(said: str, told: str) -> bool:
    """Whether a wish without "always" reacts to how the assistant acted, and not to a detail of the task."""
    if _STOP.search(said):
        return True
    if conditional(told) and ordering(told):
        return True
    if _CONTRASTS.search(said) or (hears("asks", said) and _MANNER.search(told) and not _PARTICULAR.search(told)):
        return len(meanings(told)) >= _FEWEST_MEANINGS
    refuses = ordering(told) and bool(_MANNER.search(told)) and bool(re.search(r"\b(?:nicht|not|kein\w*)\b", told))
    reacts = refuses or bool(_OBJECTS.search(said) or _FORBIDS.search(told))
    return (
        reacts and not _PARTICULAR.search(told) and len(meanings(told)) >= _FEWEST_MEANINGS - bool(_MANNER.search(told))
    )


def _wish(sentence: str) -> str:
    """From the first clause that directs to the last before somebody tells why."""
    clauses = [clause for clause in _CLAUSE.split(sentence) if clause.strip()]
    start = next((at for at, clause in enumerate(clauses) if _directs(plain(clause))), None)
    if start is None:
        return ""
    if start and _WHENEVER.search(plain(clauses[start - 1])):
        return ", ".join([clauses[start - 1], _wish(", ".join(clauses[start:]))])
    kept = [clauses[start]]
    for clause in clauses[start + 1 :]:
        said = plain(clause)
        if (_SPEAKS_OF.search(said) or hears("again", said)) and not _NORM.search(said):
            break
        kept.append(clause)
    return ", ".join(clauses[: start + len(kept)] if _REFERS.search(plain(kept[0])) else kept)


def _directs(clause: str) -> bool:
    rest = plain(without_openers(clause))
    if _SPEAKS_OF.search(clause) and not _NORM.search(clause) and not hears("asks", clause):
        return False
    patterns = (_ORDER, _KINDS, _NORM, _FORBIDS, _STOP, _LEADS, _INFINITIVE)
    return hears("asks", clause) or any(pattern.search(one) for pattern in patterns for one in (clause, rest))


def missing(sentence: str, tongue: Tongue, said: str) -> str:
    """A rule from "the subject is missing again"; "" when the sentence misses nothing or says so for the first time."""
    match = _LACKS[tongue].search(plain(sentence)) if hears("again", said) else None
    what = next((group for group in match.groups() if group), "") if match else ""
    return _COMPLETE[tongue].format(what=what) if what else ""


def is_missing(action: str) -> bool:
    """Whether a rule comes from `missing`."""
    return any(action.startswith(form.partition("{")[0]) for form in _COMPLETE.values())
