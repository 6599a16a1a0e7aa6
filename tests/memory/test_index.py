"""Notes on a disk: reopening, mending what was cut off, other embedding models, and what leaves the disk."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from selu_lab.errors import LabError
from selu_lab.memory.backends import Folder, Server
from selu_lab.memory.embedding import BundledEmbedder
from selu_lab.memory.index import Index
from selu_lab.memory.note import Note, note_id
from selu_lab.memory.notes import open_notes, reindex_notes

from .conftest import NOW, HashEmbedder, keep


def contents(folder: Folder, user: str = "anna") -> list[str]:
    store = open_notes(user, folder)
    found = [note.content for note in store.all()]
    store.close()
    return found


def on_disk(folder: Folder, text: str) -> bool:
    """Whether any file of the store holds the text."""
    return any(text.encode() in path.read_bytes() for path in folder.path.rglob("*") if path.is_file())


class TestReopening:
    def test_notes_stay_in_order_and_are_found(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        kept = [keep(store, f"Zimmer {number} ist {number} Meter breit.") for number in range(3)]
        store.close()
        again = open_notes("anna", folder)
        assert again.all() == kept[::-1]
        assert again.search("Wie breit ist Zimmer 2?")[0].note == kept[2]
        assert again.production_search("zimmer 2")[0].note == kept[2]
        again.close()

    def test_users_do_not_see_each_other(self, folder: Folder) -> None:
        anna, ben = open_notes("anna", folder), open_notes("ben/../Ä", folder)
        keep(anna, "Jonas ist Vegetarier.")
        keep(ben, "Jonas ist Vegetarier.")
        keep(ben, "Ben mag Fisch.")
        anna.close()
        keep(ben, "Ben mag auch Brot.")
        ben.close()
        assert contents(folder) == ["Jonas ist Vegetarier."]
        assert len(contents(folder, "ben/../Ä")) == 3

    def test_a_process_killed_after_a_note_was_acknowledged_loses_none(self, folder: Folder) -> None:
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(folder.path)], stdout=subprocess.PIPE, text=True, cwd=_ROOT
        )
        assert writer.stdout
        acknowledged = [writer.stdout.readline().strip() for _ in range(13)]
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        store = open_notes("anna", folder, HashEmbedder())
        assert all(store.get(ident) for ident in acknowledged)
        assert store.health().lost == ()
        store.close()


def cut(path: Path) -> None:
    """Leave the first half of a file."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


_ROOT = Path(__file__).resolve().parents[2]
_WRITER = """
import sys
from pathlib import Path
from selu_lab.memory.backends import Folder
from selu_lab.memory.notes import open_notes
from tests.memory.conftest import HashEmbedder, keep
store = open_notes("anna", Folder(Path(sys.argv[1])), HashEmbedder())
for number in range(10_000):
    print(keep(store, f"Zimmer {number} ist frei.").id, flush=True)
"""


