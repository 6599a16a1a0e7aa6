"""The unused room of Chroma's vector files holds nothing, and emptying it harms no note."""

from __future__ import annotations

from pathlib import Path

import pytest

from selu_lab.memory.backends import Folder
from selu_lab.memory.notes import open_notes
from selu_lab.memory.slack import empty_slack

from .conftest import keep

SCRAP = b"Zwetschgenkuchen"


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    """The folder of the vector files of a closed store with enough notes for Chroma to have written them there."""
    store = open_notes("anna", Folder(tmp_path))
    for number in range(25):
        keep(store, f"Regal {number} ist {number} Meter hoch.")
    store.close()
    return next(tmp_path.glob("*/header.bin")).parent


def plant(path: Path) -> None:
    """Let the end of a file hold a scrap, as Chroma leaves one there now and then."""
    with path.open("r+b") as file:
        file.seek(-len(SCRAP), 2)
        file.write(SCRAP)


@pytest.mark.parametrize("name", ["data_level0.bin", "length.bin"])
class TestAScrapInTheSlack:
    def test_is_gone_when_the_store_was_open(self, vectors: Path, name: str) -> None:
        plant(vectors / name)
        size = (vectors / name).stat().st_size
        open_notes("anna", Folder(vectors.parent)).close()
        assert SCRAP not in (vectors / name).read_bytes()
        assert (vectors / name).stat().st_size == size

    def test_leaves_no_mark_on_the_notes(self, vectors: Path, name: str) -> None:
        plant(vectors / name)
        empty_slack(vectors.parent)
        store = open_notes("anna", Folder(vectors.parent))
        assert store.search("Wie hoch ist Regal 24?")[0].note.content == "Regal 24 ist 24 Meter hoch."
        for number in range(25):
            keep(store, f"Schrank {number} ist {number} Meter breit.")
        store.close()
        again = open_notes("anna", Folder(vectors.parent))
        assert again.search("Wie breit ist Schrank 24?")[0].note.content == "Schrank 24 ist 24 Meter breit."
        assert not again.health().lost
        again.close()


class TestFilesOfAnotherFormat:
    @pytest.mark.parametrize(
        "head",
        [b"", b"\x01\x00", (2).to_bytes(4, "little") + bytes(80)],
        ids=["empty", "cut off", "of a later version"],
    )
    def test_are_left_as_they_are(self, vectors: Path, head: bytes) -> None:
        (vectors / "header.bin").write_bytes(head)
        plant(vectors / "data_level0.bin")
        before = (vectors / "data_level0.bin").read_bytes()
        empty_slack(vectors.parent)
        assert (vectors / "data_level0.bin").read_bytes() == before
