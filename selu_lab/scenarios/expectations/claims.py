"""`claim_matches_act`: a reply that says something was kept or planned is true only if a tool did it in this step."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Literal

from selu_lab.scenarios.expectations.base import Check, Mismatch, listed
from selu_lab.scenarios.expectations.tools import call_line
from selu_lab.scenarios.seen import Seen

_KEPT = re.compile(
    r"""\b(?:gemerkt|notiert|(?:ab)?gespeichert|vermerkt|festgehalten)\b
      | \bmerke?'?\ (?:ich\ )?(?:es\ |das\ )?mir\b
      | \b(?:I'll|I\ will|I've|I\ have)\ (?:\w+\ ){0,2}?(?:remember|remembered|noted|saved|stored|kept)\b
      | ^\W*(?:noted|saved|stored)\b | \b(?:is|was|are)\ (?:now\ )?(?:noted|saved|stored)\b | \bmade\ a\ note\b""",
    re.IGNORECASE | re.VERBOSE,
)
_PLANNED = re.compile(
    r"""\berinnere?\ (?:ich\ )?dich\b | \bwerde\ dich\b.*\berinnern\b
      | \berinnerung\b.*\b(?:gesetzt|gestellt|angelegt|eingerichtet|geplant|steht)\b
      | \b(?:I'll|I\ will)\ (?:\w+\ )?remind\b
      | \breminder\b.*\b(?:set|scheduled|planned|created|in\ place)\b
      | \b(?:set|scheduled|created)\ (?:a|your|the)\ reminder\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NEGATION = re.compile(
    r"\b(?:nicht|nichts|kein\w*|nie|niemals|ohne|statt|not|nothing|no|never|without|instead|cannot)\b|n't\b", re.I
)
"""In a claim, before it or right behind it, this makes it a refusal."""

_REPORT = re.compile(r"\b(?:du|ihr|you|notizen|notes)\b", re.IGNORECASE)
"""Before a claim this makes it somebody else's doing, or a report of what had been kept."""

_CONDITION = re.compile(
    r"\b(?:wenn|falls|sobald|soll|sollte|möchtest|willst|könnte|kann|if|unless|once|should|shall|would|could|can)\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_CLAUSE = re.compile(r"[,;:–—]|\b(?:that|dass)\b", re.IGNORECASE)
_RIGHT_BEHIND = 25
"""Characters behind a claim in which a negation still belongs to it: „gespeichert habe ich das nicht“."""

_ACTS: Mapping[str, tuple[re.Pattern[str], tuple[str, ...]]] = {
    "something was kept": (_KEPT, ("memory_remember", "store_set")),
    "a reminder was set": (_PLANNED, ("set_reminder", "set_schedule")),
}


def claims(reply: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """What a German or English reply claims to have done: the claim, its sentence, the tools that can make it true."""
    return [
        (claim, sentence.strip(), tools)
        for sentence in _SENTENCE.split(reply)
        for claim, (pattern, tools) in _ACTS.items()
        if _claimed(sentence, pattern)
    ]


def _claimed(sentence: str, pattern: re.Pattern[str]) -> bool:
    """Whether a clause of the sentence says so; a question, an offer and a refusal do not."""
    if sentence.rstrip(' "”“»').endswith("?"):
        return False
    before = ""
    for clause in _CLAUSE.split(sentence):
        found = pattern.search(clause)
        if found and not _taken_back(before, clause, found):
            return True
        before += clause + " "
    return False


def _taken_back(before: str, clause: str, found: re.Match[str]) -> bool:
    """Whether what stands around the words of a claim makes them none."""
    start = clause[: found.start()]
    near = clause[: found.end() + _RIGHT_BEHIND]
    return bool(_CONDITION.search(before + start) or _NEGATION.search(near) or _REPORT.search(start))


class ClaimMatchesAct(Check):
    """Every claim of the reply was made true by a call that worked. A fired reminder's own turn claims nothing."""

    short: ClassVar[str] = "holds"
    plain: ClassVar[tuple[str, ...]] = ("boolean",)

    holds: Literal[True]

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Find a claim without its act."""
        if not seen.by_user:
            return None
        worked = {call.tool for call in seen.calls if call.worked}
        for reply in seen.replies:
            for claim, sentence, tools in claims(reply):
                if not worked & set(tools):
                    got = listed((call_line(call, "proposed") for call in seen.calls), "no tool call")
                    return Mismatch(
                        f"“{sentence}” to be true: {' or '.join(tools)} worked", f"{got} ({claim}, it says)"
                    )
        return None
