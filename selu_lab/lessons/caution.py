"""Which lessons need the user's own hand (`policy_sensitive`): those that would let an agent act more freely.

A lexicon cannot judge a sentence, so it errs on the careful side: whatever spends, deletes, sends, invites or permits
is held unless the sentence itself asks for care. Policies are enforced at the tool gate whatever a lesson says.
"""

from __future__ import annotations

import re

from selu_lab.text import normalized

_ACTS = "|".join(
    (
        # English: to send and share, to spend, to delete, to permit
        r"send(?:s|ing)?\b|sent\b|forward(?:s|ing)?\b|post (?:it|them|to|on)|publish|upload|shar(?:e|ing)\b",
        r"submit|invit|notify|order(?:s|ed|ing)?\b|buy|purchas|pay(?:s|ing|ment)?\b|spend|transfer|subscrib|donat|premium",
        r"book (?:a|an|it|the|them|me|my|every|all)\b|booking|cancel|delet|eras|wipe|overwrit|discard|uninstall",
        r"approv|authori[sz]|grant|permi(?:t|ss)|polic(?:y|ies)|allow|unlock|disabl|bypass|overrid|ignor|execut",
        r"password|credential",
        # German, likewise
        r"schick|send(?:e|en|et|est)\b|versend|leite\w* .{0,40}weiter|weiterleit|veröffentlich|hochlad",
        r"lade?\w* .{0,40}\b(?:hoch|ein)\b|einlad|benachrichtig|teile? .{0,40}\bmit (?:de[mn]|der|allen|anderen)",
        r"freigeb|gib .{0,40}\bfrei\b|bestell|kauf|bezahl|zahl(?:e|st|t)\b|überweis|abonnier|spende",
        r"buch(?:e|en|st|t)\b|stornier|kündig(?!.{0,60}\ban\b)|lösch|entfern(?!ung)|überschreib|verwirf|verwerf",
        r"genehmig|erlaub|berechtig|richtlinie|zulass|lass .{0,30}\bzu\b|umgeh|ignorier|ausführ(?!lich)",
        r"passw|zugangsdat",
    )
)
_ACT = re.compile(rf"\b(?:{_ACTS})")

# What looks like an act and is none: a message to the user, a sequence, attention.
_HARMLESS = re.compile(
    r"\b(?:send|forward|share with) me\b|\b(?:schick|send|leit)\w* mir\b"
    r"|\bin (?:\w+ ){0,4}order\b|\b\w+ical order\b|\border (?:of|by)\b"
    r"|\border (?:the )?(?:lists?|items|entries|steps)\b|\bpay\w* attention\b|\bnever mind\b"
)
# "never forget to delete" is no negation of deleting.
_URGING = re.compile(
    r"\b(?:never|not|don[’']?t|nie|niemals|nicht|ohne)(?: zu)? "
    r"(?:forget|fail|hesitat|omit|vergess|vergiss|zöger)\w*(?: to| zu)?"
    r"|\b(?:vergiss|zöger\w*) (?:nie|niemals|nicht)\b"
)

_NOT = r"(?:never|do not|don[’']?t|no longer|not)"
_NICHT = r"(?:nie|niemals|nicht|nichts|kein\w*)"
_CHECK = r"(?:ask|confirm|approv|check|review|show|wait|warn|preview|read back|permission|consent)\w*"
_CHECK_DE = (
    r"(?:\w*frag|bestätig|freigab|freigeb|genehmig|zustimm|erlaubnis|warn|wart|zeig|prüf|vorleg|entwurf|entwürf)\w*"
)
_ANY_CHECK = rf"(?:{_CHECK}|draft\w*|{_CHECK_DE}|ok|okay)"
_FIRST = r"(?:before|until|unless|first|then|only|bevor|bis|zuerst|erst|vor(?:her)?|nur|dann|ehe)"
_WITHIN = r"(?:(?!\b(?:and|und|but|sondern)\b).){0,60}?"
"""Up to 60 characters of the same clause."""

