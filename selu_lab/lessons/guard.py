"""What may not stand in the text of a lesson at all: addresses, numbers, secrets, invisible characters."""

from __future__ import annotations

import re
from collections.abc import Callable

from selu_lab.text import hidden_characters

FindSecret = Callable[[str], str | None]
"""Tells which kind of secret a text holds by the shape of a value, or None."""

LONGEST = 240

_FORBIDDEN = (
    ("a web address", re.compile(r"\bhttps?:|\bwww\.|\b[\w-]+\.(?:com|org|net|de|at|ch|io|eu|example|info)\b", re.I)),
    ("an e-mail address", re.compile(r"\S@\S+\.\w")),
    ("an account number", re.compile(r"\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,}|\b(?:\d[ -]?){13,19}\b")),
    ("a phone number", re.compile(r"(?:\+|\b00|\b0)\d[\d /()-]{6,}\d")),
)


def flaw(text: str, find_secret: FindSecret | None = None) -> str | None:
    """Say what is wrong with a lesson's text ("holds a web address"), or give None (reflection.md, rules 4 and 6)."""
    if not text.strip():
        return "is empty"
    if len(text) > LONGEST:
        return f"is longer than {LONGEST} characters"
    if "\n" in text:
        return "is more than one line"
    if hidden_characters(text):
        return "holds invisible or bidirectional characters"
    found = next((what for what, pattern in _FORBIDDEN if pattern.search(text)), None)
    secret = find_secret(text) if find_secret else None
    return f"holds {found}" if found else f"holds a secret ({secret})" if secret else None
