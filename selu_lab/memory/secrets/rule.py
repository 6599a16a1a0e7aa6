"""What a rule about secrets is, and the quick glance that spares most texts most rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Glance:
    """What can be seen of a text at once: its lower case, how many digits it has, how long its longest word is."""

    lowered: str
    digits: int
    longest: int


@dataclass(frozen=True)
class Rule:
    """One shape of secret: what it is called, and whether a text has it.

    It is only asked when the text has one of the `cues` (lower case), so many `digits`, and a word of `longest`
    characters: looking for these is quick, and most texts fail.
    """

    name: str
    found: Callable[[str], bool]
    cues: tuple[str, ...] = ()
    digits: int = 0
    longest: int = 0

    def possible(self, seen: Glance) -> bool:
        """Whether a text that looks like this can have the shape."""
        if seen.digits < self.digits or seen.longest < self.longest:
            return False
        for cue in self.cues:  # a loop, for it takes half the time of `any`
            if cue in seen.lowered:
                return True
        return not self.cues


def glance(text: str) -> Glance:
    """Look at a text once, for all rules."""
    return Glance(text.lower(), sum(map(text.count, "0123456789")), max(map(len, text.split()), default=0))
