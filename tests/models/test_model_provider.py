"""litellm against a server that fails in every known way: each fault ends in a clear sentence or in usable parts."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import pytest_asyncio
from pydantic import SecretStr

from selu_lab.models.base import FinishPart, Request, RetryPart, Sampling, TextPart
from selu_lab.models.errors import ModelFaultError
from selu_lab.models.provider import Provider, ProviderModel, close, warm
from tests.models.asking import AGENT, HELLO, Heard, ask
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

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEY = "sk-0123456789abcdef"
CALL: Delta = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}


@dataclass
class Bench:
    """A model at the loopback server, and how long it wanted to wait."""

    server: Loopback
    slept: list[float] = field(default_factory=list)

    def model(self, *, timeout: float = 30, sampling: Sampling | None = None) -> ProviderModel:
        async def sleep(seconds: float) -> None:
            self.slept.append(seconds)

        key = SecretStr(KEY)
        provider = Provider(
            {}, self.server.url, key, timeout=timeout, sampling=sampling or Sampling(), chosen="openai/m"
        )
        return ProviderModel("openai/m", provider, sleep=sleep)

    async def hear(self, *replies: Reply, timeout: float = 30, request: Request = HELLO) -> Heard:
        self.server.answer(*replies)
        return await ask(self.model(timeout=timeout), request)


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def litellm() -> AsyncIterator[None]:
    await warm()
    yield
    await close()


@pytest.fixture
def bench(server: Loopback, litellm: None) -> Bench:
    return Bench(server)


def kind_of(heard: Heard) -> str:
    assert isinstance(heard.error, ModelFaultError)
    return heard.error.kind


async def test_an_answer_streams_with_its_usage(bench: Bench) -> None:
    heard = await bench.hear(said("Hel", "lo"))
    assert [part.text for part in heard.of(TextPart)] == ["Hel", "lo"]
    (finish,) = heard.of(FinishPart)
    assert (finish.finish, finish.usage.tokens_in, finish.usage.tokens_out, finish.usage.cost) == ("stop", 11, 7, 0.0)


async def test_what_is_sent(bench: Bench) -> None:
    bench.server.answer(said("x"))
    sampling = Sampling(temperature=0.5, seed=3, max_tokens=99, extra={"top_p": 0.9})
    asked = Request(HELLO.sections, HELLO.history, HELLO.tools, Sampling(temperature=0.0))
    await ask(bench.model(sampling=sampling), asked)
    (received,) = bench.server.received
    assert received.headers["authorization"] == f"Bearer {KEY}"
    expected = {"model": "m", "temperature": 0.0, "seed": 3, "max_tokens": 99, "top_p": 0.9, "stream": True}
    assert expected.items() <= received.body.items()
    assert received.body["messages"] == [
        {"role": "system", "content": "Be kind."},
        {"role": "system", "content": "Lives in Berlin."},
        {"role": "user", "content": "Hello"},
    ]
    assert "memory_search" in str(received.body["tools"])


async def test_further_parameters_may_hold_a_key_and_go_only_where_the_users_key_goes(bench: Bench) -> None:
    bench.server.answer(said("x"))
    environment = {"OPENAI_API_KEY": "sk-other", "OPENAI_BASE_URL": bench.server.url}
    sampling = Sampling(extra={"user": KEY})
    provider = Provider(environment, sampling=sampling, api_key=SecretStr(KEY), chosen="mistral/m")
    await ask(ProviderModel("openai/m", provider), Request(HELLO.sections, HELLO.history, sampling=sampling))
    (received,) = bench.server.received
    assert KEY not in str(received)


async def test_calls_with_one_index_come_out_apart(bench: Bench) -> None:
    pieces = [call_delta('{"x"', name="f", call_id="a"), call_delta(": 1}"), call_delta("{}", name="g", call_id="b")]
    heard = await bench.hear(streamed(pieces, "tool_calls"))
    assert [(call.id, call.name, call.arguments) for call in heard.calls] == [("a", "f", '{"x": 1}'), ("b", "g", "{}")]
    assert heard.finish == "tool_calls"


async def test_calls_without_usable_ids_get_their_own(bench: Bench) -> None:
    pieces = [call_delta("{}", name="f", call_id=""), call_delta("{}", name="g", index=None), call_delta("", name="h")]
    heard = await bench.hear(streamed(pieces, "stop"))
    assert [call.name for call in heard.calls] == ["f", "g", "h"]
    assert len({call.id for call in heard.calls} - {""}) == 3
    assert heard.finish == "tool_calls"


@pytest.mark.parametrize("raw", ['{"a": ', "```json\n{}\n```", '"{}"', "[1]", "", '{"a": "\\u0000\\ud800"}'])
async def test_arguments_pass_as_the_model_wrote_them(bench: Bench, raw: str) -> None:
    heard = await bench.hear(streamed([call_delta(raw, name="f", call_id="a")], "tool_calls"))
    assert [call.arguments for call in heard.calls] == [raw]


async def test_arguments_cut_by_the_length_limit_are_no_call(bench: Bench) -> None:
    heard = await bench.hear(streamed([call_delta('{"x": ', name="f", call_id="a")], "length"))
    assert (heard.calls, heard.finish) == ([], "length")


async def test_null_deltas_and_odd_characters_pass(bench: Bench) -> None:
    nothing = event({}).replace(b'"delta": {}', b'"delta": null')
    odd: Delta = {"content": "a\x00\ud83d\u202eb"}
    heard = await bench.hear(Reply((nothing, event({"content": None}), event(odd), event({}, "stop"), DONE)))
    assert heard.text == "a\x00\ud83d\u202eb"


async def test_thinking_stays_out(bench: Bench) -> None:
    assert (await bench.hear(said("<thi", "nk>Hm.</thi", "nk>\n\n", "Tea."))).text == "Tea."


TEXT = event({"content": "Half an"})
HALF_CALL = event(call_delta('{"x": ', name="f", call_id="a"))
ERROR = b'data: {"error": {"message": "boom %s", "code": 500}}\n\n' % KEY.encode()


@pytest.mark.parametrize("steps", [(TEXT, "cut"), (TEXT,), (TEXT, DONE), (TEXT, ERROR)])
async def test_a_break_in_the_text_keeps_the_text(bench: Bench, steps: tuple[bytes, ...]) -> None:
    heard = await bench.hear(Reply(steps))
    assert (heard.text, kind_of(heard), heard.waits) == ("Half an", "cut", [])


@pytest.mark.parametrize("steps", [(HALF_CALL, "cut"), (HALF_CALL,), (HALF_CALL, ERROR)])
async def test_a_break_in_a_call_is_asked_for_again_not_streamed(bench: Bench, steps: tuple[bytes, ...]) -> None:
    heard = await bench.hear(Reply(steps), plain({"content": None, "tool_calls": [CALL]}))
    assert ([call.name for call in heard.calls], heard.waits) == (["f"], [0.0])
    assert [request.body.get("stream", False) for request in bench.server.received] == [True, False]


@pytest.mark.parametrize(
    ("replies", "kind"),
    [
        ((streamed([]), plain({"content": ""})), "empty"),
        ((said("<think>Hm."), plain({"content": "<think>Hm.</think>"})), "empty"),
        ((Reply((b"<html>Log in</html>",), kind="text/html"),), "bad_answer"),
        ((Reply((b"data: <html>\n\n",)),), "bad_answer"),
        ((streamed([]), Reply((b"{}",), kind="application/json")), "bad_answer"),
        ((Reply((HALF_CALL, "cut")), Reply((b'{"a', "cut"), kind="application/json")), "cut"),
    ],
)
async def test_no_answer_is_no_success(bench: Bench, replies: tuple[Reply, ...], kind: str) -> None:
    heard = await bench.hear(*replies)
    assert (kind_of(heard), len(bench.server.received)) == (kind, 2 if heard.waits else 1)


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")  # as the app has it once litellm is loaded
@pytest.mark.parametrize("delta", [{"content": [{"type": "text"}]}, {"tool_calls": [{"index": 0}]}, {"tool_calls": 5}])
async def test_an_answer_of_an_unknown_shape_is_none(bench: Bench, delta: Delta) -> None:
    assert kind_of(await bench.hear(streamed([delta]), plain(delta))) == "bad_answer"


@pytest.mark.parametrize(
    ("reply", "kind", "says"),
    [
        (refusal(400, "Bad parameter"), "refused", "(400)"),
        (refusal(400, "m does not support tools"), "refused", "cannot call tools"),
        (refusal(400, "This model's maximum context length is 10 tokens"), "context_too_long", "longer than"),
        (refusal(400, "too long", code="context_length_exceeded"), "context_too_long", "Start a new conversation"),
        (refusal(401, f"Incorrect key {KEY}"), "wrong_key", "Check OPENAI_API_KEY or SELU_LAB_API_KEY."),
        (refusal(402, "Pay"), "quota", "billing"),
        (refusal(403, "No"), "wrong_key", "does not let this key"),
        (refusal(404, "No such model"), "unknown_model", "knows no model"),
        (refusal(413, "Too large"), "context_too_long", "longer than"),
        (refusal(422, "Unprocessable"), "refused", "refused"),
        (refusal(429, "Slow down", headers=(("Retry-After", "3600"),)), "rate_limited", "60 minutes"),
        (refusal(429, "You exceeded your current quota"), "quota", "used up"),
    ],
)
async def test_a_refusal_says_what_to_do(bench: Bench, reply: Reply, kind: str, says: str) -> None:
    heard = await bench.hear(reply)
    assert (kind_of(heard), heard.waits) == (kind, [])
    assert says in str(heard.error)


async def test_an_error_as_the_first_event_is_read_like_a_status(bench: Bench) -> None:
    assert kind_of(await bench.hear(Reply((ERROR,)))) == "unreachable"
    too_long = ERROR.replace(b"boom", b"maximum context length is 10 tokens")
    assert kind_of(await bench.hear(Reply((too_long,)))) == "context_too_long"


async def test_a_date_to_wait_for_is_understood(bench: Bench) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(hours=5), usegmt=True)
    heard = await bench.hear(refusal(429, "Slow down", headers=(("Retry-After", later),)))
    assert "5 hours" in str(heard.error)


async def test_a_busy_server_is_waited_for_as_long_as_it_asks(bench: Bench) -> None:
    heard = await bench.hear(refusal(429, "Slow down", headers=(("Retry-After", "7"),)), said("Now."))
    (retry,) = heard.of(RetryPart)
    assert (retry.attempt, retry.wait, bench.slept, heard.text) == (1, 7.0, [7.0], "Now.")


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_failing_server_is_tried_four_times(bench: Bench, status: int) -> None:
    heard = await bench.hear(refusal(status, "Traceback (most recent call last): …"))
    assert (kind_of(heard), bench.slept, len(bench.server.received)) == ("unreachable", [1.0, 2.0, 4.0], 4)
    assert f"({status})" in str(heard.error)
    assert "Traceback" not in str(heard.error)


async def test_servers_that_refuse_system_messages_get_fewer_of_them(bench: Bench) -> None:
    refusals = refusal(400, "System message must be at the beginning."), refusal(500, "System role not supported")
    heard = await bench.hear(*refusals, said("At last."))
    assert (heard.text, heard.waits) == ("At last.", [])
    roles = [[m["role"] for m in received.body["messages"]] for received in bench.server.received]  # type: ignore[union-attr, index, call-overload]
    assert roles == [["system", "system", "user"], ["system", "user"], ["user"]]


@pytest.mark.parametrize("reply", [Reply(hang_first=True), Reply(("hang",)), Reply((TEXT, "hang"))])
async def test_silence_ends_at_the_time_limit(bench: Bench, reply: Reply) -> None:
    heard = await bench.hear(reply, timeout=0.05)
    assert kind_of(heard) == "timeout"
    assert "0.05 seconds" in str(heard.error)
    assert await asyncio.to_thread(bench.server.left.wait, 5)


@pytest.mark.parametrize("reply", [Reply(hang_first=True), Reply((TEXT, "hang"))])
async def test_cancelling_closes_the_connection(bench: Bench, reply: Reply) -> None:
    bench.server.answer(reply)
    task = asyncio.create_task(ask(bench.model()))
    assert await asyncio.to_thread(bench.server.asked.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(bench.server.left.wait, 5)


async def test_leaving_the_stream_closes_the_connection(bench: Bench) -> None:
    bench.server.answer(Reply((TEXT, "hang")))
    stream = bench.model().stream(HELLO)
    await anext(stream)
    await stream.aclose()
    assert await asyncio.to_thread(bench.server.left.wait, 5)


@pytest.mark.usefixtures("litellm")
async def test_nobody_answers() -> None:
    with loopback() as gone:
        pass
    heard = await ask(ProviderModel("openai/m", Provider(base_url=gone.url, chosen="openai/m")))
    assert (kind_of(heard), heard.waits) == ("unreachable", [])
    assert str(heard.error).startswith(f"Nothing answers at {gone.url}.")


@pytest.mark.parametrize("reply", [refusal(401, f"Incorrect key {KEY}"), Reply((TEXT, ERROR)), refusal(500, KEY)])
async def test_the_key_never_shows(
    bench: Bench, reply: Reply, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    heard = await bench.hear(reply)
    assert heard.error
    shown = "".join(traceback.format_exception(heard.error)) + repr(heard) + repr(bench.model().__dict__)
    printed = capfd.readouterr()
    assert KEY not in shown + caplog.text
    assert printed.out + printed.err == ""


async def test_anthropic_gets_its_own_shape(bench: Bench) -> None:
    bench.server.answer(refusal(401, "No"))
    name = "anthropic/claude-x"
    provider = Provider({"ANTHROPIC_API_KEY": KEY}, bench.server.url.removesuffix("/v1"), chosen=name)
    heard = await ask(ProviderModel(name, provider), Request((AGENT,), HELLO.history))
    assert kind_of(heard) == "wrong_key"
    (received,) = bench.server.received
    assert received.headers["x-api-key"] == KEY
    assert "Be kind." in str(received.body["system"])
