"""The workspace: one owner, all or nothing, and disk trouble told in one sentence."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from selu_lab.errors import LabError, WorkspaceBusyError
from selu_lab.storage import Database, open_workspace


def put(database: Database, key: str) -> None:
    database.execute("INSERT INTO texts (digest, body) VALUES (?, ?)", (key, "text"))


def keys(database: Database) -> list[str]:
    return [row[0] for row in database.rows("SELECT digest FROM texts ORDER BY digest")]


def test_a_failed_transaction_leaves_nothing_behind_and_tells_nobody() -> None:
    database, told = Database(), []

    def fails() -> None:
        with database.transaction():
            put(database, "a")
            database.after_commit(lambda: told.append("a"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    put(database, "b")
    assert keys(database) == ["b"]
    assert told == []


def test_nested_transactions_commit_with_the_outermost_and_tell_afterwards() -> None:
    database, told = Database(), []
    with database.transaction():
        with database.transaction():
            put(database, "a")
            database.after_commit(lambda: told.append(keys(database)))
        assert told == []
    assert told == [["a"]]


def test_a_workspace_is_reopened_with_everything_in_it(tmp_path: Path) -> None:
    first = open_workspace(tmp_path / "lab")
    put(first.database, "a")
    first.close()
    again = open_workspace(tmp_path / "lab")
    assert keys(again.database) == ["a"]
    again.close()


def test_a_second_process_is_told_in_one_sentence(tmp_path: Path) -> None:
    owner = open_workspace(tmp_path / "lab")
    command = [sys.executable, "-m", "selu_lab", "--workspace", str(tmp_path / "lab"), "notes"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    owner.close()
    assert done.returncode == 4
    assert "Another Selu Lab is using this workspace." in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_lock_is_given_back_when_opening_fails(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    (folder / "lab.db").write_text(
        "this is not a database, but it is long enough to look like a file", encoding="utf-8"
    )
    for _ in range(2):
        with pytest.raises(LabError, match="not a database"):
            open_workspace(folder)


def test_two_opened_at_once_in_one_process_are_refused_too(tmp_path: Path) -> None:
    owner = open_workspace(tmp_path / "lab")
    with pytest.raises(WorkspaceBusyError):
        open_workspace(tmp_path / "lab")
    owner.close()


def test_a_workspace_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    open_workspace(tmp_path / "lab").close()
    connection = sqlite3.connect(tmp_path / "lab" / "lab.db")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(LabError, match="newer Selu Lab"):
        open_workspace(tmp_path / "lab")


_NO_ROOM = """
import resource, signal, sys
from pathlib import Path
from selu_lab.errors import LabError
from selu_lab.storage.database import Database
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    Database(Path(sys.argv[1])).execute("INSERT INTO texts (digest, body) VALUES ('b', 'b')")
except LabError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_opening_where_nothing_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    Database(tmp_path / "lab.db").close()
    done = subprocess.run(
        [sys.executable, "-c", _NO_ROOM, str(tmp_path / "lab.db")], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert "The disk is full" in done.stdout


def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path: Path) -> None:
    database = Database(tmp_path / "lab.db")
    put(database, "a")
    pages = database.rows("PRAGMA page_count")[0][0]
    database.rows(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(LabError, match="The disk is full"):
        database.execute("INSERT INTO texts (digest, body) VALUES (?, ?)", ("b", "x" * 100_000))
    assert keys(database) == ["a"]
