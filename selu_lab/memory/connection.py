"""The connection to Chroma, the one room that imports it: opened lazily, opened again after a failure."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from selu_lab.errors import LabError, Where
from selu_lab.memory.backends import Backend, Folder, Memory, Server
from selu_lab.memory.disk import drop_torn, emptied
from selu_lab.memory.slack import empty_slack

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.client import AdminClient, Client
    from chromadb.api.fastapi import FastAPI
    from httpx import Client as Session

_PATIENCE = 30  # seconds for one answer of a server


class Connection:
    """The Chroma client of a backend, for all stores of it in this process.

    A failed write leaves Chroma inside a transaction, and the next write would wait for it for ever (measured on a full
    disk). So after any failure the client is closed, and opened again for the next call.
    """

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.users = 0
        self._client: ClientAPI | None = None
        self._lock = threading.RLock()

    @contextmanager
    def use(self) -> Iterator[ClientAPI]:
        """The client, for one thread at a time. Raises LabError when the folder or the server cannot be used."""
        with self._lock, _told(self.backend):
            self._client = self._client or _client(self.backend)
            try:
                yield self._client
            except Exception:
                self.close()
                raise

    def close(self) -> None:
        """Close the client; the next use opens another. The one in memory stays, for with it all would be gone."""
        with self._lock:
            client, self._client = self._client, None
            if client and not isinstance(self.backend, Memory):
                for session in _sessions(client) if isinstance(self.backend, Server) else []:
                    session.close()
                cast("Client", client).close()
                _leave(self.backend)


_connections: dict[Backend, Connection] = {}
_connecting = threading.Lock()


def connect(backend: Backend) -> Connection:
    """The connection to a backend, the same one for all that use it; to be given back by `release`."""
    backend = Folder(backend.path.resolve()) if isinstance(backend, Folder) else backend
    with _connecting:
        connection = _connections.setdefault(backend, Connection(backend))
        connection.users += 1
        return connection


def release(connection: Connection) -> None:
    """Give a connection back; the last one to do so closes it."""
    with _connecting:
        connection.users -= 1
        if connection.users == 0:
            del _connections[connection.backend]
            connection.close()


def _client(backend: Backend) -> ClientAPI:
    if isinstance(backend, Memory):
        return _shared_memory()
    return _server(backend) if isinstance(backend, Server) else _folder(backend.path)


def _leave(backend: Backend) -> None:
    """What cannot be emptied now, on a full or read-only disk, is at the next opening."""
    if isinstance(backend, Folder):
        with suppress(OSError):
            empty_slack(backend.path)


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
    if emptied(path):
        raise LabError(
            "The database of the shared notes is empty, though vectors of notes lie beside it.",
            where=Where(str(path / "chroma.sqlite3")),
            hint="Put the file back from a copy, or move the folder away to begin anew.",
        )
    with closing(sqlite3.connect(path / "chroma.sqlite3", isolation_level=None)) as probe:
        # Chroma hides why it cannot write behind an AttributeError, so SQLite is asked first; nothing is kept.
        probe.execute("BEGIN IMMEDIATE")
        probe.execute("CREATE TABLE writable (probe)")
        probe.execute("ROLLBACK")
    drop_torn(path)
    empty_slack(path)  # a process that was killed could not
    return chromadb.PersistentClient(path.resolve(), Settings(anonymized_telemetry=False))


def _server(server: Server) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    if not (server.allow_remote or server.loopback):
        raise LabError(
            f"The Chroma server {server} is not on this machine, and Chroma asks nobody for a password.",
            hint="Allow remote servers in the settings if that network is trusted.",
        )
    client = chromadb.HttpClient(server.host, server.port, settings=Settings(anonymized_telemetry=False))
    for session in _sessions(client):
        session.timeout = _PATIENCE
    return client


def _sessions(client: ClientAPI) -> list[Session]:
    """The HTTP sessions of a client of a server and of its administrator. Chroma sets no time limit and closes none."""
    ours = cast("Client", client)
    servers = ours._server, cast("AdminClient", ours._admin_client)._server
    return [cast("FastAPI", server)._session for server in servers]


@contextmanager
def _told(backend: Backend) -> Iterator[None]:
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
        said, hint = "The Chroma server does not answer.", "Start it, or set another host and port."
    elif isinstance(backend, Folder) and _full(backend.path, reason):
        said, hint = "The disk is full: the shared notes cannot be used.", "Free some space."
    elif "read-only" in reason or "readonly" in reason or "permission" in reason:
        said, hint = "The shared notes cannot be written: the folder is read-only.", "Use another workspace."
    else:
        said, hint = "The shared notes cannot be read or written here.", "Check the folder, or use another workspace."
    return LabError(said, where=where, hint=hint)


def _full(path: Path, reason: str) -> bool:
    """Chroma seldom says so itself."""
    return "no space" in reason or "is full" in reason or (path.exists() and shutil.disk_usage(path).free < 2**20)
