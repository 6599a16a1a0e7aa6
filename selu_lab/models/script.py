"""The model of scenarios: it says and calls what the scenario's lines say, whatever it is asked."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from pydantic import JsonValue

from selu_lab.context.messages import Call
from selu_lab.models.base import CallPart, FinishPart, Part, Request, TextPart
from selu_lab.models.errors import ModelFaultError
from selu_lab.models.usage import estimate


@dataclass(frozen=True)
class Line:
    """A line of a script: a text, a call, or a text with a call. Arguments given as text reach the gate as they are."""

    say: str = ""
    call: str = ""
    arguments: Mapping[str, JsonValue] | str = field(default_factory=dict)


Answer = tuple[Line, ...]


class ScriptedModel:
    """Gives one answer for each request. Calls in a row are one answer; a line with a text begins the next one."""

    name = "script"
    label = "script: answers from the scenario"

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self._answers = _answers(lines)
        self._ids = count(1)

    def play(self, lines: Iterable[Line]) -> int:
        """Go on with these lines, as a scenario does with each step; gives how many answers nobody had asked for."""
        unasked = len(self._answers)
        self._answers = _answers(lines)
        return unasked

    @property
    def unasked(self) -> int:
        """How many answers are left."""
        return len(self._answers)

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        """Give the next answer; raises ModelFaultError (empty) where the script has no more."""
        if not self._answers:
            sentence = "The script has no answer left, but the model was asked once more."
            raise ModelFaultError("empty", sentence, "Add a line to the step's `model:`.")
        answer = self._answers.pop(0)
        calls = [self._call(line) for line in answer if line.call]
        text = "".join(line.say for line in answer)
        if text:
            yield TextPart(text)
        for call in calls:
            yield CallPart(call)
        yield FinishPart("tool_calls" if calls else "stop", estimate(request, text, calls))

    def _call(self, line: Line) -> Call:
        raw = line.arguments if isinstance(line.arguments, str) else json.dumps(line.arguments, ensure_ascii=False)
        return Call(f"script_{next(self._ids)}", line.call, raw)


def _answers(lines: Iterable[Line]) -> list[Answer]:
    answers: list[Answer] = []
    for line in lines:
        if answers and line.call and not line.say and answers[-1][-1].call:
            answers[-1] += (line,)
        else:
            answers.append((line,))
    return answers
