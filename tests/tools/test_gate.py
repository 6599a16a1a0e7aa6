"""The gate: every call gets exactly one result, and only what the policy and the user allow runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import JsonValue

from selu_lab.events import (
    ApprovalAnswered,
    ApprovalAsked,
    Entry,
    NoteStored,
    PolicyDecided,
    StateStored,
    ToolFinished,
    ToolRequested,
)
from selu_lab.models.script import Line
from selu_lab.tools.approval import Approval
from selu_lab.tools.policies import policy_named
from tests.conftest import Bench, MakeBench


def finished(entries: list[Entry]) -> list[ToolFinished]:
    return [entry.event for entry in entries if isinstance(entry.event, ToolFinished)]


def of(entries: list[Entry], kind: type) -> list[object]:
    return [entry.event for entry in entries if isinstance(entry.event, kind)]


def set_key(key: str, value: str = "1") -> Line:
    return Line(call="store_set", arguments={"key": key, "value": value})


def stored(bench: Bench) -> dict[str, str]:
    return bench.lab.state.all("default", "anna")


def policy(bench: Bench, tool: str, word: str) -> None:
    bench.lab.policies.set("anna", "default", tool, policy_named(word))


def test_an_allowed_call_runs_and_its_policy_and_origin_are_told(bench: Bench) -> None:
    entries = bench.say("Zähl", set_key("n"), Line(say="Gut."))
    assert stored(bench) == {"n": "1"}
    assert [(one.decision, one.origin) for one in of(entries, PolicyDecided) if isinstance(one, PolicyDecided)] == [
        ("allow", "tool")
    ]
    assert [one.outcome for one in finished(entries)] == ["ok"]


def test_a_blocked_tool_does_not_run_and_the_model_is_told_not_to_retry(bench: Bench) -> None:
    policy(bench, "store_set", "block")
    [result] = finished(bench.say("Zähl", set_key("n"), Line(say="Schade.")))
    assert result.outcome == "blocked"
    assert "Do not call it again" in json.loads(result.content)["message"]
    assert stored(bench) == {}


def test_a_tool_without_a_policy_is_refused_in_other_words_than_block(make_bench: MakeBench, tmp_path: Path) -> None:
    folder = tmp_path / "agents" / "default"
    (folder / "capabilities" / "mail").mkdir(parents=True)
    (folder / "agent.yaml").write_text("id: default\nname: Default\n", encoding="utf-8")
    (folder / "capabilities" / "mail" / "manifest.yaml").write_text(
        "id: mail\nclass: tool\nimage: x\ntools:\n"
        "  - {name: send, description: Send, input_schema: {type: object}, recommended_policy: whatever}\n",
        encoding="utf-8",
    )
    bench = make_bench(agents=tmp_path / "agents")
    [result] = finished(bench.say("Los", Line(call="mail__send"), Line(say="Hm.")))
    assert result.outcome == "not_configured"
    assert "do not call it again" not in result.content.lower()


def test_ask_runs_only_after_a_yes_and_asks_again_for_the_next_call(bench: Bench) -> None:
    policy(bench, "store_set", "ask")
    bench.approver.answers = [Approval("allow"), Approval("deny")]
    entries = bench.say("Zähl", set_key("a"), set_key("b"), Line(say="Gut."))
    assert stored(bench) == {"a": "1"}
    assert [one.outcome for one in finished(entries)] == ["ok", "denied"]
    assert [(one.position, one.total) for one in bench.approver.asked] == [(1, 2), (2, 2)]


def test_the_reason_of_a_denial_reaches_the_model(bench: Bench) -> None:
    policy(bench, "store_set", "ask")
    bench.approver.answers = [Approval("deny", because="erst zeigen")]
    [result] = finished(bench.say("Zähl", set_key("a"), Line(say="Gut.")))
    assert json.loads(result.content)["because"] == "erst zeigen"


def test_edited_arguments_are_what_runs_and_are_validated_again(bench: Bench) -> None:
    policy(bench, "store_set", "ask")
    bench.approver.answers = [
        Approval("allow", arguments={"key": "a", "value": "2"}),
        Approval("allow", arguments={"key": "b"}),
    ]
    entries = bench.say("Zähl", set_key("a"), set_key("b"), Line(say="Gut."))
    assert stored(bench) == {"a": "2"}
    assert [one.outcome for one in finished(entries)] == ["ok", "invalid"]


def test_a_policy_set_to_block_while_the_question_is_open_wins_over_the_yes(bench: Bench) -> None:
    policy(bench, "store_set", "ask")
    bench.approver.answers = [Approval("allow")]
    bench.approver.before = lambda: policy(bench, "store_set", "block")
    [result] = finished(bench.say("Zähl", set_key("a"), Line(say="Gut.")))
    assert result.outcome == "blocked"
    assert stored(bench) == {}


def test_a_tool_set_to_allow_at_the_first_question_is_not_asked_about_again(bench: Bench) -> None:
    policy(bench, "store_set", "ask")
    bench.approver.answers = [Approval("allow")]
    bench.approver.before = lambda: policy(bench, "store_set", "allow")
    bench.say("Zähl", set_key("a"), set_key("b"), Line(say="Gut."))
    assert stored(bench) == {"a": "1", "b": "1"}
    assert len(bench.approver.asked) == 1


def test_no_answer_in_time_is_a_no_and_leaves_no_question_open(make_bench: MakeBench) -> None:
    bench = make_bench(approval_seconds=0.01)
    policy(bench, "store_set", "ask")
    bench.approver.silent = True
    entries = bench.say("Zähl", set_key("a"), Line(say="Gut."))
    assert [one.outcome for one in finished(entries)] == ["timeout"]
    assert [one.answer for one in of(entries, ApprovalAnswered) if isinstance(one, ApprovalAnswered)] == ["timeout"]
    assert stored(bench) == {}


def test_a_mixed_batch_gives_every_call_exactly_one_result_and_asks_last(bench: Bench) -> None:
    policy(bench, "store_get", "block")
    policy(bench, "store_delete", "ask")
    bench.approver.answers = [Approval("allow")]
    entries = bench.say(
        "Alles",
        Line(call="store_delete", arguments={"key": "x"}),
        set_key("a"),
        Line(call="store_get", arguments={"key": "a"}),
        Line(call="store_set", arguments={"key": "b"}),
        Line(call="teleport", arguments={}),
        Line(say="Fertig."),
    )
    outcomes = {one.call_id: one.outcome for one in finished(entries)}
    requested = [one.call_id for one in of(entries, ToolRequested) if isinstance(one, ToolRequested)]
    assert len(finished(entries)) == len(outcomes) == 5
    assert [outcomes[call] for call in requested] == ["ok", "ok", "blocked", "invalid", "unknown"]
    kinds = bench.kinds(entries)
    assert kinds.index("approval_asked") > kinds.index("state_stored")


def test_an_unknown_tool_is_answered_with_the_list_of_tools(bench: Bench) -> None:
    [result] = finished(bench.say("Los", Line(call="teleport"), Line(say="Nein.")))
    assert "memory_remember" in json.loads(result.content)["hint"]


def test_a_functions_prefix_is_resolved_and_told(bench: Bench) -> None:
    entries = bench.say("Los", Line(call="functions.store_list"), Line(say="Leer."))
    [request] = of(entries, ToolRequested)
    assert isinstance(request, ToolRequested)
    assert (request.tool, request.given_name) == ("store_list", "functions.store_list")
    assert finished(entries)[0].outcome == "ok"


@pytest.mark.parametrize(
    "raw",
    [
        '{"key": "n", "value": "1"}',
        '```json\n{"key": "n", "value": "1"}\n```',
        '"{\\"key\\": \\"n\\", \\"value\\": \\"1\\"}"',
        ' {"key": "n", "value": "1", "_approval_message": "Zähler setzen"} ',
    ],
)
def test_arguments_fenced_or_encoded_twice_are_understood(bench: Bench, raw: str) -> None:
    bench.say("Zähl", Line(call="store_set", arguments=raw), Line(say="Gut."))
    assert stored(bench) == {"n": "1"}


@pytest.mark.parametrize("raw", ["{", "[1]", "wahr", '{"key": "n", "value": 1}', '{"key": "n", "value": null}', ""])
def test_arguments_that_do_not_fit_are_refused_with_a_sentence_and_nothing_runs(bench: Bench, raw: str) -> None:
    [result] = finished(bench.say("Zähl", Line(call="store_set", arguments=raw), Line(say="Hm.")))
    assert result.outcome == "invalid"
    assert json.loads(result.content)["hint"]
    assert stored(bench) == {}


def test_the_approval_message_is_shown_but_never_reaches_the_tool(bench: Bench) -> None:
    policy(bench, "memory_remember", "ask")
    bench.approver.answers = [Approval("allow")]
    arguments: dict[str, JsonValue] = {
        "content": "Mag Tee",
        "_approval_message": "Remember the tea.",
        "_approval_message_i18n": {"de": "Tee merken."},
    }
    entries = bench.say("Merk dir", Line(call="memory_remember", arguments=arguments), Line(say="Ja."))
    assert bench.approver.asked[0].message == "Tee merken."
    assert dict(bench.approver.asked[0].arguments) == {"content": "Mag Tee"}
    assert [one.content for one in of(entries, NoteStored) if isinstance(one, NoteStored)] == ["Mag Tee"]


def test_productions_parameter_names_are_accepted_and_told(bench: Bench) -> None:
    entries = bench.say(
        "Merk dir",
        Line(call="memory_remember", arguments={"memory": "Mag Tee", "tags": "essen"}),
        Line(say="Ja."),
    )
    [request] = of(entries, ToolRequested)
    assert isinstance(request, ToolRequested)
    assert request.aliases == {"memory": "content", "tags": "tags"}
    assert finished(entries)[0].outcome == "ok"


def test_stopping_during_a_question_closes_it_as_cancelled_and_answers_every_call(bench: Bench) -> None:
    policy(bench, "store_set", "ask")
    bench.approver.silent = True
    bench.approver.before = bench.stop
    entries = bench.say("Zähl", set_key("a"), set_key("b"), Line(say="Gut."))
    assert [one.answer for one in of(entries, ApprovalAnswered) if isinstance(one, ApprovalAnswered)] == ["cancelled"]
    assert [one.outcome for one in finished(entries)] == ["cancelled", "cancelled"]
    assert bench.kinds(entries)[-1] == "turn_finished"
    assert len(of(entries, ApprovalAsked)) == 1
    assert not of(entries, StateStored)
