"""Recordings: played as they were made, and nothing secret or half ever lies on one."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from selu_lab.context.messages import Call, Message
from selu_lab.events import Usage
from selu_lab.models.base import CallPart, FinishPart, Part, RetryPart, TextPart
from selu_lab.models.cassette import BrokenTapeError, RecordedModels, record_mode, show, verify
from tests.models.asking import HELLO, ask
from tests.models.taped import AGENT, ASKING, NAME, PROFILE, REQUEST, RESULT, Taped

KEY = "sk-0123456789abcdefgh"


@pytest.fixture
def taped(tmp_path: Path) -> Taped:
    return Taped(tmp_path / "cassettes" / "tea.jsonl")


async def test_an_answer_is_recorded_once_and_replayed(taped: Taped) -> None:
    taped.parts = (
        RetryPart("Busy.", 1, 2.0),
        TextPart("One "),
        TextPart("moment."),
        CallPart(Call("a", "memory_search", '{"q": ')),
        FinishPart("tool_calls", Usage(tokens_in=5, tokens_out=2, cost=None)),
    )
    real = await taped.hear(taped.open("once"))
    cassette = taped.open("once")
    played = await taped.hear(cassette)
    assert played.parts == [part for part in real.parts if not isinstance(part, RetryPart)]
    assert (taped.asked, cassette.unused) == (1, ())


async def test_the_file_is_for_its_owner_only_and_nothing_else_is_left_behind(taped: Taped) -> None:
    await taped.hear(taped.open("new"))
    assert stat.S_IMODE(taped.path.stat().st_mode) == 0o600
    assert [entry.name for entry in taped.path.parent.iterdir()] == ["tea.jsonl"]


@pytest.mark.parametrize("parts", [(TextPart("Half"),), (TextPart("Half"), CallPart(Call("a", "f", "{}")))])
async def test_half_an_answer_is_not_recorded(taped: Taped, parts: tuple[Part, ...]) -> None:
    taped.parts = parts
    assert (await taped.hear(taped.open("new"))).error
    assert not taped.path.exists()


async def test_an_answer_that_nobody_hears_to_its_end_is_not_recorded(taped: Taped) -> None:
    stream = RecordedModels(taped, taped.open("new")).get(NAME).stream(REQUEST)
    await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    assert not taped.path.exists()


async def test_pauses_are_replayed_at_the_wanted_speed(taped: Taped) -> None:
    await taped.hear(taped.open("new"))
    line = json.loads(taped.path.read_text("utf-8"))
    for part, pause in zip(line["parts"], (0.5, 0.25, 0.0), strict=True):
        part["after"] = pause
    taped.path.write_text(json.dumps(line) + "\n", "utf-8")
    await taped.hear(taped.open("none"))
    assert taped.slept == []
    await taped.hear(taped.open("none"), speed=2)
    assert taped.slept == [0.25, 0.125]


async def test_nothing_recorded_and_too_little_recorded_are_told_apart(taped: Taped) -> None:
    assert "Nothing is recorded yet." in str((await taped.hear(taped.open("none"))).error)
    await taped.hear(taped.open("new"))
    cassette = taped.open("once")
    await taped.hear(cassette)
    assert "made a second time" in str((await taped.hear(cassette)).error)


async def test_equal_requests_get_their_own_answers_in_order(taped: Taped) -> None:
    cassette = taped.open("new")
    for word in ("first", "second", "third"):
        taped.parts = (TextPart(word), FinishPart("stop"))
        await taped.hear(cassette)
    again = taped.open("none")
    assert [(await taped.hear(again)).text for _ in range(3)] == ["first", "second", "third"]


async def test_new_keeps_what_is_there_and_rewrite_replaces_it_at_the_end(taped: Taped) -> None:
    await taped.hear(taped.open("new"))
    await taped.hear(taped.open("new"), HELLO)
    assert (taped.asked, len(show(taped.path))) == (2, 2)
    cassette = taped.open("rewrite")
    await taped.hear(cassette)
    assert len(show(taped.path)) == 2
    cassette.finish()
    assert (taped.asked, len(show(taped.path))) == (3, 1)


async def test_prune_removes_what_nobody_asked_for(taped: Taped) -> None:
    cassette = taped.open("new")
    await taped.hear(cassette)
    await taped.hear(cassette, HELLO)
    again = taped.open("none")
    await taped.hear(again, HELLO)
    assert (again.prune(), [shown.asked for shown in show(taped.path)]) == (1, ["Hello"])


async def test_no_secret_reaches_the_file(taped: Taped) -> None:
    secret = 'hun"ter2ü'
    taped.parts = (
        TextPart("It is hun"),
        TextPart(f'"ter2ü and {KEY}.'),
        CallPart(Call("a", "f", json.dumps({"x": secret}))),
        FinishPart("tool_calls"),
    )
    sections = (replace(AGENT, text=f"Never say {secret}."), PROFILE)
    result = replace(RESULT, text=f"Bearer {KEY}")
    request = replace(REQUEST, sections=sections, history=(Message("user", secret), ASKING, result))
    await taped.hear(taped.open("new", (secret,)), request)
    written = taped.path.read_text("utf-8")
    assert not [form for form in ("hun", "ter2", KEY) if form in written]
    other = replace(request, history=(Message("user", "other#pass"), ASKING, result))
    other = replace(other, sections=(replace(AGENT, text="Never say other#pass."), PROFILE))
    assert (await taped.hear(taped.open("none", ("other#pass",)), other)).text == "It is [secret] and [secret]."


async def test_odd_characters_survive(taped: Taped) -> None:
    taped.parts = (TextPart("a\ud83d"), TextPart("\ude00b\x00"), CallPart(Call("a", "f", "\ud800")), FinishPart("stop"))
    await taped.hear(taped.open("new"), replace(REQUEST, history=(Message("user", "\ud800"),)))
    heard = await taped.hear(taped.open("none"), replace(REQUEST, history=(Message("user", "\ud800"),)))
    assert (heard.text, heard.calls[0].arguments) == ("a😀b\x00", "\ufffd")


async def test_built_in_models_are_not_recorded(taped: Taped) -> None:
    heard = await ask(RecordedModels(taped, taped.open("none")).get("script"))
    assert heard.text == "Built in."


@pytest.mark.parametrize(
    ("damage", "line", "sentence"),
    [
        (lambda text: text[:-10], 2, "ends in the middle of a line"),
        (lambda text: text.replace('"parts"', '"prats"', 1), 1, "damaged"),
        (lambda text: "\n" + text, 1, "damaged"),
        (lambda text: text.replace('"schema":1', '"schema":9', 1), 1, "format 9"),
    ],
)
async def test_a_damaged_recording_names_the_line(taped: Taped, damage: object, line: int, sentence: str) -> None:
    cassette = taped.open("new")
    await taped.hear(cassette)
    await taped.hear(cassette, HELLO)
    assert callable(damage)
    taped.path.write_text(damage(taped.path.read_text("utf-8")), "utf-8")
    with pytest.raises(BrokenTapeError, match=sentence) as caught:
        taped.open("none")
    assert caught.value.where
    assert caught.value.where.line == line
    assert [problem.sentence for problem in verify(taped.path)] == [caught.value.sentence]


async def test_verify_finds_what_was_changed_by_hand(taped: Taped) -> None:
    cassette = taped.open("new")
    await taped.hear(cassette)
    await taped.hear(cassette, HELLO)
    assert verify(taped.path) == ()
    first, second, _ = taped.path.read_text("utf-8").split("\n")
    changed = "\n".join([first.replace("Rule 3.", "Rule 4."), first, second, second.replace("Green", KEY), ""])
    taped.path.write_text(changed, "utf-8")
    assert [(str(p.where).rpartition(":")[2], p.sentence.split(",")[0]) for p in verify(taped.path)] == [
        ("1", "This record was changed since it was made"),
        ("2", "This request is already recorded in line 1."),
        ("4", "This request is already recorded in line 3."),
    ]


async def test_an_old_recording_warns(taped: Taped) -> None:
    await taped.hear(taped.open("new"))
    assert taped.open("none").warnings == ()
    taped.now += timedelta(days=200)
    (warning,) = taped.open("none").warnings
    assert "2026-03-28" in warning


@pytest.mark.parametrize(("ci", "mode"), [("true", "none"), ("1", "none"), ("", "new"), ("false", "new")])
def test_ci_never_records(ci: str, mode: str) -> None:
    assert record_mode("new", {"CI": ci}) == mode


async def test_a_replay_needs_neither_litellm_nor_a_key(taped: Taped) -> None:
    await taped.hear(taped.open("new"), HELLO)
    program = f"""
import asyncio, pathlib, sys
from selu_lab.models.cassette import Cassette, RecordedModels
from selu_lab.models.source import Models
from tests.models.asking import HELLO, ask

models = RecordedModels(Models(), Cassette(pathlib.Path({str(taped.path)!r})))
assert asyncio.run(ask(models.get({NAME!r}), HELLO)).text == "Green tea."
assert not {{"litellm", "openai", "httpx"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
