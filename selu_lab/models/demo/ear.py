"""The demo model's feeling for meaning, from the bundled embedding: what is a wish of how to act, which are alike."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, TypedDict

from selu_lab.memory.embedding import BundledEmbedder
from selu_lab.memory.leaning import Leaning
from selu_lab.memory.space import Space, space
from selu_lab.models.demo.reflection_cues import meanings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_SHORTEST_PART = 4
SAME = 0.5  # rules of one matter had .59 and more, of different ones .44 and less


class _Examples(TypedDict):
    wishes: list[str]
    others: list[str]


def wishing(text: str) -> float:
    """How much a sentence wants the assistant to act otherwise (about 0.5) rather than have a task done (-0.5)."""
    return _leaning().of(_vector(text))


def alike(one: str, other: str) -> float:
    """How near two sentences are in meaning, in German or English, 1 for the same."""
    return float(_vector(one) @ _vector(other))


def in_common(one: str, other: str, *, again: bool) -> float:
    """Meanings in common: of both texts, or of the shorter one when the user says that it was said before."""
    first, second = meanings(one), meanings(other)
    common = sum(any(_one_in_other(word, known) for known in second) for word in first)
    whole = min(len(first), len(second)) if again else (len(first) + len(second)) / 2
    return min(1.0, common / whole) if whole else 0.0


def _one_in_other(word: str, known: str) -> bool:
    """German compounds: "schultermin" is a "termin"."""
    return word == known or (min(len(word), len(known)) >= _SHORTEST_PART and (word in known or known in word))


@lru_cache(maxsize=2_000)
def _vector(text: str) -> NDArray[np.float32]:
    import numpy as np

    return np.asarray(_space().notes([text])[0], dtype=np.float32)


@cache
def _leaning() -> Leaning:
    import numpy as np

    examples: _Examples = json.loads(resources.files(__package__).joinpath("wishes.json").read_text("utf-8"))
    wishes, others = (np.asarray(_space().notes(examples[kind]), dtype=np.float32) for kind in ("wishes", "others"))
    return Leaning(wishes, others)


def _space() -> Space:
    return space(BundledEmbedder())
