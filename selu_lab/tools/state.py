"""The store_* tools: exact, changing state under a key, private to one agent and user."""

from __future__ import annotations

from datetime import datetime

from pydantic import JsonValue

from selu_lab.events import StateStored
from selu_lab.storage import Database
from selu_lab.tools.base import (
    Arguments,
    Scope,
    ToolResult,
    ToolSpec,
    object_schema,
    refuse_secret,
    text_of,
    text_schema,
)

MOST_LISTED = 100
"""Production lists at most a hundred entries, sorted by key, and says when there are more (selu.md 7)."""

_KEY = text_schema("The key.")


class State:
    """Key and value texts, unique per agent, user and key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, agent: str, user: str, key: str) -> str | None:
        """The value under a key, or None."""
        sql = "SELECT value FROM state WHERE agent = ? AND user = ? AND key = ?"
        row = self._database.row(sql, (agent, user, key))
        return str(row[0]) if row else None

    def set(self, agent: str, user: str, key: str, value: str, now: datetime) -> None:
        """Set or replace a value."""
        self._database.execute(
            "INSERT INTO state (agent, user, key, value, updated_at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (agent, user, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
            (agent, user, key, value, now.isoformat()),
        )

    def delete(self, agent: str, user: str, key: str) -> bool:
        """Delete a key; tells whether it was there."""
        sql = "DELETE FROM state WHERE agent = ? AND user = ? AND key = ?"
        return self._database.execute(sql, (agent, user, key)) > 0

    def all(self, agent: str, user: str, limit: int = MOST_LISTED) -> dict[str, str]:
        """At most `limit` entries, sorted by key."""
        sql = "SELECT key, value FROM state WHERE agent = ? AND user = ? ORDER BY key LIMIT ?"
        return {str(row[0]): str(row[1]) for row in self._database.rows(sql, (agent, user, limit))}


class StoreGet:
    """Reads a value."""

    spec = ToolSpec("store_get", "Read the value this agent stored under a key.", object_schema({"key": _KEY}))

    def __init__(self, state: State) -> None:
        self._state = state

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Give found, key and value."""
        key = text_of(arguments, "key")
        value = self._state.get(scope.agent, scope.user.id, key)
        return ToolResult({"found": value is not None, "key": key, "value": value})


class StoreSet:
    """Sets a value."""

    spec = ToolSpec(
        "store_set",
        "Store changing state of this agent under a key; an older value is replaced.",
        object_schema({"key": _KEY, "value": text_schema("The value, as text.")}),
    )

    def __init__(self, state: State) -> None:
        self._state = state

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Confirm with the key."""
        key, value = text_of(arguments, "key"), text_of(arguments, "value")
        refuse_secret(value)
        self._state.set(scope.agent, scope.user.id, key, value, scope.now)
        return ToolResult({"ok": True, "key": key}, events=(StateStored(agent=scope.agent, key=key, value=value),))


class StoreDelete:
    """Deletes a key."""

    spec = ToolSpec("store_delete", "Delete what this agent stored under a key.", object_schema({"key": _KEY}))

    def __init__(self, state: State) -> None:
        self._state = state

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Tell whether the key was there."""
        key = text_of(arguments, "key")
        deleted = self._state.delete(scope.agent, scope.user.id, key)
        events = (StateStored(agent=scope.agent, key=key, value=None),) if deleted else ()
        return ToolResult({"ok": True, "deleted": deleted}, events=events)


class StoreList:
    """Lists all keys."""

    spec = ToolSpec("store_list", "List everything this agent stored, by key.", object_schema({}))

    def __init__(self, state: State) -> None:
        self._state = state

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Give the entries, and whether there are more than fit."""
        found = self._state.all(scope.agent, scope.user.id, MOST_LISTED + 1)
        entries: dict[str, JsonValue] = dict(list(found.items())[:MOST_LISTED])
        return ToolResult({"entries": entries, "truncated": len(found) > MOST_LISTED})
