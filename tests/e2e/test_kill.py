"""kill -9 at any moment: what was shown is found again, nothing stays pending."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from selu_lab.events import Entry, ModelAnswered, TextDelta, ToolFinished, TurnFinished
from tests.conftest import AGENTS


def command(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "selu_lab", "--workspace", str(folder), "--agents", str(AGENTS), *arguments]


def output(folder: Path, *arguments: str) -> str:
    return subprocess.run(command(folder, *arguments), capture_output=True, text=True, check=True).stdout


def stored(folder: Path, conversation: str) -> list[Entry]:
    lines = output(folder, "conversations", "show", conversation, "--json").splitlines()
    return [Entry.model_validate_json(line) for line in lines]


def say_and_kill(folder: Path, text: str, model: str, kind: str, count: int) -> list[Entry]:
    """Say a text, kill the process when the `count`-th event of a kind was shown; gives what was shown."""
    arguments = command(folder, "say", text, "--json", "--model", model)
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    shown: list[Entry] = []
    for line in process.stdout:
        shown.append(Entry.model_validate_json(line))
        if sum(entry.event.kind == kind for entry in shown) == count:
            break
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    return shown


def test_text_that_was_shown_before_a_kill_is_kept_and_the_turn_closed(tmp_path: Path) -> None:
    shown = say_and_kill(tmp_path, "Erzähl", "fault:hang_midway", "text_delta", 3)
    text = "".join(entry.event.text for entry in shown if isinstance(entry.event, TextDelta))
    kept = [entry.event for entry in stored(tmp_path, shown[0].conversation)]
    assert [event.text for event in kept if isinstance(event, ModelAnswered)] == [text]
    assert isinstance(kept[-1], TurnFinished)
    assert kept[-1].outcome == "interrupted"


def test_a_note_that_was_confirmed_before_a_kill_is_found_again(tmp_path: Path) -> None:
    shown = say_and_kill(tmp_path, "Merk dir bitte, dass ich Vegetarier bin.", "demo", "tool_finished", 1)
    finished = shown[-1].event
    assert isinstance(finished, ToolFinished)
    assert finished.outcome == "ok"
    [note] = json.loads(output(tmp_path, "notes", "list", "--json"))
    assert "Vegetarier" in note["content"]
    assert stored(tmp_path, shown[0].conversation)[-1].event.kind == "turn_finished"
