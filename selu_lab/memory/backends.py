"""Where the notes are kept: a folder, this process's memory, or a Chroma server."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path


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

    @property
    def loopback(self) -> bool:
        """Whether it is on this machine."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


Backend = Folder | Memory | Server
