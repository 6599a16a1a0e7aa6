"""Where Chroma keeps the notes: a folder, this process's memory, or a Chroma server; the only room that imports it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from selu_lab.errors import LabError, Where

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_connecting = threading.Lock()  # Chroma keeps one system per folder in a table without a lock of its own


@dataclass(frozen=True)
class Folder:
    """Notes that stay, in a folder of this machine; one process at a time (the workspace's lock sees to that)."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True)
class Memory:
    """Notes thrown away at the end; every opening is a store of its own."""

    def __str__(self) -> str:
        return "memory"


@dataclass(frozen=True)
class Server:
    """Notes on a Chroma server. It has no authentication, so hosts beyond this machine need `allow_remote`."""

    host: str = "127.0.0.1"
    port: int = 8000
    allow_remote: bool = False

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


Backend = Folder | Memory | Server


def connect(backend: Backend) -> ClientAPI:
    """Open the Chroma client of a backend. Raises LabError when the folder or the server cannot be used."""
    with told(backend), _connecting:
        if isinstance(backend, Memory):
            return _shared_memory()
        if isinstance(backend, Server):
            return _server(backend)
        return _folder(backend.path)


@cache
def _shared_memory() -> ClientAPI:
    """One client serves all throw-away stores: a second would share its state anyway, and names keep them apart."""
    import chromadb
    from chromadb.config import Settings

    return chromadb.EphemeralClient(Settings(anonymized_telemetry=False))


def _folder(path: Path) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    path.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path / "chroma.sqlite3") as probe:  # Chroma opens a read-only file and fails at the first note
        probe.execute("BEGIN IMMEDIATE")
        probe.rollback()
    probe.close()
    return chromadb.PersistentClient(path.resolve(), Settings(anonymized_telemetry=False))


def _server(server: Server) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    if not (server.allow_remote or _loopback(server.host)):
        raise LabError(
            f"The Chroma server {server} is not on this machine, and Chroma asks nobody for a password.",
            hint="Allow remote servers in the settings if that network is trusted.",
        )
    return chromadb.HttpClient(server.host, server.port, settings=Settings(anonymized_telemetry=False))


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def told(backend: Backend) -> Iterator[None]:
    """Turn what Chroma, SQLite and the disk say into one sentence of our own."""
    try:
        yield
    except LabError:
        raise
    except Exception as error:
        if not _about_storage(error):
            raise
        raise _sentence(backend, str(error).lower()) from error


def _about_storage(error: Exception) -> bool:
    from chromadb.errors import ChromaError
    from httpx import HTTPError

    no_server = isinstance(error, ValueError) and "Chroma server" in str(error)
    return no_server or isinstance(error, ChromaError | HTTPError | sqlite3.Error | OSError)


def _sentence(backend: Backend, reason: str) -> LabError:
    where = Where(str(backend))
    if isinstance(backend, Server):
        return LabError(
            "The Chroma server does not answer.", where=where, hint="Start it or set another host and port."
        )
    if "full" in reason or "no space" in reason or "too large" in reason:
        return LabError("The disk is full: the note was not stored.", where=where, hint="Free some space and retry.")
    if "read-only" in reason or "readonly" in reason or "permission" in reason:
        return LabError("The shared notes cannot be written: the folder is read-only.", where=where)
    return LabError(
        "The shared notes cannot be read or written here.", where=where, hint="Check the folder or use another one."
    )
