"""The demo model: reads the request, makes a plan, calls tools or answers; equal requests get equal answers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator

from selu_lab.context.messages import Call, Message
from selu_lab.events import Usage
from selu_lab.models.base import CallPart, FinishPart, Part, Request, TextPart
from selu_lab.models.demo.briefing import Briefing
from selu_lab.models.demo.outcomes import Result, outcome, parsed
from selu_lab.models.demo.phrases import ASKED, LABEL
from selu_lab.models.demo.plan import Plan, Wish, make_plan
from selu_lab.models.demo.wording import Say, render
from selu_lab.text import tokens

_PIECE = re.compile(r"\s*(?:\S+\s*){1,3}")


class DemoModel:
    """The embedded default: rules in German and English, no network, no cost."""

    name = "demo"
    label = LABEL

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """Answer in parts: text in pieces of a few words, or whole calls; one FinishPart ends it."""
        think = request.purpose in ("observe", "match")  # with an embedding, which is read from disk once
        text, calls = await asyncio.to_thread(_answer, request) if think else _answer(request)
        for piece in _PIECE.findall(text):
            yield TextPart(piece)
            await asyncio.sleep(0)
        for call in calls:
            yield CallPart(call)
        yield FinishPart("tool_calls" if calls else "stop", _usage(request, text, calls))


def _answer(request: Request) -> tuple[str, tuple[Call, ...]]:
    if request.purpose == "observe":
        from selu_lab.models.demo.observe import answer_observe

        return answer_observe(request), ()
    if request.purpose == "match":
        from selu_lab.models.demo.match import answer_match

        return answer_match(request), ()
    return _turn(Briefing(request))


def _turn(briefing: Briefing) -> tuple[str, tuple[Call, ...]]:
    """The calls of the plan first; once their results are there, what they say and what the plan says beside them."""
    plan = make_plan(briefing)
    if plan.calls and not briefing.results:
        return "", _calls(plan, briefing)
    told = [say for result in _results(briefing) for say in outcome(result)]
    says = [*plan.says, *told] if briefing.reminder is not None else [*told, *plan.says]
    return render(_once(says), briefing.rules, briefing.language), ()


def _once(says: list[Say]) -> list[Say]:
    """Each thing once, and something in any case."""
    return [say for index, say in enumerate(says) if say not in says[:index]] or [Say("unknown")]


def _results(briefing: Briefing) -> list[Result]:
    made = {call.id: call for message in briefing.since_user for call in message.calls}
    return [_result(message, made.get(message.call_id)) for message in briefing.results]


def _result(message: Message, call: Call | None) -> Result:
    name = message.tool or (call.name if call else "")
    return Result(name, parsed(call.arguments) if call else {}, message.text)


def _calls(plan: Plan, briefing: Briefing) -> tuple[Call, ...]:
    """Calls with ids that no call in the history has."""
    numbers = (re.fullmatch(r"demo-(\d+)", call.id) for message in briefing.request.history for call in message.calls)
    first = max((int(number[1]) for number in numbers if number), default=0) + 1
    return tuple(
        Call(f"demo-{first + index}", wish.tool, _arguments(wish, briefing)) for index, wish in enumerate(plan.calls)
    )


def _arguments(wish: Wish, briefing: Briefing) -> str:
    arguments = dict(wish.arguments)
    if briefing.wants_approval_copy and wish.action in ASKED:
        arguments["_approval_message"] = ASKED[wish.action][briefing.language]
    return json.dumps(arguments, ensure_ascii=False)


def _usage(request: Request, text: str, calls: tuple[Call, ...]) -> Usage:
    history = sum(
        tokens(message.text) + sum(tokens(call.arguments) for call in message.calls) for message in request.history
    )
    tools = sum(tokens(tool.name + tool.description + json.dumps(dict(tool.parameters))) for tool in request.tools)
    spoken = tokens(text) + sum(tokens(call.name + call.arguments) for call in calls)
    return Usage(
        tokens_in=sum(section.tokens for section in request.sections) + history + tools, tokens_out=spoken, cost=0.0
    )
