"""What may become a note: not nothing, not too much, no secret."""

from __future__ import annotations

import re

from selu_lab.memory.note import LONGEST, Refused
from selu_lab.memory.secrets import find_secret
from selu_lab.text import clean

_ASKS = re.compile(r"[^\W_]")


def settled(content: str) -> str:
    """The text as it is kept: without control characters and outer white space."""
    return clean(content).strip()


def asks(text: str) -> bool:
    """Whether there is a letter or a digit in it; without one production finds nothing either (selu.md 10.15)."""
    return bool(_ASKS.search(text))


def refusal(content: str) -> Refused | None:
    """Why a text cannot be kept, in words a model can act on; None when it can."""
    if not asks(content):
        return Refused("blank", "Nothing was stored: the note is empty. State the fact in a sentence.")
    if len(content) > LONGEST:
        said = f"Nothing was stored: a note has at most {LONGEST:,} characters, this one has {len(content):,}."
        return Refused("too_long", f"{said} Store only the lasting fact, or several short notes.")
    if rule := find_secret(content):
        said = f"Nothing was stored: the note seems to hold a secret ({rule.replace('_', ' ')})."
        advice = (
            "Secrets do not belong into notes. Tell the user, and store the fact without the value if it is of use."
        )
        return Refused("secret", f"{said} {advice} Do not retry with the same text.", rule)
    return None
