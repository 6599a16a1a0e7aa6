"""The shared notes as tools: memory_search and memory_remember, and production's forget and list behind a setting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pydantic import JsonValue

from selu_lab.events import FoundNote, NoteDeleted, NoteRefused, NotesSearched, NoteStored
from selu_lab.memory.note import Found, Hit, Note, Origin, Refused, Remembered
from selu_lab.memory.notes import Notes
from selu_lab.tools.base import Arguments, Scope, ToolResult, ToolSpec, object_schema, refusal, text_of, text_schema

NotesOf = Callable[[str], Notes]
"""Opens the notes of a user; may take a while the first time, so call it in a thread."""

DEFAULT_HITS, MOST_HITS = 5, 10  # production's limit: 1 to 10, 5 by default (selu.md 3.1)
DEFAULT_LISTED, MOST_LISTED = 20, 50
_TAGS = text_schema("Comma-separated tags (production's; kept nowhere here).")


class MemorySearch:
    """Finds shared notes by meaning."""

    spec = ToolSpec(
        "memory_search",
        "Search the user's shared notes for relevant context. Gives a list of notes, most relevant first.",
        object_schema({"query": text_schema("Natural-language query that describes the information looked for.")}),
        accepted={"limit": {"type": ["integer", "string"]}},
    )

    def __init__(self, notes: NotesOf) -> None:
        self._notes = notes

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Give the hits as `notes`; what production would have found goes to the author, not to the model."""
        query = text_of(arguments, "query")
        limit = clamped(arguments.get("limit"), DEFAULT_HITS, MOST_HITS)
        hits, production = await asyncio.to_thread(self._search, scope.user.id, query, limit)
        content: JsonValue = {"notes": [{**_shown(hit.note), "score": round(hit.score, 3)} for hit in hits]}
        event = NotesSearched(
            query=query,
            hits=tuple(_found(hit.note, hit.score) for hit in hits),
            production=tuple(_found(found.note, found.bm25) for found in production),
        )
        return ToolResult(content, events=(event,))

    def _search(self, user: str, query: str, limit: int) -> tuple[list[Hit], list[Found]]:
        notes = self._notes(user)
        return notes.search(query, limit), notes.production_search(query, limit)


class MemoryRemember:
    """Stores a shared note."""

    spec = ToolSpec(
        "memory_remember",
        "Store a lasting, reusable fact or preference of the user in the shared notes of all agents.",
        object_schema({"content": text_schema("The fact or context to store, in natural language.")}),
        aliases={"memory": "content"},
        accepted={"tags": _TAGS},
    )

    def __init__(self, notes: NotesOf) -> None:
        self._notes = notes

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Confirm, with near notes there were before; or refuse with what to do instead."""
        origin = Origin(scope.agent, scope.conversation, scope.turn)
        answer = await asyncio.to_thread(self._remember, text_of(arguments, "content"), origin, scope)
        if isinstance(answer, Refused):
            refused = NoteRefused(rule=answer.rule or answer.reason, agent=scope.agent)
            return ToolResult(refusal(answer.reason, answer.message), ok=False, events=(refused,))
        near: list[JsonValue] = [dict(_shown(hit.note)) for hit in answer.near]
        content: dict[str, JsonValue] = {"ok": True, "status": answer.status, "note_id": answer.note.id}
        return ToolResult(content | ({"near": near} if near else {}), events=(_stored(answer, scope.agent),))

    def _remember(self, content: str, origin: Origin, scope: Scope) -> Remembered | Refused:
        return self._notes(scope.user.id).remember(content, origin, scope.now)


class MemoryForget:
    """Deletes a shared note by id, as production's tool does."""

    spec = ToolSpec(
        "memory_forget",
        "Delete a shared note of the user by its id.",
        object_schema({"memory_id": text_schema("The id that memory_search or memory_list gave.")}),
    )

    def __init__(self, notes: NotesOf) -> None:
        self._notes = notes

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Delete the note; an id nobody has deletes nothing and says so, as in production."""
        note = text_of(arguments, "memory_id")
        if await asyncio.to_thread(lambda: self._notes(scope.user.id).delete(note)) is None:
            return ToolResult({"ok": True, "deleted": False})
        return ToolResult({"ok": True, "deleted": True}, events=(NoteDeleted(note=note, agent=scope.agent),))


class MemoryList:
    """Lists the newest shared notes, as production's tool does."""

    spec = ToolSpec(
        "memory_list",
        "List the user's newest shared notes.",
        object_schema({}, {"limit": {"type": "integer", "description": "How many, 1 to 50."}}),
        accepted={"limit": {"type": ["integer", "string"]}},
    )

    def __init__(self, notes: NotesOf) -> None:
        self._notes = notes

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Give the notes, newest first."""
        limit = clamped(arguments.get("limit"), DEFAULT_LISTED, MOST_LISTED)
        found = await asyncio.to_thread(lambda: self._notes(scope.user.id).page(limit))
        return ToolResult({"notes": [dict(_shown(note)) for note in found]})


def clamped(value: JsonValue, default: int, most: int) -> int:
    """A limit between 1 and `most`, whatever a model sends: 0, -1, 99, "5", 3.0 or words."""
    try:
        number = int(float(value)) if isinstance(value, str | int | float) else default
    except (ValueError, OverflowError):
        number = default
    return min(max(number, 1), most)


def _shown(note: Note) -> dict[str, JsonValue]:
    stored = note.updated_at.isoformat(timespec="minutes")
    return {"id": note.id, "content": note.content, "agent": note.agent, "stored_at": stored}


def _found(note: Note, score: float) -> FoundNote:
    return FoundNote(id=note.id, content=note.content, agent=note.agent, score=round(score, 3))


def _stored(answer: Remembered, agent: str) -> NoteStored:
    return NoteStored(
        note=answer.note.id,
        content=answer.note.content,
        agent=agent,
        exists=answer.status == "exists",
        near=tuple(_found(hit.note, hit.score) for hit in answer.near),
        hints=tuple(f"{hint.kind}: {hint.sentence}" for hint in answer.hints),
    )
