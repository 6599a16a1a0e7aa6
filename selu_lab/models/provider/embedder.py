"""An embedding model that litellm reaches, for shared notes instead of the bundled one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, cast

from selu_lab.models.provider.access import Access, Provider, access
from selu_lab.models.provider.diagnosis import Reader
from selu_lab.models.provider.library import load

BATCH = 96
"""Texts of one call; providers take 96 (Cohere) to 2,048 (OpenAI)."""


class _Answer(Protocol):
    data: Sequence[Mapping[str, Sequence[float]]]


class _Embedding(Protocol):
    def embedding(self, **parameters: object) -> _Answer: ...


@dataclass(frozen=True)
class ProviderEmbedder:
    """The embedding model `model`, reached as `provider` says. Blocks, so it is called in a thread.

    The prefixes stand before notes and queries, as some models want it ("passage: ", "query: ").
    """

    model: str
    provider: Provider = field(compare=False)
    note_prefix: str = ""
    query_prefix: str = ""

    @property
    def name(self) -> str:
        """The model with its prefixes: other prefixes make other vectors."""
        prefixes = "|".join(filter(None, (self.note_prefix, self.query_prefix)))
        return f"{self.model} ({prefixes})" if prefixes else self.model

    @cached_property
    def dimension(self) -> int:
        """How many numbers a vector has; asked of the model once. Raises ModelFaultError when it does not answer."""
        return len(self._embed(["dimension"])[0])

    def embed_notes(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector for each text; raises ModelFaultError with what to set or start."""
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        return [vector for batch in batches for vector in self._embed([self.note_prefix + text for text in batch])]

    def embed_query(self, text: str) -> Sequence[float]:
        """The vector of a query; raises ModelFaultError likewise."""
        return self._embed([self.query_prefix + text])[0]

    def _embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        way = access(self.model, self.provider.picking(self.model))
        reader = Reader(self.model, way, self.provider.timeout)
        try:
            answer = cast("_Embedding", load()).embedding(**self._parameters(texts, way))
            vectors = [one["embedding"] for one in answer.data]
        except Exception as error:
            failure = reader.read(error, opened=False)
        else:
            if len(vectors) == len(texts):
                return vectors
            failure = reader.bad_answer()
        raise failure

    def _parameters(self, texts: Sequence[str], way: Access) -> dict[str, object]:
        # litellm's embedding() calls the address api_base; a base_url it would overlook and ask the provider instead.
        reached = {"api_base" if name == "base_url" else name: value for name, value in way.parameters.items()}
        return {
            **reached,
            "model": self.model,
            "input": list(texts),
            "timeout": self.provider.timeout,
            "num_retries": 0,
            "max_retries": 0,
        }
