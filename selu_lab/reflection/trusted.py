"""What in a user's message is the user's own: pasted, quoted, forwarded and fenced text is never evidence."""

from __future__ import annotations

import re

LEFT_OUT = "[quoted text left out]"

_FENCED = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.S)
_FORWARDED = re.compile(
    r"^[ \t]*+(?:-{2,}+|_{3,}+|={3,}+|\*{3,}+)?[ \t]*+"
    r"(?:weitergeleitete|ursprüngliche|original|forwarded|begin forwarded)"
    r"[ \w]*(?:nachricht|message|mail)?[^\n]*\n.*?(?:^[ \t]*+[-_=*]{3,}[^\n]*$|\Z)",
    re.I | re.M | re.S,
)
_HEADED = re.compile(
    r"^[ \t]*+(?:von|from|betreff|subject|an|to|gesendet|sent|datum|date)[ \t]*+:[^\n]+\n.*\Z", re.I | re.M | re.S
)
_LETTER = re.compile(
    r"^[ \t]*+(?:liebe[rs]?|sehr geehrte[rs]?|hallo|guten (?:tag|morgen)|dear|hello|hi)\b[^\n]{0,60}[,!][ \t]*+\n.*\Z",
    re.I | re.M | re.S,
)
_CITED = re.compile(r"(?:^[ \t]*+>[^\n]*(?:\n|\Z))+", re.M)
_LONG_QUOTE = re.compile(r"[“„\"«»‚‘]([^“”„\"«»]{40,})[”“\"«»’]")


def trusted(text: str) -> str:
    """The text with everything that is not the user's own replaced by a mark.

    A pasted letter is known by its salutation on a line of its own, with the letter below it.
    """
    for pattern in (_FENCED, _FORWARDED, _HEADED, _CITED, _LETTER, _LONG_QUOTE):
        text = pattern.sub(f"{LEFT_OUT}\n" if pattern is _CITED else LEFT_OUT, text)
    return text