# "never delete anything without asking" asks for care twice over.
_TWICE = re.compile(rf"\b(?:{_NOT}|{_NICHT})\b{_WITHIN}\b(?:{_ACTS}){_WITHIN}\b(?:without|ohne)\b")
_TWICE_DE = re.compile(rf"\b(?:{_ACTS}){_WITHIN}\b{_NICHT}\b{_WITHIN}\bohne\b")

_CAREFUL = re.compile(
    rf"\b{_ANY_CHECK}\b.{{0,100}}\b{_FIRST}\b|\b{_FIRST}\b.{{0,100}}\b{_ANY_CHECK}\b"
    r"|\bask (?:me )?(?:for|to) (?:confirm|approv|permission|my)\w*|\bask me\b|\bfrag\w* (?:mich|nach|um)\b"
    rf"|\b(?:{_NOT}|{_NICHT})\b{_WITHIN}\b(?:{_ACTS})|\b(?:{_ACTS})\w*\b{_WITHIN}\b{_NICHT}\b"
)
_CARELESS = re.compile(
    rf"\b(?:without|instead of|rather than|no need to|stop|quit|skip\w*|avoid|{_NOT})\s+(?:\w+\s+){{0,3}}?{_CHECK}"
    r"(?!\s+(?:me )?(?:whether|if i|if there|what|how|more than|several|many|too)\b)"
    rf"|\b(?:ohne|statt|anstatt)\s+(?:\w+\s+){{0,4}}?{_CHECK_DE}|\b{_NICHT}\s+(?:\w+\s+){{0,3}}?{_CHECK_DE}"
    rf"|\b(?:frag|wart|warn|prüf|bestätig)\w*\s+(?:\w+\s+){{0,3}}?{_NICHT}\b"
    r"|\bno (?:more )?(?:confirmation|approval|permission|check)|\bask(?:s|ing)? (?:nobody|no one|nothing)\b"
    r"|\b(?:always|automatically|auto)\W*(?:allow|approv|accept|permit)|\bfrage? niemand"
    r"|\b(?:immer|automatisch|stets)\b.{0,20}\b(?:erlaub|genehmig|zulass|freigeb)"
)
_KEPT_FROM = (
    r"(?:user|parents?|anyone|anybody|nobody|me about|prices?|costs?|fees?|charges?|errors?|failures?|problems?)"
)
_KEPT_FROM_DE = r"(?:preis|kosten|gebühr|fehler|problem|nutzer|eltern|niemand|keinem)\w*"
_HIDING = re.compile(
    rf"\b(?:without|{_NOT})\s+(?:\w+\s+){{0,2}}?(?:tell|inform|notify|mention|show|reveal|report|bother)\w*"
    rf"\s+(?:\w+\s+){{0,3}}?{_KEPT_FROM}\b|\btell (?:\w+ ){{0,3}}nothing\b"
    r"|\b(?:hid(?:e|ing)|conceal\w*|secretly|silently|keep\b.{0,20}\bsecret)\b"
    r"|\b(?:verschweig|verheimlich|verberg|verbirg|heimlich|stillschweigend|geheim)\w*"
    rf"|\b{_KEPT_FROM_DE}\b.{{0,40}}\b{_NICHT}\b.{{0,20}}(?:erwähn|nenn|sag|zeig|meld|informier|behellig)\w*"
    rf"|\b(?:erwähn|nenn|sag|erzähl|zeig|meld)\w*\b.{{0,20}}"
    rf"\b(?:{_NICHT}.{{0,20}}{_KEPT_FROM_DE}|{_KEPT_FROM_DE}.{{0,9}}\b{_NICHT})"
)


def loosens(text: str) -> bool:
    """Tell whether a lesson widens permissions, skips confirmations, hides something, or makes the agent act freely."""
    plain = _URGING.sub(" ", normalized(text))
    plain = _TWICE_DE.sub(" ask before ", _TWICE.sub(" ask before ", plain))
    if _CARELESS.search(plain) or _HIDING.search(plain):
        return True
    return bool(_ACT.search(_HARMLESS.sub(" ", plain))) and not _CAREFUL.search(plain)
