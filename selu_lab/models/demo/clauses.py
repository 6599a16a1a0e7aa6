"""Cut a message into clauses, so that several wishes in one message are seen one by one."""

from __future__ import annotations

import re

from selu_lab.models.demo.lexicon import CAN_YOU, IMPERATIVES

LONGEST_CLAUSE = 400  # characters
LONGEST_MESSAGE = 4_000  # characters
_SENTENCE_END = re.compile(r"[.!?…]+[\"“”»)]*\s+|\n+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|prof|nr|str|st|ca|bzw|evtl|inkl|usw|mr|mrs|ms|tel|z\.\s?b|d\.\s?h|u\.\s?a))\.\s*$",
    re.IGNORECASE,
)
_FILL = r"(?:bitte|please|pls|auch|also|dann|then|noch|außerdem|mal)"
_VERB = rf"(?:{_FILL}\s+)*(?:{IMPERATIVES}\w*\b|{CAN_YOU}\b)"
_ORDINAL = re.compile(r"(?<!\S)(?:\d{1,2}\.){1,2}\s*$")
_STARTS = re.compile(
    rf"(?:und|and|ich|wir|i|we|my|mein\w*|unser\w*|wie|was|wann|what|when|who|{_VERB})\b", re.IGNORECASE
)
_JOINT = re.compile(
    rf"\s*[,;–—-]\s+(?:(?:und|and|but|aber|also)\s+)?(?={_VERB})|\s+(?:und|and|sowie|plus)\s+(?={_VERB})|\s*;\s+",
    re.IGNORECASE,
)


_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_FORWARDED = re.compile(r"^-{3,}[ \t]*\w.*?(?:^-{3,}[ \t]*end[^\n]*$|\Z)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_SLOPPY = re.compile(
    r"\b(do|did|does|ca|is|was|has|have|could|should|would)nt\b|\b(what|that|where|when|who)s\b", re.IGNORECASE
)


def own_words(text: str) -> str:
    """What the user wrote themselves: without quoted lines and forwarded messages; "dont" is read as "don't"."""
    own = _FORWARDED.sub("", _QUOTED_LINE.sub("", text)).replace("’", "'")
    return _SLOPPY.sub(lambda found: f"{found[1]}n't" if found[1] else f"{found[2]}'s", own).strip()


def clauses(text: str) -> tuple[str, ...]:
    """The text's sentences, cut again where "and remind me …" begins a new wish; question marks stay.

    A clause that is longer than anybody speaks is left out, and so is what stands beyond the longest message: patterns
    take a time that grows with the square of the length, and half a clause would be misunderstood.
    """
    pieces = [
        piece.strip(" ,;–—-")
        for sentence in sentences(text[:LONGEST_MESSAGE])
        for piece in _JOINT.split(sentence)
        if piece.strip(" ,;–—-.!?")
    ]
    whole = pieces if len(text) <= LONGEST_MESSAGE else pieces[:-1]
    return tuple(piece for piece in whole if len(piece) <= LONGEST_CLAUSE)


def sentences(text: str) -> tuple[str, ...]:
    """The text's sentences; a full stop after an abbreviation or an ordinal ends none."""
    found: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if "\n" not in end.group() and _goes_on(text[start : end.end()], text[end.end() :]):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    return tuple(sentence for sentence in (*found, text[start:].strip()) if sentence)


def _goes_on(before: str, after: str) -> bool:
    return bool(_ABBREVIATION.search(before) or (_ORDINAL.search(before) and not _STARTS.match(after)))
