"""What the README prints of a recording after one word of the guidance changed is what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from selu_lab.__main__ import main
from selu_lab.errors import Exit
from tests.models.loopback import call_delta, loopback, said, streamed
from tests.readme import README

PROMPT = """\
# Barista

You help with tea and coffee.

- Search the notes with memory_search before you recommend something.
- Answer in one sentence.
"""
SCENARIO = """\
name: The barista looks into the notes first
agents: [barista]
model: openai/gpt-4.1-mini
notes: [{content: Likes green tea}]
steps:
  - user: Which tea shall I have?
    expect:
      - tool_called: memory_search
      - reply: {icontains: green}
"""


def test_the_readme_prints_what_a_changed_word_leads_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, text in (
        ("agents/barista/agent.yaml", "id: barista\nname: Barista\n"),
        ("agents/barista/agent.md", PROMPT),
        ("scenarios/barista.yaml", SCENARIO),
    ):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, "utf-8")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("SELU_LAB_MODEL", "openai/gpt-4.1-mini")
    with loopback() as server:
        search = streamed([call_delta('{"query": "tea"}', name="memory_search", call_id="a")], "tool_calls")
        server.answer(search, said("Have ", "a green tea."))
        monkeypatch.setenv("SELU_LAB_BASE_URL", server.url)
        assert main(["record", "scenarios/barista.yaml"]) == Exit.OK
    assert main(["run", "scenarios/barista.yaml"]) == Exit.OK
    Path("agents/barista/agent.md").write_text(PROMPT.replace("one sentence", "two sentences"), "utf-8")
    capsys.readouterr()
    assert main(["run", "scenarios/barista.yaml"]) == Exit.STALE_RECORDING
    printed = capsys.readouterr().out.splitlines()[:3]
    [shown] = re.findall(
        r"```\n\$ selu-lab run scenarios/barista.yaml\n(.*?)\n```", README.read_text("utf-8"), re.DOTALL
    )
    assert shown.splitlines() == printed
