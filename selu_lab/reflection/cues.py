"""A small lexicon, German and English: does the user correct, instruct or take back something in this message?

Its hints help the model and limit it: words of the user that hold no hint count as weak, whatever the model says.
"""

from __future__ import annotations

import re

from selu_lab.reflection.records import CueKind
from selu_lab.text import normalized

# Apostrophes are dropped before matching: "don't" is "dont".
_PATTERNS: dict[CueKind, str] = {
    "reversal": r"""
        (?<!ist\ )(?<!sind\ )(?<!war\ )(?<!hast\ )doch\ (?:wieder|lieber|nicht\ mehr)
        |jetzt\ (?:wieder|lieber|nicht\ mehr)
        |wieder\ (?:(?:als\ |in\ |im\ )?normal\w*|wie\ (?:früher|vorher|sonst)|so\ wie|ausführlich|ganz)
        |(?:war|waren|ist|was|were)\ (?:doch\ )?(?:keine?|not\ a|no|nicht\ so)
        \ (?:gute\ |good\ |great\ |tolle\ )?ide[ea]
        |(?:vergiss|streich)\b.{0,30}\b(?:das|die|den|was|regel|wunsch)|nehm\w*\b.{0,20}\bzurück
        |(?:brauchst|musst)\b.{0,40}\b(?:nicht|nimmer)\ mehr|anders\ überlegt|meinung\ geändert
        |changed\ my\ mind|on\ second\ thou?ght|scratch\ that|go\ back\ to|back\ to\ (?:the|normal|how)|after\ all
        |never\ ?mind\ (?:the|that|what)|(?:forget|drop)\ (?:about\ |what\ )?(?:the|that|my|it|i)
        |no\ longer\ (?:need|want)
        |dont\ (?:have|need)\ to\b.{0,40}\bany\ ?(?:more|longer)
        """,
    "correction": r"""
        (?:zu|too)\ (?:lang|kurz|viel|knapp|kompliziert|förmlich|steif|long|short|much|many|formal|vague|wordy)
        |(?:schon\ )?wieder|nochmal|schon\ (?:gesagt|zweimal|dreimal)
        |wie\ oft\ (?:(?:soll|muss|hab\w*)\ ich|noch|denn)|again|once\ more|told\ you
        |how\ (?:often|many\ times)\ (?:do|must|should|have)
        |(?:ich\ (?:hab|habe|hatte|sagte)|hatte\ ich|hab\ ich)\b.{0,30}\b(?:gesagt|gebeten|doch)|i\ (?:said|told|asked)
        |nicht\ so|so\ nicht|falsch|stimmt\ nicht|wrong|incorrect|not\ like\ (?:this|that)|thats\ not
        |statt|anstatt|sondern|lieber|instead|rather|was\ soll|warum|wieso|weshalb|why\ (?:do|did|are|is|not)
        |whats\ with
        |nervt|stört|mag\ ich\ nicht|mag\ keine?|hasse|annoy\w*|hate|cant\ stand|dont\ like
        """,
    "instruction": r"""
        bitte|please|pls|plz|immer|nie|niemals|jedes\ ?mal|künftig|zukünftig|in\ zukunft|ab\ (?:jetzt|sofort|heute)
        |von\ nun\ an
        |grundsätzlich|generell|always|never|from\ now\ on|in\ (?:the\ )?future|going\ forward
        |(?:every|each|next)\ time|whenever
        |as\ a\ rule|kein\w*|nicht|nichts|nix|ohne|do\ not|dont|stop|without|no\ more
        |ich\ (?:will|möchte|hätte|brauche|mag)|mir\ (?:reicht|reichen|genügt|wäre)
        |i\ (?:want|need|prefer|would\ like|only\ need)|id\ (?:like|prefer|rather)
        |du\ (?:sollst|solltest|musst|kannst|darfst)|you\ (?:should|must|can|could|need\ to|have\ to|are\ supposed)
        |would\ be|might\ be|easier|nicer|better|clearer|simpler|einfacher|besser|schöner|übersichtlicher|praktischer
        |wäre\ (?:\w+\ )?(?:schön|nett|gut|super|toll|besser|lieb)|gehör(?:t|en)
        |zuerst|erst|vorher|nur|first|before|only|just|(?:könntest|kannst|würdest)\ du|(?:could|can|would)\ you
        |(?:mach|gib|schreib|zeig|frag|antworte|nenn|sag|leg|lass|nimm|setz|stell|fang|halt|benutz|verwend|fass|such|prüf|schau|schlag|rechne|sortier
        |erklär|warte|trag|plan|bring|ruf|füg|pack|lies|bleib|wiederhol|unterschreib|bestätig|warn|speicher)e?
        |make|give|write|show|ask|answer|reply|name|tell|leave|use|put|keep|start|stick|list|check|look|let|skip
        |round|convert|sign|scale|calculate|explain|wait|repeat|confirm|warn|include|mention|sort|group|add|call|suggest
        """,
}  # fmt: skip
_RULES = {kind: re.compile(rf"\b(?:{pattern})\b", re.VERBOSE) for kind, pattern in _PATTERNS.items()}
_OBJECTION = re.compile(r"(?:nee?|nein|no|nope|boah|och|stopp?|argh|ugh|hey|halt)\b")
_ASSENT = re.compile(
    r"(?:(?:ja|jo|yes|yep|yeah|ok|okay|gut|super|danke|thx|thanks|thank you|aha|alles klar|fine|sure|gern|perfekt"
    r"|perfect"
    r"|great|cool|passt|mach das|do it|whatever|haha|hm+)\W*)+"
)


def cues(text: str) -> list[tuple[CueKind, str]]:
    """The kinds of hint in a user's own text, each with the words that gave it; none for a bare "ok, danke"."""
    plain = re.sub("[’'`]", "", normalized(text))
    if _ASSENT.fullmatch(plain):
        return []
    found = {kind: rule.search(plain) for kind, rule in _RULES.items()}
    found["correction"] = found["correction"] or _OBJECTION.match(plain)
    return [(kind, match.group()) for kind, match in found.items() if match]
