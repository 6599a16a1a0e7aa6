"""A workspace: the folder that keeps everything of a lab, owned by one process at a time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from selu_lab.errors import LabError, Where, WorkspaceBusyError
from selu_lab.storage.database import Database


@dataclass(frozen=True)
class Workspace:
    """An open workspace. `folder` is None for a throw-away one, which lives in memory."""

    folder: Path | None
    database: Database
    _lock: BaseFileLock | None = None

    def close(self) -> None:
        """Close the database and give the folder free."""
        self.database.close()
        if self._lock is not None:
            self._lock.release()


def open_workspace(folder: Path | None) -> Workspace:
    """Open or make a workspace (None: a throw-away one).

    Raises WorkspaceBusyError when another process owns it, LabError when it cannot be used.
    """
    if folder is None:
        return Workspace(None, Database())
    lock = _own(folder)
    try:
        return Workspace(folder, Database(folder / "lab.db"), lock)
    except BaseException:
        lock.release()
        raise


def make_folder(folder: Path) -> None:
    """Make the folder of a workspace, for its owner alone and no version control; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")


def _own(folder: Path) -> BaseFileLock:
    try:
        make_folder(folder)
        lock = FileLock(folder / "lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise WorkspaceBusyError(
            "Another Selu Lab is using this workspace.",
            where=Where(folder),
            hint="Close it, or choose another workspace with --workspace DIR.",
        ) from error
    except OSError as error:
        raise LabError(
            f"The workspace cannot be used ({error.strerror}).",
            where=Where(folder),
            hint="Choose another one with --workspace DIR.",
        ) from error
    return lock
