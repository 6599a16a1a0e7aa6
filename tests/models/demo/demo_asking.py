"""Ask the demo model as the engine does, with a small agent of our own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.events import Usage
from selu_lab.models.base import CallPart, FinishPart, Part, Request, TextPart, ToolSchema
from selu_lab.models.demo.model import DemoModel

GUIDANCE = """# Helfer
Du hilfst einer Familie.
- Bewahre Dauerhaftes mit `memory_remember` auf. Keine Geheimnisse, nichts Einmaliges.
- Verwende `memory_search`, wenn die Frage mit früher Erzähltem zusammenhängt. Suche nicht bei jeder Nachricht.
- Rufe `set_reminder` direkt auf. Verweise nicht auf /remind.
- Veränderlicher Zustand gehört in store_set und wird mit store_get gelesen.
- Für Mails gibt es mail__send_mail, für Termine calendar__list_events.
"""


def tool(tool_name: str, description: str = "", required: Sequence[str] = (), **types: str) -> ToolSchema:
    """A tool with properties of these JSON types."""
    properties: dict[str, object] = {name: {"type": kind} for name, kind in types.items()}
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return ToolSchema(tool_name, description, json.loads(json.dumps(parameters)))


TOOLS = (
    tool("memory_search", "Search notes", ["query"], query="string"),
    tool("memory_remember", "Store a note", ["content"], content="string"),
    tool("set_reminder", "Set a reminder", ["prompt", "when"], prompt="string", when="string"),
    tool("store_set", "Set state", ["key", "value"], key="string", value="string"),
    tool("store_get", "Get state", ["key"], key="string"),
    tool("mail__send_mail", "Send an e-mail", ["to", "body"], to="string", subject="string", body="string"),
    tool("calendar__list_events", "List the events of the calendar", [], day="string"),
)


@dataclass(frozen=True)
class Reply:
    """What came back: the text, the calls as (tool, arguments), and the end."""

    text: str
    calls: tuple[tuple[str, dict[str, str]], ...]
    finish: str
    usage: Usage

    @property
    def tools(self) -> tuple[str, ...]:
        """The called tools in their order."""
        return tuple(name for name, _ in self.calls)


def request(
    *history: str | Message,
    guidance: str = GUIDANCE,
    language: str = "German (Deutsch)",
    lessons: Sequence[str] = (),
    profile: Sequence[str] = (),
    tools: Sequence[ToolSchema] = TOOLS,
    extra: Mapping[str, str] | None = None,
) -> Request:
    """A request whose plain strings are user messages."""
    sections = [Section("agent", "Agent prompt", "agent.md", guidance)]
    sections += [Section("language", "Language", "user", f"## Response language\nAlways reply in {language}.")]
    sections += [Section("memory", "Tools", "lab", "memory_remember, memory_search, set_reminder: use them all.")]
    sections += [Section(name, name, "test", text) for name, text in (extra or {}).items()]
    for name, lines in (("profile", profile), ("lessons", lessons)):
        if lines:
            sections.append(Section(name, name, "rows", f"## {name}\n" + "\n".join(f"- {line}" for line in lines)))
    messages = tuple(Message("user", item) if isinstance(item, str) else item for item in history)
    return Request(tuple(sections), messages, tuple(tools))


async def _collect(asked: Request) -> list[Part]:
    return [part async for part in DemoModel().stream(asked)]


def parts(asked: Request) -> list[Part]:
    """All parts of the answer."""
    return asyncio.run(_collect(asked))


def reply(asked: Request) -> Reply:
    """The answer as a whole."""
    came = parts(asked)
    end = came[-1]
    assert isinstance(end, FinishPart)
    calls = tuple((part.call.name, json.loads(part.call.arguments)) for part in came if isinstance(part, CallPart))
    return Reply("".join(part.text for part in came if isinstance(part, TextPart)), calls, end.finish, end.usage)


def after(user: str, *results: tuple[str, Mapping[str, object], object]) -> tuple[Message, ...]:
    """A user's text, the calls made for it, and their results (JSON of an object, or text as it is)."""
    calls = tuple(Call(f"c{i}", name, json.dumps(arguments)) for i, (name, arguments, _) in enumerate(results))
    texts = (result if isinstance(result, str) else json.dumps(result) for _, _, result in results)
    tool_messages = (
        Message("tool", text, call_id=call.id, tool=call.name) for call, text in zip(calls, texts, strict=True)
    )
    return (Message("user", user), Message("assistant", calls=calls), *tool_messages)
