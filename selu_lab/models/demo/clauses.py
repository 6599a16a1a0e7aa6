"""Cut a message into clauses, so that several wishes in one message are seen one by one."""

from __future__ import annotations

import re

from selu_lab.models.demo.lexicon import CAN_YOU, IMPERATIVES

_SENTENCE_END = re.compile(r"[.!?…]+[\"“”»)]*\s+|\n+")
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|prof|nr|str|st|ca|bzw|evtl|inkl|usw|mr|mrs|ms|no|tel|z\.\s?b|d\.\s?h|u\.\s?a)|\b\d{1,2})\.\s*$",
    re.IGNORECASE,
)
_FILL = r"(?:bitte|please|pls|auch|also|dann|then|noch|außerdem|mal)"
_VERB = rf"(?:{_FILL}\s+)*(?:{IMPERATIVES}\w*\b|{CAN_YOU}\b)"
_JOINT = re.compile(
    rf"\s*[,;–—-]\s+(?:(?:und|and|but|aber|also)\s+)?(?={_VERB})|\s+(?:und|and|sowie|plus)\s+(?={_VERB})|\s*;\s+",
    re.IGNORECASE,
)


def clauses(text: str) -> tuple[str, ...]:
    """The text's sentences, cut again where "and remind me …" begins a new wish; question marks stay."""
    return tuple(
        piece.strip(" ,;–—-")
        for sentence in sentences(text)
        for piece in _JOINT.split(sentence)
        if piece.strip(" ,;–—-.!?")
    )


def sentences(text: str) -> tuple[str, ...]:
    """The text's sentences; a full stop after an abbreviation or an ordinal ends none."""
    found: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text[start : end.end()]) and "\n" not in end.group():
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    return tuple(sentence for sentence in (*found, text[start:].strip()) if sentence)
