"""Takes secrets out of everything that goes onto a recording."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache

MARK = "[secret]"

# Keys as providers and code hosts issue them, and what authorises a request. Looking for their beginnings first is
# forty times as fast as searching for the shapes, and most texts hold none.
_BEGINNINGS = (
    *("sk-", "pk-", "rk-", "k_live_", "k_test_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"),
    *("xox", "AKIA", "ASIA", "AIza", "hf_", "eyJ", "Bearer "),
)
_SHAPES = re.compile(
    r"\b[srp]k-[\w-]{16,}|\b[srp]k_(?:live|test)_\w{16,}|\bgh[pousr]_\w{30,}|\bgithub_pat_\w{22,}|\bglpat-[\w-]{20,}"
    r"|\bxox[abeoprs]-[\w-]{10,}|\bA[KS]IA[0-9A-Z]{16}\b|\bAIza[\w-]{35}|\bhf_\w{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|(?<=Bearer )[\w.~+/-]{16,}=*"
)
_SHORTEST = 4  # shorter “secrets” would take words apart


class Redactor:
    """Replaces the given secrets, and whatever is shaped like a key, with a mark.

    Secrets are found as they are and as JSON writes them, for arguments are JSON inside a text.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms = {form for secret in secrets if len(secret) >= _SHORTEST for form in _forms(secret)}
        self._literal = sorted(forms, key=len, reverse=True)

    def text(self, text: str) -> str:
        """The text with its secrets marked, and without halves of surrogate pairs, which no file can hold."""
        text = _storable(text)
        for secret in self._literal:
            text = text.replace(secret, MARK)
        return _without_keys(text)

    def pieces(self, pieces: list[str]) -> list[str]:
        """The same for text that came in pieces; where a secret was found the first piece holds all, the rest none."""
        whole = "".join(pieces)
        safe = self.text(whole)
        return pieces if safe == whole else [safe, *("" for _ in pieces[1:])]


@lru_cache(maxsize=512)  # the requests of a conversation repeat most of their texts
def _without_keys(text: str) -> str:
    return _SHAPES.sub(MARK, text) if any(beginning in text for beginning in _BEGINNINGS) else text


def _forms(secret: str) -> tuple[str, ...]:
    return secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]


def _storable(text: str) -> str:
    """Halves that stand together, as two pieces of a stream may leave them, become the character they are."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
