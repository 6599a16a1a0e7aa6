"""What a conversation may cost, and whose temperature and key count."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from selu_lab.conversation.spending import spent
from selu_lab.errors import ModelError
from selu_lab.events import Usage
from selu_lab.lab import open_lab
from selu_lab.models.base import FinishPart, Part, TextPart
from selu_lab.models.spending import Allowance, Meter, told
from selu_lab.settings import Settings
from tests.conftest import MakeBench
from tests.conversation.test_turn import Puppet, last

MODEL = "model: {provider: anthropic, model_id: claude, temperature: 0.3}\n"
ANSWER: list[Part | Exception] = [TextPart("Gut."), FinishPart("stop", Usage(tokens_in=70, tokens_out=30, cost=0.02))]


def package(folder: Path, more: str) -> Path:
    """A folder with one agent whose `agent.yaml` has these lines."""
    agent = folder / "agents" / "default"
    agent.mkdir(parents=True)
    (agent / "agent.yaml").write_text(f"id: default\nname: Default\n{more}", encoding="utf-8")
    (agent / "agent.md").write_text("Be kind.\n", encoding="utf-8")
    return folder / "agents"


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"max_total_tokens": 150}, "The budget of 150 tokens is used up (200 used). This conversation cannot go on."),
        ({"max_cost": 0.03}, "The budget of $0.03 is used up ($0.0400 used). This conversation cannot go on."),
    ],
)
def test_a_conversation_that_used_its_budget_up_gets_no_further_turn(
    make_bench: MakeBench, limits: dict[str, float], says: str
) -> None:
    puppet = Puppet([list(ANSWER), list(ANSWER), list(ANSWER)])
    bench = make_bench(model=puppet, **limits)
    assert [last(bench.say("Hallo")).outcome for _ in range(3)] == ["answered", "answered", "failed"]
    assert last(bench.seen).sentence.startswith(says)
    assert "SELU_LAB_MAX_COST" in last(bench.seen).sentence
    assert spent(bench.lab.journal, bench.conversation) == Usage(tokens_in=140, tokens_out=60, cost=0.04)
    bench.conversation = bench.lab.start().id
    assert last(bench.say("Hallo")).outcome == "answered"


def test_where_the_price_is_unknown_a_budget_in_dollars_cannot_be_kept() -> None:
    meter = Meter(Allowance(cost=1.0))
    assert meter.exceeded == ""
    meter.add(Usage(tokens_in=1, cost=None))
    assert "is not known" in meter.exceeded


def test_a_part_counts_for_the_whole() -> None:
    whole = Meter(Allowance(tokens=10))
    for _ in range(2):
        part = Meter(whole=whole)
        part.add(Usage(tokens_in=4, tokens_out=2))
        assert part.used == Usage(tokens_in=4, tokens_out=2)
    assert part.exceeded == whole.exceeded == "The budget of 10 tokens is used up (12 used)."


@pytest.mark.parametrize(
    ("usage", "words"),
    [
        (Usage(tokens_in=1200, tokens_out=34, cost=0.0021), "1,234 tokens, $0.0021"),
        (Usage(tokens_in=1), "1 token"),
        (Usage(cost=None), "0 tokens, price unknown"),
    ],
)
def test_usage_in_words(usage: Usage, words: str) -> None:
    assert told(usage) == words


@pytest.mark.parametrize(
    ("more", "settings", "temperature"),
    [(MODEL, {}, 0.3), (MODEL, {"temperature": 0.0}, 0.0), ("", {}, None), ("", {"temperature": 1.0}, 1.0)],
)
def test_the_packages_temperature_holds_where_the_settings_name_none(
    make_bench: MakeBench, tmp_path: Path, more: str, settings: dict[str, float], temperature: float | None
) -> None:
    puppet = Puppet([list(ANSWER)])
    bench = make_bench(model=puppet, agents=package(tmp_path, more), **settings)
    bench.say("Hallo")
    assert puppet.requests[0].sampling.temperature == temperature


def test_a_package_that_names_a_model_does_not_get_the_users_key_for_it(tmp_path: Path) -> None:
    given = {"agents": (package(tmp_path, MODEL),), "user": "anna", "language": "en", "timezone": "Europe/Berlin"}
    settings = Settings(**given, api_key=SecretStr("sk-mine"), base_url="http://mine.example/v1")  # type: ignore[arg-type]
    lab = open_lab(settings, None)
    done = asyncio.run(lab.chat.say(lab.start().id, "Hello"))
    assert "The model anthropic/claude needs a key for anthropic. Set ANTHROPIC_API_KEY." in done.sentence
    assert lab.models.get("anthropic/claude", picked=True).name == "anthropic/claude"
    with pytest.raises(ModelError, match="Set ANTHROPIC_API_KEY"):
        lab.models.get("anthropic/claude")
    lab.close()
