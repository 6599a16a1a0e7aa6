"""What is no lesson, by its words: secrets, orders to the machinery, wishes for once, facts, shared preferences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from selu_lab.memory.secrets import SECRET_LEFT_OUT
from selu_lab.reflection.records import Belongs
from selu_lab.text import normalized

_META = re.compile(
    r"\b(?:lessons?|lektion(?:en)?|confidence|konfidenz|reflection|reflexion|system ?prompt|systemprompt)\b"
    r"|\b(?:status|supports|confidence|konfidenz)\s*[=:]|\b(?:remember|save|store) this rule\b"
    r"|\bmerk\w* .{0,12}diese regel\b"
    r"|\b(?:activate|aktivier\w*) (?:this|the|it|die|diese|das)\b|^\s*(?:system|admin|developer)\s*:"
)
_ONCE = re.compile(
    r"\b(?:nur|bloß|gerade|grad|erst) (?:heute|jetzt|diesmal|dieses mal|dieses eine mal|hier)\b"
    r"|(?<!ab )\bheute (?:mal|nur|bitte|ausnahmsweise|brauch)"
    r"|\b(?:diesmal|dieses mal|ausnahmsweise|einmalig|für (?:heute|diesmal|diese[sn]? (?:mal|eine\w*|fall))"
    r"|fürs erste)\b"
    r"|\b(?:just|only) (?:today|for (?:now|today|once|this|tonight)|this (?:once|time|one))\b|\b(?:this time"
    r"|for once|for today|one-time|this once)\b"
    r"|\b(?:today|tonight|right now)\b.{0,20}\b(?:only|just)\b"
)
_GENERAL = re.compile(
    r"\b(?:immer|nie|niemals|jedes ?mal|künftig|zukünftig|in zukunft|ab (?:jetzt|sofort|heute)|von nun an"
    r"|grundsätzlich|generell|wieder"
    r"|always|never|every time|each time|from now on|in future|in the future|going forward|again|next time"
    r"|nächstes mal|whenever)\b"
)
_FACT = re.compile(
    r"^(?:the )?users?\b|^(?:der|die|dem|den) nutzer|^nutzer|^(?:he|she|they|er|sie|wir|i|ich|my|mein\w*|his|her|our"
    r"|unser\w*) "
    r"|^(?:remember|note|know|merke|merk dir|wisse|beachte)\b.{0,12}\b(?:that|dass) (?:the user|he|she|they|der|die"
    r"|er|sie|wir)\b"
)
_SHARED = re.compile(
    r"\b(?:metric|imperial) (?:units?|system|measure\w*)|\bmetrisch\w*|\bmaßeinheit\w*"
    r"|\b(?:celsius|fahrenheit|kilometers?|kilometres?|miles|meilen|euros? (?:statt|instead)|time ?zones?"
    r"|zeitzone\w*)\b"
    r"|\b(?:24|12)[- ]?(?:hours?|stunden|h)\b|\bmilitary time\b|\ba\.?m\.?/p\.?m\b"
)
_EVERYWHERE = re.compile(
    r"\b(?:all|every|any) (?:agents?|assistants?|bots?)|\beverywhere\b|\b(?:alle[nrs]?|jede[rn]?"
    r"|sämtliche) (?:agent\w*|assistent\w*|bots?)|\büberall\b"
)
_BROKEN = re.compile(
    r"\b(?:does(?: not|n[’']?t) work|not working|is (?:down|broken|offline|unavailable|unreachable)|broken"
    r"|out of order)\b"
    r"|\b(?:funktioniert|geht|klappt|läuft)\b.{0,12}\b(?:nicht|grad|gerade)\b|\b(?:kaputt|nicht erreichbar|offline"
    r"|gestört|ausgefallen)\b"
)


def outside(action: str, quotes: Iterable[str]) -> tuple[str, Belongs] | None:
    """Say why this is no lesson and where it belongs, or None. `quotes` are the user's words it stands on."""
    text = normalized(action)
    said = [normalized(quote) for quote in quotes]
    everything = [text, *said]
    if any(normalized(SECRET_LEFT_OUT) in one for one in everything):
        return "it holds a secret", "nowhere"
    if any(_META.search(one) for one in everything):
        return "it is an order to the machinery, not a behaviour", "nowhere"
    if _FACT.search(text):
        return "it is a fact about the user", "profile"
    if _SHARED.search(text) or any(_EVERYWHERE.search(one) for one in everything):
        return "every agent needs it", "shared note"
    if any(_ONCE.search(one) for one in everything) and not any(_GENERAL.search(one) for one in said):
        return "it was meant for this time only", "nowhere"
    if _BROKEN.search(text):
        return "it is the state of a tool, which changes", "nowhere"
    return None
