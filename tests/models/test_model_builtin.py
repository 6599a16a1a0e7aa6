"""The models that need no provider: script, echo, and the faults made on purpose."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest

from selu_lab.context.messages import Message
from selu_lab.models.base import Request
from selu_lab.models.echo import EchoModel
from selu_lab.models.errors import ModelFaultError
from selu_lab.models.fault import KINDS, FaultModel
from selu_lab.models.script import Line, ScriptedModel
from tests.models.asking import HELLO, ask

SEARCH, STORE = Line(call="memory_search", arguments={"query": "Süß"}), Line(call="memory_remember")


async def test_calls_in_a_row_are_one_answer() -> None:
    model = ScriptedModel(
        [SEARCH, STORE, Line(say="Noted."), Line(say="And now:", call="set_reminder"), Line(say="Done.")]
    )
    first, second, third, fourth = [await ask(model) for _ in range(4)]
    assert [call.name for call in first.calls] == ["memory_search", "memory_remember"]
    assert json.loads(first.calls[0].arguments) == {"query": "Süß"}
    assert (first.finish, second.text, second.finish) == ("tool_calls", "Noted.", "stop")
    assert (third.text, [call.name for call in third.calls], fourth.text) == ("And now:", ["set_reminder"], "Done.")
    ids = [call.id for heard in (first, third) for call in heard.calls]
    assert len(set(ids)) == 3


async def test_a_script_that_runs_out_says_so() -> None:
    model = ScriptedModel([Line(say="Once.")])
    await ask(model)
    assert "no answer left" in str((await ask(model)).error)


async def test_the_next_step_starts_afresh_and_counts_what_was_left() -> None:
    model = ScriptedModel([Line(say="a"), Line(say="b")])
    assert (model.play([Line(say="c")]), (await ask(model)).text, model.unasked) == (2, "c", 0)


async def test_arguments_as_text_reach_the_gate_as_they_are() -> None:
    (call,) = (await ask(ScriptedModel([Line(call="f", arguments='{"x": ')]))).calls
    assert call.arguments == '{"x": '


async def test_echo_shows_what_a_model_reads() -> None:
    heard = await ask(EchoModel())
    positions = [heard.text.index(text) for text in ("Be kind.", "Lives in Berlin.", "Hello", "memory_search")]
    assert positions == sorted(positions)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("hang")])
async def test_every_fault_ends_in_a_sentence_or_a_finish(kind: str) -> None:
    heard = await ask(FaultModel(kind))
    assert heard.error is None or (isinstance(heard.error, ModelFaultError) and heard.error.kind == kind)
    assert (heard.error is None) == (heard.finish is not None)


@pytest.mark.parametrize("kind", ["malformed", "parallel", "unknown_tool", "prefixed_tool"])
async def test_a_faulty_call_is_made_once_for_each_question(kind: str) -> None:
    first = await ask(FaultModel(kind))
    results = tuple(Message("tool", "result", call_id=call.id) for call in first.calls)
    asking = Message("assistant", calls=tuple(first.calls))
    second = await ask(FaultModel(kind), Request(HELLO.sections, (*HELLO.history, asking, *results), HELLO.tools))
    assert first.calls
    assert second.text
    assert not second.calls


async def test_a_hanging_model_can_be_stopped() -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(ask(FaultModel("hang_midway")), 0.01)


def test_no_built_in_model_imports_litellm() -> None:
    program = """
import asyncio, sys
from selu_lab.models.base import Request
from selu_lab.models.provider.access import Provider
from selu_lab.models.script import Line, ScriptedModel
from selu_lab.models.source import Models, availability

async def main():
    models = Models(Provider({"OPENAI_API_KEY": "x"}), ScriptedModel([Line(say="Hello")]))
    for name in ("demo", "echo", "script", "fault:length"):
        async for part in models.get(name).stream(Request((), ())):
            pass
    assert availability("gpt-4o", models.provider).usable
    models.get("gpt-4o")
    assert not {"litellm", "openai", "chromadb", "textual"} & set(sys.modules)

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
