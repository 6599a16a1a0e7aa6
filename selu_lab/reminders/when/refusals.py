"""What is refused before anything is read: recurring phrases, negative distances, and two times at once."""

from __future__ import annotations

import re
from functools import cache

from selu_lab.reminders.when.result import Code, Refusal
from selu_lab.reminders.when.words import Words

_NEGATIVE = re.compile(r"(?<![\w.)])[-−]\d|\bminus \d")


@cache
def _patterns(words: Words) -> tuple[tuple[Code, re.Pattern[str]], ...]:
    return (
        ("recurring", re.compile(words.recurring)),
        ("ambiguous", re.compile(words.ambiguous)),
        ("past", _NEGATIVE),
    )


def refuse(text: str, words: Words) -> None:
    """Take a phrase in canonical spelling; raise a refusal with the words at fault."""
    for code, pattern in _patterns(words):
        if match := pattern.search(text):
            raise Refusal(code, match[0].strip())
