"""A turn: what the model gets, what is stored, and what a stop, a failure and a kill leave behind."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from selu_lab.context.messages import Call
from selu_lab.conversation.history import history
from selu_lab.conversation.items import AgentItem
from selu_lab.conversation.parts import Prompting
from selu_lab.conversation.transcript import Transcript
from selu_lab.errors import LabError, ModelError
from selu_lab.events import (
    ContextBuilt,
    Entry,
    ModelAnswered,
    PackageChanged,
    ProfileChanged,
    TurnFinished,
    TurnStarted,
    Usage,
)
from selu_lab.models.base import CallPart, FinishPart, Part, Request, RetryPart, TextPart
from selu_lab.models.script import Line
from tests.conftest import Bench, MakeBench


@dataclass
class Puppet:
    """A model that gives the parts a test lays out for each request, and keeps the requests."""

    answers: list[list[Part | Exception]]
    requests: list[Request] = field(default_factory=list)
    name: str = "puppet"
    label: str = "puppet"

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        self.requests.append(request)
        for part in self.answers.pop(0):
            if isinstance(part, Exception):
                raise part
            yield part


def last(entries: list[Entry]) -> TurnFinished:
    event = entries[-1].event
    assert isinstance(event, TurnFinished)
    return event


def answers(entries: list[Entry]) -> list[ModelAnswered]:
    return [entry.event for entry in entries if isinstance(entry.event, ModelAnswered)]


def test_text_arrives_in_pieces_and_is_stored_once_whole(make_bench: MakeBench) -> None:
    puppet = Puppet([[TextPart("Gu"), TextPart("ten Tag"), FinishPart("stop", Usage(tokens_in=7, tokens_out=3))]])
    bench = make_bench(model=puppet)
    entries = bench.say("Hallo")
    assert bench.kinds(entries) == [
        "turn_started", "context_built", "model_called", "text_delta", "text_delta", "model_answered", "turn_finished",
    ]  # fmt: skip
    assert last(entries).text == "Guten Tag"
    assert last(entries).usage == Usage(tokens_in=7, tokens_out=3)
    stored = [entry.event.kind for entry in bench.lab.journal.entries(bench.conversation)]
    assert "text_delta" not in stored


def test_an_escape_sequence_split_over_two_pieces_never_reaches_an_event(make_bench: MakeBench) -> None:
    puppet = Puppet([[TextPart("a\x1b"), TextPart("]0;evil\x07b\x9b2J"), TextPart("c"), FinishPart("stop")]])
    entries = make_bench(model=puppet).say("Hallo")
    assert last(entries).text == "abc"
    assert all("\x1b" not in entry.model_dump_json() and "evil" not in entry.model_dump_json() for entry in entries)


def test_the_model_gets_production_s_sections_in_order_and_the_history(make_bench: MakeBench) -> None:
    puppet = Puppet([[TextPart("Ja."), FinishPart("stop")], [TextPart("Wieder."), FinishPart("stop")]])
    bench = make_bench(model=puppet)
    bench.lab.profile.add("anna", "location", "Lebt in Berlin", bench.clock.now())
    bench.say("Erste Frage")
    bench.say("Zweite Frage")
    request = puppet.requests[1]
    names = [section.name for section in request.sections]
    assert names == ["agent", "time", "language", "commands", "memory", "approval", "completion", "profile"]
    assert "- [Location] Lebt in Berlin" in request.sections[-1].text
    assert [(one.role, one.text) for one in request.history] == [
        ("user", "Erste Frage"), ("assistant", "Ja."), ("user", "Zweite Frage"),
    ]  # fmt: skip


def test_tool_results_go_back_to_the_model_paired_with_their_calls(make_bench: MakeBench) -> None:
    call = CallPart(Call("x", "store_list", "{}"))
    puppet = Puppet(
        [[TextPart("Ich schaue."), call, FinishPart("tool_calls")], [TextPart("Leer."), FinishPart("stop")]]
    )
    bench = make_bench(model=puppet)
    entries = bench.say("Was steht da?")
    roles = [(one.role, one.call_id, [call.id for call in one.calls]) for one in puppet.requests[1].history]
    assert roles == [("user", "", []), ("assistant", "", ["x"]), ("tool", "x", [])]
    assert last(entries).rounds == 2


def test_calls_with_empty_or_repeated_ids_get_ids_of_their_own(make_bench: MakeBench) -> None:
    calls = [CallPart(Call("", "store_list", "{}")), CallPart(Call("a", "store_list", "{}"))] * 2
    puppet = Puppet([[*calls, FinishPart("tool_calls")], [TextPart("Leer."), FinishPart("stop")]])
    entries = make_bench(model=puppet).say("Los")
    ids = [call.id for call in answers(entries)[0].calls]
    assert len(ids) == len(set(ids)) == 4
    assert all(ids)
    assert sorted(one.call_id for one in puppet.requests[1].history if one.role == "tool") == sorted(ids)


def test_stopping_keeps_the_partial_text_and_the_conversation_goes_on(make_bench: MakeBench) -> None:
    @dataclass
    class Stops(Puppet):
        async def stream(self, request: Request) -> AsyncIterator[Part]:
            async for part in super().stream(request):
                yield part
                if isinstance(part, TextPart):
                    bench.stop()
                    await asyncio.sleep(0)

    puppet = Stops([[TextPart("Ein halber "), TextPart("Satz"), FinishPart("stop")]])
    bench = make_bench(model=puppet)
    entries = bench.say("Erzähl")
    assert last(entries).outcome == "stopped"
    assert [(one.text, one.complete) for one in answers(entries)] == [("Ein halber ", False)]
    messages = history(bench.lab.journal, bench.conversation)
    assert [(one.role, one.text) for one in messages] == [("user", "Erzähl"), ("assistant", "Ein halber ")]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([TextPart("Halb")], "broke off"),
        ([FinishPart("stop")], "answered nothing"),
        ([FinishPart("length")], "token limit"),
        ([TextPart("Halb"), ModelError("Der Server antwortet nicht.")], "Der Server"),
        ([RuntimeError("boom")], "the log says what"),
    ],
)
def test_a_broken_answer_ends_the_turn_with_a_sentence_and_loses_nothing(
    make_bench: MakeBench, parts: list[Part | Exception], sentence: str
) -> None:
    bench = make_bench(model=Puppet([parts, [TextPart("Wieder da."), FinishPart("stop")]]))
    entries = bench.say("Frage")
    assert last(entries).outcome == "failed"
    assert sentence in last(entries).sentence
    assert "boom" not in last(entries).sentence
    assert [one.text for one in answers(entries)] == [part.text for part in parts if isinstance(part, TextPart)]
    assert last(bench.say("Noch da?")).outcome == "answered"


def test_a_call_cut_at_the_token_limit_does_not_run(make_bench: MakeBench) -> None:
    call = CallPart(Call("x", "store_set", '{"key": "a", "value": "1"}'))
    bench = make_bench(model=Puppet([[TextPart("Moment"), call, FinishPart("length")]]))
    entries = bench.say("Los")
    assert bench.lab.state.all("default", "anna") == {}
    assert "token limit" in last(entries).sentence


def test_text_before_a_retry_is_void(make_bench: MakeBench) -> None:
    parts: list[Part | Exception] = [
        TextPart("Falsch"), RetryPart("Zu viele Anfragen.", 2, 3.0), TextPart("Richtig"), FinishPart("stop"),
    ]  # fmt: skip
    bench = make_bench(model=Puppet([parts]))
    assert last(bench.say("Los")).text == "Richtig"
    transcript = Transcript(bench.seen)
    assert [item.text for item in transcript.items if isinstance(item, AgentItem)] == ["Richtig"]


def test_an_endless_tool_loop_ends_at_the_round_limit(make_bench: MakeBench) -> None:
    loop: list[list[Part | Exception]] = [
        [CallPart(Call(str(n), "store_list", "{}")), FinishPart("tool_calls")] for n in range(9)
    ]
    bench = make_bench(model=Puppet(loop), max_rounds=3)
    assert (last(bench.say("Los")).outcome, bench.seen[-1].event.kind) == ("limit", "turn_finished")


def test_a_mention_goes_to_its_agent_for_one_turn_only(bench: Bench) -> None:
    first = bench.say("@Reise Hallo", Line(say="Hier Reise."))
    second = bench.say("Und nun?", Line(say="Hier default."))
    started = [entry.event for entry in [*first, *second] if isinstance(entry.event, TurnStarted)]
    assert [(one.agent, one.text) for one in started] == [("reise", "Hallo"), ("default", "Und nun?")]


def test_a_mention_of_nobody_goes_to_the_agent_with_its_text_intact(bench: Bench) -> None:
    [started] = [e.event for e in bench.say("@niemand Hallo", Line(say="Ja?")) if isinstance(e.event, TurnStarted)]
    assert (started.agent, started.text) == ("default", "@niemand Hallo")


def test_the_exact_context_of_a_past_turn_can_be_read(bench: Bench) -> None:
    bench.lab.profile.add("anna", "personal", "Heißt Anna", bench.clock.now())
    entries = bench.say("Hallo", Line(say="Hallo Anna."))
    fact = bench.lab.profile.facts("anna")[0]
    bench.lab.profile.edit("anna", fact.id, bench.clock.now(), text="Heißt Bea")
    [built] = [entry.event for entry in entries if isinstance(entry.event, ContextBuilt)]
    profile = next(section for section in built.sections if section.name == "profile")
    assert "Heißt Anna" in bench.lab.journal.text(profile.digest)
    assert profile.tokens > 0


def test_a_profile_changed_elsewhere_is_marked_once_in_the_next_turn(bench: Bench) -> None:
    marks = [_profile_marks(bench.say("Hallo", Line(say="Hallo.")))]
    bench.lab.profile.add("anna", "personal", "Heißt Anna", bench.clock.now())
    marks += [_profile_marks(bench.say("Und nun?", Line(say="Hallo Anna."))) for _ in range(2)]
    assert marks == [0, 1, 0]


def test_a_change_that_was_marked_by_hand_is_not_marked_again(bench: Bench) -> None:
    bench.say("Hallo", Line(say="Hallo."))
    bench.lab.profile.add("anna", "personal", "Heißt Anna", bench.clock.now())
    bench.lab.journal.record(bench.conversation, 0, ProfileChanged(sentence="Profile: “Heißt Anna” added."))
    assert _profile_marks(bench.say("Und nun?", Line(say="Hallo Anna."))) == 0


def _profile_marks(entries: Sequence[Entry]) -> int:
    return sum(isinstance(entry.event, ProfileChanged) for entry in entries)


def test_a_changed_prompt_is_in_force_with_the_next_turn_and_the_transcript_says_so(
    make_bench: MakeBench, tmp_path: Path
) -> None:
    folder = tmp_path / "agents" / "default"
    folder.mkdir(parents=True)
    (folder / "agent.yaml").write_text("id: default\nname: D\n", encoding="utf-8")
    (folder / "agent.md").write_text("Eins", encoding="utf-8")
    puppet = Puppet([[TextPart("Ja."), FinishPart("stop")] for _ in range(2)])
    bench = make_bench(agents=tmp_path / "agents", model=puppet)
    bench.say("A")
    (folder / "agent.md").write_text("Zwei und mehr", encoding="utf-8")
    entries = bench.say("B")
    assert [one.sections[0].text for one in puppet.requests] == ["Eins", "Zwei und mehr"]
    assert [one.event.sentence for one in entries if isinstance(one.event, PackageChanged)] == [
        "agent.md of default changed."
    ]


def test_an_ended_conversation_takes_no_more_turns(bench: Bench) -> None:
    assert bench.lab.chat.end(bench.conversation)
    with pytest.raises(LabError, match="has ended"):
        bench.say("Noch etwas")


def test_what_a_killed_process_left_open_is_closed_at_the_next_start(make_bench: MakeBench, tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "lab")
    bench.lab.policies.set("anna", "default", "store_set", "ask")
    call = {"key": "a", "value": "1"}
    bench.say("Los", Line(say="Moment", call="store_set", arguments=call), Line(say="Gut."))
    bench.lab.close()
    database = sqlite3.connect(tmp_path / "lab" / "lab.db")
    asked = database.execute("SELECT seq FROM events WHERE kind = 'approval_asked'").fetchone()[0]
    database.execute("DELETE FROM events WHERE seq > ?", (asked,))
    database.commit()
    database.close()
    again = make_bench(tmp_path / "lab").lab.journal.entries(bench.conversation)
    kinds = [entry.event.kind for entry in again][-3:]
    assert kinds == ["approval_answered", "tool_finished", "turn_finished"]
    assert isinstance(again[-1].event, TurnFinished)
    assert again[-1].event.outcome == "interrupted"


def test_history_starts_with_the_user_and_keeps_calls_and_results_together(bench: Bench) -> None:
    for number in range(30):
        bench.say(f"Frage {number}", Line(call="store_list"), Line(say=f"Antwort {number}"))
    messages = history(bench.lab.journal, bench.conversation)
    calls = [call.id for message in messages for call in message.calls]
    assert messages[0].role == "user"
    assert len(messages) <= 50
    assert calls == [message.call_id for message in messages if message.role == "tool"]


def test_a_reminder_s_turn_tells_the_model_that_it_is_one(bench: Bench) -> None:
    bench.script.play([Line(say="Erinnerung: Müll")])
    asyncio.run(bench.lab.chat.say(bench.conversation, Prompting("Müll", "reminder", "r1", 120)))
    assert history(bench.lab.journal, bench.conversation)[0].text == "[reminder] Müll"
    [started] = [entry.event for entry in bench.seen if isinstance(entry.event, TurnStarted)]
    assert (started.reminder, started.late_seconds) == ("r1", 120)
