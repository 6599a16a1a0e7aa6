"""An embedding model behind a real socket: vectors in order, its faults as sentences, notes found with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from selu_lab.errors import LabError, ModelError
from selu_lab.models.provider.access import Provider
from selu_lab.models.provider.embedder import ProviderEmbedder
from tests.models.loopback import Loopback, Reply, loopback, refusal


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


def vectors(*numbers: list[float]) -> Reply:
    data = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(numbers)]
    body = {"object": "list", "model": "m", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    return Reply((json.dumps(body).encode(),), kind="application/json")


def embedder(server: Loopback, **more: str) -> ProviderEmbedder:
    return ProviderEmbedder("openai/test-embedding", Provider(base_url=server.url, timeout=5), **more)


def test_vectors_come_in_the_order_of_the_texts_with_their_prefixes(server: Loopback) -> None:
    server.answer(vectors([1.0, 0.0], [0.0, 1.0]))
    found = embedder(server, note_prefix="passage: ").embed_notes(["eins", "zwei"])
    assert [list(vector) for vector in found] == [[1.0, 0.0], [0.0, 1.0]]
    assert server.received[0].body["input"] == ["passage: eins", "passage: zwei"]


def test_the_dimension_is_asked_once_and_the_name_tells_the_prefixes(server: Loopback) -> None:
    server.answer(vectors([1.0, 0.0, 0.5]))
    made = embedder(server, query_prefix="query: ")
    assert (made.dimension, made.dimension) == (3, 3)
    assert len(server.received) == 1
    assert made.name == "openai/test-embedding (query: )"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (refusal(401, "bad key sk-secret-value"), "key"),
        (refusal(404, "no such model"), "model"),
        (vectors(), "not a model's answer"),
    ],
)
def test_a_fault_is_one_sentence_without_the_provider_s_words(server: Loopback, reply: Reply, said: str) -> None:
    server.answer(reply)
    with pytest.raises(ModelError) as caught:
        embedder(server).embed_query("eins")
    assert said in str(caught.value)
    assert "sk-secret" not in str(caught.value)


def test_notes_embedded_by_another_model_are_refused_with_what_mends_it(server: Loopback, tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from selu_lab.memory.backends import Folder
    from selu_lab.memory.note import Origin
    from selu_lab.memory.notes import open_notes

    notes = open_notes("anna", Folder(tmp_path / "notes"))
    notes.remember("Mag Tee", Origin("default"), datetime.now(UTC))
    notes.close()
    server.answer(vectors([1.0, 0.0]))
    with pytest.raises(LabError, match="selu-lab notes reindex"):
        open_notes("anna", Folder(tmp_path / "notes"), embedder(server))