class TestMending:
    def test_lost_vectors_are_embedded_anew_at_opening(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        for number in range(12):
            keep(store, f"Zimmer {number} ist {number} Meter breit.")
        store.close()
        for path in [path for path in folder.path.iterdir() if path.is_dir()]:
            shutil.rmtree(path)
        index = Index("anna", folder, BundledEmbedder())
        assert index.lost(index.ids())
        index.close()
        again = open_notes("anna", folder)
        assert again.health().lost == ()
        assert again.search("Wie breit ist Zimmer 3?")[0].note.content.startswith("Zimmer 3")
        again.close()

    @pytest.mark.parametrize("name", ["header.bin", "data_level0.bin", "length.bin", "link_lists.bin"])
    @pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(b"x" * 100), lambda path: cut(path)])
    def test_damaged_vector_files_are_made_anew_at_opening(
        self, folder: Folder, name: str, damage: Callable[[Path], object]
    ) -> None:
        store = open_notes("anna", folder, HashEmbedder())
        kept = [keep(store, f"Zimmer {number} ist frei.") for number in range(25)]
        store.close()
        damage(next(folder.path.glob(f"*/{name}")))
        again = open_notes("anna", folder, HashEmbedder())
        assert again.health().lost == ()
        assert again.all() == kept[::-1]
        assert again.search("Zimmer 24 ist frei.")[0].note == kept[-1]
        again.close()

    def test_an_emptied_database_beside_vectors_is_no_empty_store(self, folder: Folder) -> None:
        store = open_notes("anna", folder, HashEmbedder())
        keep(store, "Zimmer 1 ist frei.")
        store.close()
        (folder.path / "chroma.sqlite3").write_bytes(b"")
        with pytest.raises(LabError, match="is empty, though vectors of notes lie beside it"):
            open_notes("anna", folder, HashEmbedder())

    def test_an_edit_cut_off_leaves_the_new_text_only(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        old = keep(store, "Oma wohnt in Kiel.")
        store.close()
        index = Index("anna", folder, BundledEmbedder())
        index.put([_changed(old, "Oma wohnt in Bonn.")], replaces=old.id)
        index.close()
        assert contents(folder) == ["Oma wohnt in Bonn."]
        again = open_notes("anna", folder)
        keep(again, "Oma wohnt in Kiel.")
        again.close()
        assert len(contents(folder)) == 2

    @pytest.mark.parametrize("names", [("notes", "new"), ("old", "new"), ("notes", "old")])
    def test_a_reindex_cut_off_anywhere_keeps_every_note(self, folder: Folder, names: tuple[str, str]) -> None:
        """`notes` and `new`: the new one may be half full. `old` and `new`, `notes` and `old`: it was whole."""
        import chromadb
        from chromadb.config import Settings

        store = open_notes("anna", folder)
        keep(store, "Jonas ist Vegetarier.")
        store.close()
        client = chromadb.PersistentClient(folder.path, Settings(anonymized_telemetry=False))
        (collection,) = client.list_collections()
        suffix = {"notes": "", "new": "-new", "old": "-old"}
        whole, other = sorted(names, key=("notes", "new", "old").index)
        spare = client.create_collection(f"{collection.name}{suffix[other]}", embedding_function=None)
        collection.modify(name=f"{collection.name}{suffix[whole]}")
        assert spare.count() == 0
        client.close()  # type: ignore[attr-defined]
        assert contents(folder) == ["Jonas ist Vegetarier."]
        assert contents(folder) == ["Jonas ist Vegetarier."]


def _changed(note: Note, content: str) -> Note:
    return replace(note, id=note_id("anna", content), content=content)


class TestEmbedders:
    def test_another_model_is_refused_until_the_notes_are_embedded_anew(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        note = keep(store, "Jonas ist Vegetarier.")
        store.close()
        with pytest.raises(LabError, match="embedded by use-multilingual-v3, but hash is set") as caught:
            open_notes("anna", folder, HashEmbedder())
        assert "selu-lab notes reindex" in caught.value.hint
        assert reindex_notes("anna", folder, HashEmbedder()) == 1
        again = open_notes("anna", folder, HashEmbedder())
        assert again.all() == [note]
        assert again.search("Jonas ist Vegetarier.")[0].distance == pytest.approx(0, abs=1e-5)
        again.close()

    def test_reindexing_an_open_store_changes_nothing_to_see(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        kept = [keep(store, f"Zimmer {number} ist {number} Meter breit.") for number in range(3)]
        assert store.reindex() == 3
        assert store.search("Wie breit ist Zimmer 2?")[0].note == kept[2]
        keep(store, "Jonas ist Vegetarier.")
        store.close()
        assert len(contents(folder)) == 4
        assert len([path for path in folder.path.iterdir() if path.is_dir()]) <= 1


class TestLeaving:
    def test_deleted_and_edited_text_leaves_the_disk(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        keep(store, "Das bleibt hier.")
        deleted, edited = keep(store, "Zwetschgenkuchen"), keep(store, "Marillenknödel")
        store.delete(deleted.id)
        store.edit(edited.id, "Grießbrei", NOW)
        store.close()
        assert not on_disk(folder, "Zwetschgenkuchen")
        assert not on_disk(folder, "Marillenknödel")
        assert on_disk(folder, "Das bleibt hier.")

    def test_what_a_crash_kept_from_leaving_leaves_at_the_next_opening(self, folder: Folder) -> None:
        store = open_notes("anna", folder)
        note = keep(store, "Zwetschgenkuchen")
        store.close()
        crash = (
            "import os, sys; from pathlib import Path; from selu_lab.memory.backends import Folder;"
            "from selu_lab.memory.embedding import BundledEmbedder; from selu_lab.memory.index import Index;"
            "Index('anna', Folder(Path(sys.argv[1])), BundledEmbedder()).drop(sys.argv[2]); os._exit(9)"
        )
        killed = subprocess.run([sys.executable, "-c", crash, str(folder.path), note.id], check=False)
        assert killed.returncode == 9
        assert on_disk(folder, "Zwetschgenkuchen")
        open_notes("anna", folder).close()
        assert not on_disk(folder, "Zwetschgenkuchen")


class TestTrouble:
    def test_a_folder_that_cannot_be_is_one_sentence(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(LabError, match="cannot be read or written here"):
            open_notes("anna", Folder(tmp_path / "file" / "notes"))

    @pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
    def test_a_disk_without_space_is_one_sentence_and_keeps_what_was_acknowledged(self, folder: Folder) -> None:
        done = subprocess.run(
            [sys.executable, "-c", _FULL, str(folder.path)], capture_output=True, text=True, cwd=_ROOT
        )
        assert done.returncode == 0, done.stderr
        *acknowledged, said, after = done.stdout.splitlines()
        assert "The shared notes cannot be" in said or "The disk is full" in said
        assert after == "Jetzt ist wieder Platz."
        store = open_notes("anna", folder, HashEmbedder())
        assert all(store.get(ident) for ident in acknowledged)
        store.close()

    def test_a_server_that_is_not_there_is_one_sentence(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with pytest.raises(LabError, match="does not answer"):
            open_notes("anna", Server("127.0.0.1", port))

    def test_a_server_elsewhere_must_be_allowed(self) -> None:
        with pytest.raises(LabError, match="not on this machine"):
            open_notes("anna", Server("192.0.2.1", 8000))


# Room is taken away by a limit on the size of files, and given back before the last note.
_FULL = """
import resource, signal, sys
from pathlib import Path
from selu_lab.errors import LabError
from selu_lab.memory.backends import Folder
from selu_lab.memory.notes import open_notes
from tests.memory.conftest import HashEmbedder, keep
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = open_notes("anna", Folder(Path(sys.argv[1])), HashEmbedder())
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
for number in range(3_000):
    if number == 10:
        size = (Path(sys.argv[1]) / "chroma.sqlite3").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8_192, hard))
    try:
        print(keep(store, f"Zimmer {number} " + "lang " * 300).id, flush=True)
    except LabError as error:
        print(error)
        break
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
print(keep(store, "Jetzt ist wieder Platz.").content)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Chroma server on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    chroma, path = Path(sys.executable).with_name("chroma"), tmp_path_factory.mktemp("server")
    command = [str(chroma), "run", "--path", str(path), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        next((line for line in process.stdout if "server listening" in line), None)
        reader = threading.Thread(target=process.stdout.read)  # a full pipe would stop the server
        reader.start()
        yield Server("127.0.0.1", port)
        process.terminate()
        reader.join()


def test_two_labs_share_a_server(server: Server) -> None:
    here, there = open_notes("anna", server), open_notes("anna", server)
    note = keep(here, "Jonas ist Vegetarier.")
    assert there.all() == [note]
    assert there.search("Does Jonas eat meat?")[0].note == note
    changed = there.edit(note.id, "Jonas isst wieder Fleisch.", NOW)
    assert here.all() == [changed]
    assert here.delete(note.id) is None
    here.close()
    there.close()
    again = open_notes("anna", server)
    assert again.count() == 1
    again.close()
