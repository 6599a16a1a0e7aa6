"""How a week, month or year is pointed at: this, the next, the one after it."""

from __future__ import annotations

import re

_POINTERS = {
    "de": (
        r"(?:diese[nrsm]?|laufende[nrsm]?|aktuelle[nrsm]?)",
        r"(?:nachste[nrsm]?|kommende[nrsm]?|folgende[nrsm]?|darauffolgende[nrsm]?)",
        r"(?:ubernachste[nrsm]?)",
    ),
    "en": (
        r"(?:this|the current|current)",
        r"(?:(?:the )?(?:next|coming|following|upcoming))",
        r"(?:(?:the )?(?:next next))",
    ),
}


def pointer(language: str) -> str:
    """Give the pattern of a pointer, for a rule that asks `ahead` how far it points."""
    return "(?:" + "|".join(f"(?P<ahead{n}>{pattern})" for n, pattern in enumerate(_POINTERS[language])) + ")"


def ahead(match: re.Match[str]) -> int | None:
    """Give how many weeks, months or years ahead the pointer in the match points, None when there is none."""
    groups = match.groupdict()
    return next((n for n in range(3) if groups.get(f"ahead{n}")), None)
