"""Calls come out whole whatever a provider does to ids and indexes."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.models.provider.deltas import CallAssembler, CallDelta

WHOLE = {
    "by index, id only at first": [
        CallDelta("", "f", "a", 0),
        CallDelta('{"x"', index=0),
        CallDelta(": 1}", index=0),
        CallDelta('{"y": 2}', "g", "b", 1),
    ],
    "interleaved": [
        CallDelta('{"x"', "f", "a", 0),
        CallDelta('{"y"', "g", "b", 1),
        CallDelta(": 1}", index=0),
        CallDelta(": 2}", index=1),
    ],
    "same index, different ids": [
        CallDelta('{"x": ', "f", "a", 0),
        CallDelta("1}", index=0),
        CallDelta('{"y": ', "g", "b", 0),
        CallDelta("2}", index=0),
    ],
    "no ids": [CallDelta('{"x": 1}', "f", index=0), CallDelta('{"y": 2}', "g", index=1)],
    "neither ids nor indexes": [CallDelta('{"x": 1}', "f"), CallDelta('{"y": ', "g"), CallDelta("2}")],
    "no ids, every index 0": [CallDelta('{"x": 1}', "f", index=0), CallDelta('{"y": 2}', "g", index=0)],
    "one id for both": [CallDelta('{"x": 1}', "f", "a", 0), CallDelta('{"y": 2}', "g", "a", 1)],
    "one id and one index for both": [CallDelta('{"x": 1}', "f", "a", 0), CallDelta('{"y": 2}', "g", "a", 0)],
    "id and name with every piece": [
        CallDelta('{"x"', "f", "a", 0),
        CallDelta(": 1}", "f", "a", 0),
        CallDelta('{"y": 2}', "g", "b", 1),
    ],
    "a fresh id with every piece": [
        CallDelta('{"x"', "f", "a1", 0),
        CallDelta(": 1}", "", "a2", 0),
        CallDelta('{"y": 2}', "g", "b1", 1),
    ],
    "ids without indexes": [
        CallDelta('{"x"', "f", "a"),
        CallDelta('{"y": 2}', "g", "b"),
        CallDelta(": 1}", "", "a"),
    ],
}


@pytest.mark.parametrize("deltas", WHOLE.values(), ids=WHOLE)
def test_two_calls_come_out_whole(deltas: list[CallDelta]) -> None:
    assembler = CallAssembler()
    for delta in deltas:
        assembler.feed(delta)
    calls = list(assembler.calls())
    assert [(call.name, json.loads(call.arguments)) for call in calls] == [("f", {"x": 1}), ("g", {"y": 2})]
    assert len({call.id for call in calls} - {""}) == 2


def test_two_calls_without_arguments_stay_two() -> None:
    assembler = CallAssembler()
    for name in ("list_notes", "list_reminders"):
        assembler.feed(CallDelta("", name, index=0))
    assert [call.name for call in assembler.calls()] == ["list_notes", "list_reminders"]


json_calls = st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=6), min_size=1), min_size=1, max_size=4)


@given(json_calls, st.randoms(use_true_random=False), st.booleans())
def test_any_interleaving_of_numbered_pieces(arguments: list[dict[str, str]], random: Random, ids: bool) -> None:
    pieces = []
    for index, given_arguments in enumerate(arguments):
        text = json.dumps(given_arguments)
        middle = random.randrange(len(text))
        call_id = f"id{index}" if ids else ""
        pieces.append([CallDelta(text[:middle], f"f{index}", call_id, index), CallDelta(text[middle:], index=index)])
    assembler = CallAssembler()
    while pieces:
        chosen = random.choice(pieces)
        assembler.feed(chosen.pop(0))
        pieces = [rest for rest in pieces if rest]
    found = {call.name: json.loads(call.arguments) for call in assembler.calls()}
    assert found == {f"f{index}": given_arguments for index, given_arguments in enumerate(arguments)}
