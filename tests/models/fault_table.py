"""What users see of every fault, played against the loopback server. `python -m tests.models.fault_table` writes it."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from pydantic import SecretStr

from selu_lab.events import Entry, ModelAnswered, ModelRetrying, ToolFinished, TurnFinished
from selu_lab.lab import Outside, open_lab
from selu_lab.models.base import Model
from selu_lab.models.provider import Provider, ProviderModel
from selu_lab.models.provider.access import access
from selu_lab.settings import Settings
from selu_lab.text import shorten
from tests.models.loopback import (
    DONE,
    Delta,
    Loopback,
    Reply,
    call_delta,
    event,
    loopback,
    plain,
    refusal,
    said,
    streamed,
)
from tests.scenarios.kit import agents

DOC = Path(__file__).resolve().parents[2] / "docs" / "faults.md"
_START, _END = "<!-- faults: written by `python -m tests.models.fault_table` -->", "<!-- /faults -->"
_PATIENCE = 0.5
_QUERY = '{"query": "tea"}'
_THEN = said("All right.")
_TEXT = event({"content": "Half an"})
_HALF_CALL = event(call_delta('{"query": ', name="memory_search", call_id="a"))
_ERROR = b'data: {"error": {"message": "Traceback (most recent call last)", "code": 500}}\n\n'
_HTML = b"<html>Log in</html>"
_ODD = "[bold]b[/bold] \x1b[31mred\x1b[0m \u202edesrever\u202c"


@dataclass(frozen=True)
class Fault:
    """A fault, as a server plays it in a stream and in an answer that comes whole."""

    name: str
    streaming: tuple[Reply, ...]
    whole: tuple[Reply, ...]
    model: str = "openai/m"
    key: str = "sk-0123456789abcdef"
    address: str = ""


def _both(name: str, reply: Reply, **more: str) -> Fault:
    """A fault that looks the same in both."""
    return Fault(name, (reply, _THEN), (reply, plain({"content": "All right."})), **more)


def _calls(name: str, *calls: tuple[str | None, str, str], finish: str = "tool_calls") -> Fault:
    """Calls of an id, a tool and raw arguments; in the stream all with one index."""
    deltas = [call_delta(raw, name=tool, call_id=call_id) for call_id, tool, raw in calls]
    functions: list[Delta] = [{"name": tool, "arguments": raw} for _, tool, raw in calls]
    whole: list[Delta] = [
        {"id": given[0] or "", "type": "function", "function": function}
        for given, function in zip(calls, functions, strict=True)
    ]
    message: Delta = {"content": None, "tool_calls": [*whole]}
    return Fault(name, (streamed(deltas, finish), _THEN), (plain(message, finish), _THEN))


def _text(name: str, text: str, finish: str = "stop") -> Fault:
    return Fault(name, (streamed([{"content": text}], finish),), (plain({"content": text}, finish),))


def _interleaved() -> Fault:
    pieces = [
        call_delta('{"query": ', name="memory_search", index=0, call_id="a"),
        call_delta('{"query": ', name="memory_search", index=1, call_id="b"),
        call_delta('"tea"}', index=0),
        call_delta('"milk"}', index=1),
    ]
    two = _calls("", ("a", "memory_search", _QUERY), ("b", "memory_search", '{"query": "milk"}'))
    return Fault("two calls, interleaved", (streamed(pieces, "tool_calls"), _THEN), two.whole)


def _endless() -> Fault:
    again = _calls("", ("a", "memory_search", _QUERY))
    return Fault("endless calls", again.streaming[:1], again.whole[:1] + again.streaming[:1])


_CUT_JSON = Reply((b'{"id": "c1", "choices"', "cut"), kind="application/json")
FAULTS = (
    _calls("arguments malformed", ("a", "memory_search", '{"query": "te')),
    _calls("arguments in a code fence", ("a", "memory_search", f"```json\n{_QUERY}\n```")),
    _calls("arguments encoded twice", ("a", "memory_search", '"{\\"query\\": \\"tea\\"}"')),
    _calls("arguments no object", ("a", "memory_search", '["tea"]')),
    _calls("arguments empty", ("a", "memory_search", "")),
    _calls("NUL, surrogate halves, RTL in arguments", ("a", "memory_search", '{"query": "a\\u0000b\\ud800\\u202ec"}')),
    _calls("arguments cut by the token limit", ("a", "memory_search", '{"query": '), finish="length"),
    _calls("two calls, one index", ("a", "memory_search", _QUERY), ("b", "memory_search", '{"query": "milk"}')),
    _interleaved(),
    _calls("call without an id", (None, "memory_search", _QUERY)),
    _calls("call with an empty id", ("", "memory_search", _QUERY)),
    _calls("two calls, one id", ("a", "memory_search", _QUERY), ("a", "memory_search", '{"query": "milk"}')),
    _calls("unknown tool", ("a", "launch_rocket", "{}")),
    _calls("tool with the prefix functions.", ("a", "functions.memory_search", _QUERY)),
    _endless(),
    Fault("empty answer", (streamed([]), plain({"content": ""})), (plain({"content": ""}),)),
    _text("answer cut by the token limit", "Half an", "length"),
    _text("answer ended by a filter", "Half an", "content_filter"),
    _text("thinking in the text", "<think>\nHm.\n</think>\n\nGreen tea."),
    _text("text that looks like a call", '{"name": "memory_search", "arguments": {"query": "tea"}}'),
    _text("markup, ANSI and RTL in the text", _ODD),
    Fault("connection cut in the text", (Reply((_TEXT, "cut")),), (_CUT_JSON,)),
    Fault("connection cut in a call", (Reply((_HALF_CALL, "cut")), _CUT_JSON), (_CUT_JSON,)),
    Fault("stream without an end", (Reply((_TEXT, DONE)),), (_CUT_JSON,)),
    Fault("error in the middle", (Reply((_TEXT, _ERROR)),), (Reply((_ERROR[6:],), kind="application/json"),)),
    _both("web page instead of an answer", Reply((_HTML,), kind="text/html")),
    Fault("silence before the answer", (Reply(hang_first=True),), (Reply(hang_first=True),)),
    Fault("silence in the answer", (Reply((_TEXT, "hang")),), (Reply((b'{"id"', "hang"), kind="application/json"),)),
    _both("nobody answers", _THEN, address="http://127.0.0.1:9/v1"),
    _both("system messages refused", refusal(400, "System message must be at the beginning.")),
    _both("context window exceeded", refusal(400, "This model's maximum context length is 10 tokens")),
    _both("request refused", refusal(400, "Bad parameter")),
    _both("tools refused", refusal(400, "m does not support tools")),
    _both("wrong key", refusal(401, "Incorrect API key provided")),
    _both("no key", refusal(401, ""), model="anthropic/m", key=""),
    _both("key not allowed for the model", refusal(403, "No")),
    _both("unknown model", refusal(404, "No such model")),
    _both("429, seven seconds to wait", refusal(429, "Slow down", headers=(("Retry-After", "7"),))),
    _both("429, an hour to wait", refusal(429, "Slow down", headers=(("Retry-After", "3600"),))),
    _both("429, quota used up", refusal(429, "You exceeded your current quota")),
    Fault("server error", (refusal(503, "Traceback"),), (refusal(503, "Traceback"),)),
)


@dataclass(frozen=True)
class _Source:
    provider: Provider
    slept: list[float] = field(default_factory=list)

    def get(self, name: str, *, picked: bool = False) -> Model:
        access(name, self.provider)
        return ProviderModel(name, self.provider, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def seen(fault: Fault, server: Loopback, folder: Path, *, whole: bool) -> str:
    """What a user sees of a turn with this fault; `whole`: after an empty stream made Selu Lab ask for all at once."""
    server.answer(*((streamed([]), *fault.whole) if whole else fault.streaming))
    patience = _PATIENCE if "silence" in fault.name else 60
    key = SecretStr(fault.key) if fault.key else None
    url = (fault.address or server.url) if fault.key else None
    source = _Source(Provider({}, url, key, timeout=patience, chosen=fault.model))
    given = {"user": "anna", "language": "en", "timezone": "Europe/Berlin", "agent": "one", "model": fault.model}
    settings = Settings(**given, agents=(agents(folder),))  # type: ignore[arg-type]
    lab = open_lab(settings, None, Outside(models=source))
    try:
        conversation = lab.start().id
        asyncio.run(lab.chat.say(conversation, "Which tea do I like?"))
        return _words(lab.journal.entries(conversation), server.url)
    finally:
        lab.close()


def _words(entries: Sequence[Entry], url: str) -> str:
    words: list[str] = []
    for entry in entries:
        match entry.event:
            case ModelRetrying(sentence=sentence, wait=wait) if wait:
                words.append(f"*{sentence} Tries again in {wait:.0f} s.*")
            case ToolFinished(tool=tool, outcome="ok"):
                words.append(f"`{tool}` runs")
            case ToolFinished(content=content):
                words.append(f"the model is told: {shorten(_told(content), 160)}")
            case ModelAnswered(complete=False, text=text) if text:
                words.append(f"“{text}”")
            case TurnFinished(text=text, sentence=sentence):
                words += [*([f"“{text}”"] if text else []), *([f"**{sentence}**"] if sentence else [])]
            case _:
                pass
    counted = [(word, len(list(same))) for word, same in groupby(words)]
    line = " · ".join(f"{word} ({count}×)" if count > 1 else word for word, count in counted)
    for shown, instead in ((url, "http://localhost/v1"), ("\u202e", "⟨RLO⟩"), ("\u202c", "⟨PDF⟩"), ("\n", " ")):
        line = line.replace(shown, instead)
    return line.replace("|", "\\|")


def _told(content: str) -> str:
    """The sentences of a refused call's result."""
    result = json.loads(content)
    return " ".join(str(result[key]) for key in ("message", "hint") if result.get(key))


def table() -> str:
    """One row for each fault: the stream, the answer that comes whole."""
    rows = ["| Fault | In a stream | In an answer that comes whole |", "|---|---|---|"]
    with loopback() as server, tempfile.TemporaryDirectory() as folder:
        for fault in FAULTS:
            cells = [seen(fault, server, Path(folder), whole=whole) for whole in (False, True)]
            rows.append(f"| {fault.name} | {cells[0]} | {'the same' if cells[1] == cells[0] else cells[1]} |")
    return "\n".join(rows)


def with_table(text: str, rows: str) -> str:
    """The page with these rows between its marks."""
    before, after = text.split(_START)[0], text.split(_END)[1]
    return f"{before}{_START}\n{rows}\n{_END}{after}"


if __name__ == "__main__":
    DOC.write_text(with_table(DOC.read_text("utf-8"), table()), "utf-8")
