"""SQLite: one database per workspace, its tables, its migrations, and the lock that gives it one owner."""

from selu_lab.storage.database import Database
from selu_lab.storage.workspace import Workspace, open_workspace

__all__ = ["Database", "Workspace", "open_workspace"]
