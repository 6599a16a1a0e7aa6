"""How a text says what something is: "the password for Netflix is …", "PIN (card): …", "code …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

Link = Literal["verb", "colon", "sign", "bare"]
_LOOK_BACK = 90
_WINDOW = 200


@dataclass(frozen=True)
class Name:
    """The name of a thing, in lower case: its last word, and what may stand before that.

    `word` begins with a letter, not with a choice or a look behind: then it is found five times as fast.
    """

    word: re.Pattern[str]
    before: re.Pattern[str] = re.compile("")

    def places(self, text: str) -> Iterator[tuple[str, str]]:
        """The text before and after every place where the name stands, as far as it matters."""
        lowered = text.lower()
        for match in self.word.finditer(lowered):
            start = max(0, match.start() - _LOOK_BACK)
            if self.before.search(lowered[start : match.start()]):
                yield text[start : match.start()], text[match.end() : match.end() + _WINDOW]


@dataclass(frozen=True)
class Said:
    """A thing was named, then came the words of `gap`, then the `link`; `rest` begins where the value should be."""

    gap: tuple[str, ...]
    link: Link
    rest: str


_LINK = re.compile(
    r"(?P<verb>(?:['’]s|\s(?:is|ist|are|sind|lautet|lauten|war|was|heißt|bleibt|equals))(?![\w-])"
    r"(?:\s+(?:now|jetzt|nun|immer|noch|still|just|einfach|simply|aktuell|currently|wieder|die|the|auch|also|(?:seit|since|ab)\s+[a-zäöü]+)\b)*\s*:?)"
    r"|(?P<colon>[\"'*_`)\]}]*\s*(?:[=-]>|[:=])+)"
    r"|(?P<sign>[\"'*_`)\]}]*\s*(?:[|>→⇒]|(?<=\s)[-–—](?=\s)|\?(?=\s))+)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[!?;:]|\.(?:\s|$)|\n|,(?!\s+(?:es|it|sie|nun|now|die|das|which|that)\b|$)")
_WORDS = 8
_BARE_WORDS = 4
_PREPOSITIONS = frozenset("für fürs for of to von vom zu zum zur bei beim im in am an der des my".split())
_PREPOSITIONS |= frozenset(f"{own}{end}" for own in ("mein", "unser", "sein", "ihr", "dein") for end in ("er", "es"))
# After these comes a thing or a time, and not a value that stands without a verb.
_LEADING = _PREPOSITIONS | frozenset("die das den dem the a our mein meine meinen unser unsere".split())
_LEADING |= frozenset("seit since ab until bis um on at nach vor after before über per by mit with und and".split())


def sayings(after: str) -> Iterator[Said]:
    """Every way in which the text after a name may say a value."""
    yield from _linked(after)
    yield from _bare(after)


def _linked(window: str) -> Iterator[Said]:
    for match in _LINK.finditer(window):
        gap = window[: match.start()]
        words = tuple(gap.split())
        if len(words) > _WORDS or _SENTENCE_END.search(gap):
            return
        yield Said(words, _kind(match), window[match.end() :])


def _kind(match: re.Match[str]) -> Link:
    if match["colon"] or match.group().endswith(":"):
        return "colon"
    return "verb" if match["verb"] else "sign"


def _bare(window: str) -> Iterator[Said]:
    """No link: the value follows at once, or after "for the card", "of my phone", "(card)"."""
    for match in islice(re.finditer(r"[\"'*_`]*\s+", window), _BARE_WORDS + 1):
        gap = window[: match.start()]
        words = tuple(gap.lower().split())
        if not words or (_introduces(words) and not _SENTENCE_END.search(window[: match.end()])):
            yield Said(words, "bare", window[match.end() :])


def _introduces(words: tuple[str, ...]) -> bool:
    in_brackets = words[0].startswith("(") and words[-1].endswith(")")
    about = words[0] in _PREPOSITIONS and words[-1] not in _LEADING and words[-1].isidentifier()
    return in_brackets or (about and len(words) > 1)
