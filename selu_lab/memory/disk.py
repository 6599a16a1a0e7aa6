"""Chroma's folder on the disk, seen from outside: its file shrunk, vectors that it cannot read thrown away."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from selu_lab.memory.slack import HEADER_SIZE, used

_DATABASE = "chroma.sqlite3"


def vacuum(folder: Path) -> None:
    """Shrink Chroma's file, and remove the folders of collections that are no more, which Chroma leaves behind."""
    with closing(sqlite3.connect(folder / _DATABASE, timeout=5)) as database:
        database.execute("VACUUM")
        segments = {row[0] for row in database.execute("SELECT id FROM segments")}
    for path in folder.iterdir():
        if (path / "header.bin").exists() and path.name not in segments:
            shutil.rmtree(path)


def drop_vectors(folder: Path, collection: str) -> None:
    """Throw a collection's vector files away; its texts stand in the database, so they can be embedded anew.

    Only while no client has the folder open. Raises OSError and sqlite3.Error.
    """
    with closing(sqlite3.connect(folder / _DATABASE, timeout=5)) as database:
        found = database.execute(
            "SELECT segments.id FROM segments JOIN collections ON segments.collection = collections.id "
            "WHERE segments.scope = 'VECTOR' AND collections.name = ?",
            (collection,),
        )
        segments = [str(row[0]) for row in found]
    for segment in segments:
        shutil.rmtree(folder / segment, ignore_errors=True)


def drop_torn(folder: Path) -> None:
    """Throw away vector files that are shorter than they should be: Chroma would read any memory for the rest, or die.

    A process killed while it wrote leaves such files. Only while no client has the folder open. Raises OSError.
    """
    for header in folder.glob("*/header.bin"):
        lengths = {header: HEADER_SIZE} | used(header)
        if any(not path.exists() or path.stat().st_size < size for path, size in lengths.items()):
            shutil.rmtree(header.parent)


def emptied(folder: Path) -> bool:
    """Whether vectors are there but the database that holds their texts is gone or empty."""
    database = folder / _DATABASE
    lacking = not database.exists() or database.stat().st_size == 0
    return lacking and next(folder.glob("*/data_level0.bin"), None) is not None
