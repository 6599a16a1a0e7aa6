"""The README tells the truth: its settings, its commands, and the scenario it prints."""

from __future__ import annotations

import re
from pathlib import Path

from selu_lab.cli import COMMANDS
from selu_lab.scenarios.loading import load_scenario
from selu_lab.scenarios.player import play
from selu_lab.settings import Settings
from tests.conftest import AGENTS
from tests.readme import README, with_table

TEXT = README.read_text(encoding="utf-8")


def test_the_settings_table_is_current() -> None:
    assert with_table(TEXT) == TEXT, "run `make readme`"


def test_every_command_is_named() -> None:
    assert [name for name in COMMANDS if f"`{name}" not in TEXT] == []


def test_the_printed_scenario_passes(tmp_path: Path) -> None:
    [body] = re.findall(r"```yaml\n(name: .*?)```", TEXT, flags=re.DOTALL)
    path = tmp_path / "readme.yaml"
    path.write_text(body, encoding="utf-8")
    assert play(load_scenario(path), Settings(agents=(AGENTS,))).outcome == "pass"
