"""The unused room of Chroma's vector files, emptied: Chroma lets its memory spill there, deleted notes with it."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

# The head of header.bin as Chroma's hnswlib writes it (persistHeader): version, offset of level 0, room for how many
# elements, how many there are, bytes of one; the rest says how they are linked.
_HEADER = struct.Struct("<i4Q")
HEADER_SIZE = 100
_VERSION = 1
_LENGTH = 4  # bytes of one element's length, a float, in length.bin
_CHUNK = 2**20


def empty_slack(folder: Path) -> None:
    """Write zeros beyond the last element of every vector file in Chroma's folder.

    Only while no client has the folder open. Files of another format are left as they are. Raises OSError.
    """
    for header in folder.glob("*/header.bin"):
        for path, size in used(header).items():
            if path.exists() and path.stat().st_size > size:
                with path.open("r+b") as file:
                    _zero(file, size)


def used(header: Path) -> dict[Path, int]:
    """How many bytes of each file hold elements; nothing when the header is not one we know."""
    with header.open("rb") as file:
        head = file.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return {}
    version, _, room, count, size = _HEADER.unpack(head)
    if version != _VERSION or count > room:
        return {}
    return {header.with_name("data_level0.bin"): count * size, header.with_name("length.bin"): count * _LENGTH}


def _zero(file: BinaryIO, start: int) -> None:
    """Chunks that are empty already are not written again: usually all of them."""
    file.seek(start)
    while chunk := file.read(_CHUNK):
        if chunk.count(0) < len(chunk):
            file.seek(-len(chunk), 1)
            file.write(bytes(len(chunk)))
