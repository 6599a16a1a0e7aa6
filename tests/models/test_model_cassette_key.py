"""When two requests are the same, and what a miss says when they are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.context.messages import Message
from selu_lab.context.section import Section
from selu_lab.errors import Exit
from selu_lab.models.base import Request, Sampling
from selu_lab.models.cassette import CassetteMissError
from selu_lab.models.cassette.key import Asked
from selu_lab.models.cassette.redact import Redactor
from tests.models.taped import AGENT, ASKING, MAIL, NAME, PROFILE, PROMPT, REQUEST, RESULT, TOOL, Taped


@pytest.fixture
def taped(tmp_path: Path) -> Taped:
    return Taped(tmp_path / "cassettes" / "tea.jsonl")


SAME = {
    "other call ids": replace(
        REQUEST,
        history=(
            REQUEST.history[0],
            replace(ASKING, calls=(replace(ASKING.calls[0], id="x"),)),
            replace(RESULT, call_id="x"),
        ),
    ),
    "arguments in another order": replace(
        REQUEST,
        history=(
            REQUEST.history[0],
            replace(ASKING, calls=(replace(ASKING.calls[0], arguments='{"n":1,"q":"tea"}'),)),
            RESULT,
        ),
    ),
    "decomposed umlauts": replace(REQUEST, history=(Message("user", "Tee? Su\u0308ß?"), ASKING, RESULT)),
    "line ends of Windows": replace(
        REQUEST, sections=(replace(AGENT, text=PROMPT.replace("\n", "\r\n")), MAIL, PROFILE)
    ),
    "another folder": replace(
        REQUEST, sections=(replace(AGENT, origin="C:\\lab\\reise\\agent.md:1-20"), MAIL, PROFILE)
    ),
}


@pytest.mark.parametrize("request_", SAME.values(), ids=SAME)
async def test_what_does_not_count(taped: Taped, request_: Request) -> None:
    await taped.hear(taped.open("new"))
    assert (await taped.hear(taped.open("none"), request_)).text == "Green tea."


def edited(text: str, section: Section) -> Section:
    return replace(section, text=text)


DIFFERENT = {
    "agent.md changed (lines 12–14), everything else equal.": replace(
        REQUEST,
        sections=(edited(PROMPT.replace("12.", "12!").replace("14.", "14!"), AGENT), MAIL, PROFILE),
    ),
    "Capability mail changed (line 4), everything else equal.": replace(
        REQUEST, sections=(AGENT, edited("## Capability: mail\na\nB\nc", MAIL), PROFILE)
    ),
    "agent.md changed (line 1) and Profile is gone, everything else equal.": replace(
        REQUEST, sections=(edited(PROMPT.replace("Rule 1.", "Rule one."), AGENT), MAIL)
    ),
    "The history changed (message 3, the result of memory_search), everything else equal.": replace(
        REQUEST, history=(*REQUEST.history[:2], replace(RESULT, text="Nothing."))
    ),
    "The history is shorter (1 instead of 3 messages), everything else equal.": replace(
        REQUEST, history=REQUEST.history[:1]
    ),
    "The tools changed (memory_search), everything else equal.": replace(
        REQUEST, tools=(replace(TOOL, description="Finds."),)
    ),
    "The parameters changed (temperature), everything else equal.": replace(REQUEST, sampling=Sampling(0.3)),
}


@pytest.mark.parametrize(("sentence", "request_"), DIFFERENT.items())
async def test_a_miss_says_what_changed(taped: Taped, sentence: str, request_: Request) -> None:
    await taped.hear(taped.open("new"))
    cassette = taped.open("none")
    heard = await taped.hear(cassette, request_)
    assert isinstance(heard.error, CassetteMissError)
    assert (heard.error.sentence, heard.error.exit) == (sentence, Exit.STALE_RECORDING)
    assert (cassette.misses, len(cassette.unused), taped.asked) == ([heard.error], 1, 1)


texts = st.text(max_size=12)
messages = st.lists(st.builds(Message, st.sampled_from(["user", "assistant"]), texts), max_size=3).map(tuple)


@given(texts, messages)
def test_a_request_read_back_from_a_recording_is_the_same_request(prompt: str, history: tuple[Message, ...]) -> None:
    redactor = Redactor(["secret"])
    once = Asked.of(NAME, Request((replace(AGENT, text=prompt),), history), redactor)
    again = Asked.of(NAME, once.request, redactor)
    assert (again.key, again.digests, again.request) == (once.key, once.digests, once.request)
