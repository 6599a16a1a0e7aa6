"""How near two texts are in meaning, German and English alike, by the embedding model that Selu Lab brings along."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=256)
def similarity(one: str, other: str) -> float:
    """The cosine of the two texts' vectors: about 1 for the same meaning, about 0 for unrelated texts."""
    from selu_lab.memory.embedding import BundledEmbedder

    first, second = BundledEmbedder().embed_notes([one, other])
    return float(sum(a * b for a, b in zip(first, second, strict=True)))
