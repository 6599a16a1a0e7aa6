"""Short ids: random in a live lab, counted where every run must be the same."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable

NewId = Callable[[], str]
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0 1 i l o, which people mix up


def random_id() -> str:
    """Eight characters, 31^8 possibilities: no two alike within one workspace."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


def counted_ids(prefix: str = "id") -> NewId:
    """Ids `id1`, `id2`, … for a lab whose runs must not differ."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers)}"
