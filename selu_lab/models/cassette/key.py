"""When two requests are the same: their content counts, not how it was encoded, numbered or reached."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import PurePath

from pydantic import JsonValue

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.models.base import Request, Sampling, ToolSchema
from selu_lab.models.cassette.record import SCHEMA
from selu_lab.models.cassette.redact import Redactor
from selu_lab.models.wire import JsonObject, messages, tools

_UUID = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b", re.I)
_UUID_MIDDLE = re.compile(r"-[0-9a-f]{4}-[0-9a-f]{4}-", re.I)  # begins with a fixed character: searched fast
_FILE = re.compile(r"^(?P<path>.*[/\\][^/\\]+):(?P<first>\d+)-(?P<last>\d+)$")


@dataclass(frozen=True)
class Asked:
    """A normalised request to `model`, made for the `nth` time (from 1); `content` is what makes requests equal."""

    model: str
    request: Request
    content: str
    nth: int = 1

    @classmethod
    def of(cls, model: str, request: Request, redactor: Redactor) -> Asked:
        """A request redacted, in NFC with LF, with sorted arguments, and with ids replaced by their positions."""
        same = _Normaliser(redactor).request(request)
        return cls(model, same, _digest(_content(model, same)))

    @property
    def key(self) -> str:
        """What finds it on a recording; SHA-256 in hex."""
        return _digest([SCHEMA, self.nth, self.content])

    @property
    def digests(self) -> dict[str, str]:
        """A digest for each section, and for the history, the tools and the parameters."""
        content = _content(self.model, replace(self.request, sections=()))
        parts: dict[str, JsonValue] = {s.name: [s.message, s.text] for s in self.request.sections}
        parts |= {"history": content["messages"], "tools": content["tools"]}
        parts["parameters"] = [content["model"], content["sampling"]]
        return {name: _digest(part)[:16] for name, part in parts.items()}


def _content(model: str, request: Request) -> JsonObject:
    return {
        "model": model,
        "messages": [*messages(request)],
        "tools": [*tools(request.tools)],
        "sampling": asdict(request.sampling),
    }


def _digest(value: JsonValue) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass
class _Normaliser:
    """One request's way through; ids are numbered as they appear."""

    redactor: Redactor

    def __post_init__(self) -> None:
        self._uuids: dict[str, str] = {}
        self._calls: dict[str, str] = {}

    def request(self, request: Request) -> Request:
        return replace(
            request,
            sections=tuple(map(self._section, request.sections)),
            history=tuple(map(self._message, request.history)),
            tools=tuple(map(self._tool, request.tools)),
            sampling=replace(request.sampling, extra=self._extra(request.sampling)),
        )

    def _extra(self, sampling: Sampling) -> JsonObject:
        """Further parameters may hold a key, such as a header for a gateway."""
        return dict(json.loads(self.redactor.text(json.dumps(dict(sampling.extra), ensure_ascii=False))))

    def _section(self, section: Section) -> Section:
        return replace(section, text=self._text(section.text), origin=_portable(self._text(section.origin)))

    def _message(self, message: Message) -> Message:
        return Message(
            message.role,
            self._text(message.text),
            tuple(Call(self._call_id(call.id), call.name, self._arguments(call.arguments)) for call in message.calls),
            self._call_id(message.call_id) if message.call_id else "",
            message.tool,
        )

    def _tool(self, tool: ToolSchema) -> ToolSchema:
        return replace(tool, description=self._text(tool.description))

    def _text(self, text: str) -> str:
        text = unicodedata.normalize("NFC", self.redactor.text(text).replace("\r\n", "\n").replace("\r", "\n"))
        if not _UUID_MIDDLE.search(text):
            return text
        return _UUID.sub(lambda match: self._uuids.setdefault(match[0].lower(), f"uuid-{len(self._uuids) + 1}"), text)

    def _arguments(self, raw: str) -> str:
        with suppress(ValueError):
            raw = json.dumps(json.loads(raw), sort_keys=True, ensure_ascii=False)
        return self._text(raw)

    def _call_id(self, given: str) -> str:
        return self._calls.setdefault(given, f"call-{len(self._calls) + 1}")


def _portable(origin: str) -> str:
    """The origin without the folders that differ from machine to machine: the last two names of a path stay."""
    match = _FILE.match(origin)
    if not match:
        return origin
    names = PurePath(match["path"].replace("\\", "/")).parts[-2:]
    return f"{'/'.join(names)}:{match['first']}-{match['last']}"
