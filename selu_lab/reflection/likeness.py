"""How alike two short texts are, by the stems of their words; a guard, never a reason to merge."""

from __future__ import annotations

import re

from selu_lab.text import normalized

_WORD = re.compile(r"[^\W_]+")
_FILLERS = frozenset(
    "the a an to of in on at for and or is are be it its this that you your me my i we please always so with when do "
    "der die das den dem des ein eine einen einer eines im am zum zur auf für und oder ist sind es du dein mir mich "
    "ich wir bitte immer so mit wenn als von zu auch doch mal".split()
)
_STEM = 5


def stems(text: str) -> frozenset[str]:
    """The first five letters of every word that carries meaning."""
    return frozenset(word[:_STEM] for word in _WORD.findall(normalized(text)) if word not in _FILLERS)


def likeness(one: str, other: str) -> float:
    """Shared stems of two texts (Dice): 0 for nothing in common, 1 for the same words."""
    first, second = stems(one), stems(other)
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0
