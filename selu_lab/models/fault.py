"""Models that fail, each in one way, without a network: to see what Selu Lab and an agent's guidance make of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial

from selu_lab.context.messages import Call
from selu_lab.models.base import CallPart, Finish, FinishPart, Part, Request, RetryPart, TextPart
from selu_lab.models.errors import FaultKind, ModelFaultError
from selu_lab.models.usage import estimate

PREFIX = "fault:"
_BROKEN: Mapping[FaultKind, tuple[str, str]] = {
    "no_key": ("This model needs a key.", "Set OPENAI_API_KEY or SELU_LAB_API_KEY."),
    "wrong_key": ("The provider does not accept the key.", "Check OPENAI_API_KEY or SELU_LAB_API_KEY."),
    "unreachable": ("Nothing answers at http://localhost:11434/v1.", "Start the server there."),
    "unknown_model": ("The provider knows no such model.", "Check the model's name."),
    "rate_limited": ("The provider takes no more requests for 60 minutes.", "Try again then."),
    "quota": ("The quota of this key is used up.", "Check its plan and billing."),
    "timeout": ("The model did not answer: nothing came for 60 seconds.", "Try again."),
    "cut": ("The answer broke off before its end.", "Try again."),
    "empty": ("The model gave an empty answer.", "Try again or rephrase."),
    "context_too_long": ("The conversation is longer than the model can read.", "Start a new conversation."),
    "refused": ("The provider refused the request (400).", "Check the settings of the model."),
    "bad_answer": ("What came is not a model's answer (perhaps a web page).", "Check SELU_LAB_BASE_URL."),
}
_WORDS = ("This answer ", "goes on ", "for a while ")


async def _raise(kind: FaultKind, request: Request) -> AsyncIterator[Part]:
    if kind == "cut":
        for word in _WORDS:
            yield TextPart(word)
    sentence, hint = _BROKEN[kind]
    raise ModelFaultError(kind, sentence, hint)


async def _call(arguments: str, request: Request, *, name: str = "", times: int = 1) -> AsyncIterator[Part]:
    """Calls the first offered tool that way, and speaks once results are there."""
    offered = name or next((tool.name for tool in request.tools), "memory_search")
    calls = [Call(f"fault_{len(request.history)}_{n}", offered, arguments) for n in range(times)]
    if request.history and request.history[-1].role == "tool":
        calls = []
        yield TextPart("The results are there, and the conversation goes on.")
    for call in calls:
        yield CallPart(call)
    yield FinishPart("tool_calls" if calls else "stop", estimate(request, "", calls))


async def _loop(request: Request) -> AsyncIterator[Part]:
    call = Call(f"fault_{len(request.history)}", "memory_search", '{"query": "again"}')
    yield CallPart(call)
    yield FinishPart("tool_calls", estimate(request, "", [call]))


async def _say(text: str, request: Request, *, finish: Finish = "stop") -> AsyncIterator[Part]:
    yield TextPart(text)
    yield FinishPart(finish, estimate(request, text))


async def _hang(request: Request, *, words: tuple[str, ...] = ()) -> AsyncIterator[Part]:
    for word in words:
        yield TextPart(word)
    await asyncio.Event().wait()


async def _retry(request: Request) -> AsyncIterator[Part]:
    yield RetryPart("The provider takes no more requests at the moment.", 1, 0.0)
    async for part in _say("The second try went well.", request):
        yield part


Behaviour = Callable[[Request], AsyncIterator[Part]]
_MARKUP = "[bold]not bold[/bold] \x1b[31mnot red\x1b[0m [link=https://example.org]no link[/link] \u202edesrever\u202c"
_BEHAVIOURS: Mapping[str, Behaviour] = {
    **{kind: partial(_raise, kind) for kind in _BROKEN},
    "retry": _retry,
    "hang": _hang,
    "hang_midway": partial(_hang, words=_WORDS),
    "length": partial(_say, "This answer was cut at its", finish="length"),
    "filtered": partial(_say, "This answer was", finish="filtered"),
    "loop": _loop,
    "malformed": partial(_call, '{"query": "cats'),
    "fenced": partial(_call, '```json\n{"query": "cats"}\n```'),
    "double_encoded": partial(_call, '"{\\"query\\": \\"cats\\"}"'),
    "not_an_object": partial(_call, '["cats"]'),
    "no_arguments": partial(_call, ""),
    "parallel": partial(_call, '{"query": "cats"}', times=3),
    "unknown_tool": partial(_call, "{}", name="launch_rocket"),
    "prefixed_tool": partial(_call, '{"query": "cats"}', name="functions.memory_search"),
    "surrogates": partial(_call, '{"query": "a\\u0000b\\ud800c"}'),
    "markup": partial(_say, _MARKUP),
    "call_as_text": partial(_say, '{"name": "memory_search", "arguments": {"query": "cats"}}'),
}
KINDS = tuple(_BEHAVIOURS)
"""What may follow "fault:" in a model's name."""


class FaultModel:
    """Fails in the way `kind` says; raises ModelFaultError (unknown_model) for a kind it does not know."""

    def __init__(self, kind: str) -> None:
        if kind not in _BEHAVIOURS:
            hint = f"Choose one of: {', '.join(KINDS)}."
            raise ModelFaultError("unknown_model", f"No fault is called “{kind}”.", hint)
        self.name = f"{PREFIX}{kind}"
        self._behaviour = _BEHAVIOURS[kind]

    @property
    def label(self) -> str:
        """The name, and that the fault is made."""
        return f"{self.name}: a fault made on purpose"

    def stream(self, request: Request) -> AsyncIterator[Part]:
        """Fail."""
        return self._behaviour(request)
