"""The real app in a real terminal, with the demo model and against an OpenAI-compatible server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.terminal import TMUX, terminal
from tests.e2e.test_kill import command, output
from tests.models.loopback import call_delta, loopback, said, streamed

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(TMUX is None, reason="there is no tmux here")]

ENVIRONMENT = {"TERM": "xterm-256color", "SELU_LAB_LANGUAGE": "en", "SELU_LAB_TIMEZONE": "Europe/Berlin"}


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24)])
def test_the_demo_remembers_in_a_real_terminal(tmp_path: Path, columns: int, rows: int) -> None:
    with terminal(command(tmp_path, "demo"), ENVIRONMENT, columns, rows) as screen:
        screen.until("rules, not a language model")
        screen.type("Please remember that I prefer metric units.")
        screen.press("Enter")
        screen.until("memory_remember")
        screen.until("turn 1")
        screen.press("C-q")
        screen.until(lambda _: screen.ended())
    [note] = json.loads(output(tmp_path, "notes", "list", "--json"))
    assert "metric" in note["content"]


def test_an_ask_is_answered_in_the_app_while_a_server_speaks(tmp_path: Path) -> None:
    output(tmp_path, "policies", "set", "default", "memory_remember", "ask")
    arguments = json.dumps({"content": "Prefers metric units", "_approval_message": "Remember the units."})
    asked = streamed([call_delta(arguments, name="memory_remember", call_id="c1")], "tool_calls")
    with loopback() as server:
        server.answer(asked, said("Noted ", "for good."))
        reached = {"SELU_LAB_MODEL": "openai/test", "SELU_LAB_BASE_URL": server.url, "SELU_LAB_API_KEY": "sk-loopback"}
        with terminal(command(tmp_path), ENVIRONMENT | reached) as screen:
            screen.until("openai/test")
            screen.type("I prefer metric units.")
            screen.press("Enter")
            screen.until("Remember the units.")
            screen.press("Escape")
            screen.until("Noted for good.")
            server.answer(asked, said("Noted ", "this time."))
            screen.type("Do remember it.")
            screen.press("Enter")
            screen.until(lambda shown: "Remember the units." in shown and "Allow" in shown)
            screen.rest()
            screen.press("a")
            screen.until("Noted this time.")
            screen.press("C-q")
            screen.until(lambda _: screen.ended())
        told = json.dumps(server.received[-1].body)
    assert told.count('"role": "tool"') == 2
    assert "The user denied memory_remember" in told
    [note] = json.loads(output(tmp_path, "notes", "list", "--json"))
    assert note["content"] == "Prefers metric units"
