"""Asking again: the answer that is replaced stays in the log, and nothing else counts it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from selu_lab.context.messages import Call
from selu_lab.conversation.export import markdown
from selu_lab.conversation.history import WINDOW, history
from selu_lab.conversation.items import CallItem, MarkItem, UserItem
from selu_lab.conversation.parts import Prompting
from selu_lab.conversation.taking_back import LastText, last_text
from selu_lab.conversation.transcript import Transcript
from selu_lab.errors import LabError
from selu_lab.events import ContextBuilt, ModelAnswered
from selu_lab.models.base import CallPart, FinishPart, TextPart
from selu_lab.models.script import Line
from tests.conftest import Bench, MakeBench
from tests.conversation.test_turn import Puppet

REMEMBER = Line(call="memory_remember", arguments={"content": "Anna mag keinen Koriander"})
TOO_LONG = "Das ist zu lang. Bitte antworte ab jetzt kürzer."


def replace(bench: Bench, turn: int, text: str, *lines: Line) -> None:
    """Ask a text instead of that turn's."""
    bench.script.play(lines)
    asyncio.run(bench.lab.chat.say(bench.conversation, Prompting(text, replaces=turn)))


def told(bench: Bench) -> list[tuple[str, str]]:
    """What the model would be told of the conversation."""
    return [(one.role, one.text) for one in history(bench.lab.journal, bench.conversation)]


def transcript(bench: Bench) -> Transcript:
    return Transcript(bench.lab.journal.entries(bench.conversation))


def test_the_model_is_not_told_what_was_replaced(bench: Bench) -> None:
    bench.say("Hallo", Line(say="Hallo Anna."))
    bench.say("Was mag ich?", REMEMBER, Line(say="Keinen Koriander."))
    replace(bench, 2, "Was trinke ich?", Line(say="Tee."))
    assert told(bench) == [
        ("user", "Hallo"), ("assistant", "Hallo Anna."), ("user", "Was trinke ich?"), ("assistant", "Tee."),
    ]  # fmt: skip


def test_the_turn_itself_does_not_see_what_it_replaces(make_bench: MakeBench) -> None:
    call = CallPart(Call("x", "store_list", "{}"))
    puppet = Puppet([
        [TextPart("Alt."), FinishPart("stop")],
        [call, FinishPart("tool_calls")],
        [TextPart("Neu."), FinishPart("stop")],
    ])  # fmt: skip
    bench = make_bench(model=puppet)
    bench.say("Frage")
    replace(bench, 1, "Frage")
    assert [[one.text for one in request.history if one.role != "tool"] for request in puppet.requests[1:]] == [
        ["Frage"], ["Frage", ""],
    ]  # fmt: skip


def test_the_transcript_shows_the_new_turn_and_says_what_the_old_one_did(bench: Bench) -> None:
    bench.say("Merk dir: kein Koriander", REMEMBER, Line(say="Gemerkt."))
    replace(bench, 1, "Merk dir: kein Koriander, bitte", Line(say="Gern."))
    fold = transcript(bench)
    assert [item.text for item in fold.items if isinstance(item, UserItem)] == ["Merk dir: kein Koriander, bitte"]
    assert [item.sentence for item in fold.items if isinstance(item, MarkItem)] == [
        "Turn 1 was taken back. What it did stays done: note “Anna mag keinen Koriander”."
    ]
    assert "Gemerkt." not in markdown(fold)
    assert bench.lab.notes("anna").count() == 1


def test_the_old_answer_its_context_and_its_cost_stay_in_the_log(bench: Bench) -> None:
    bench.say("Frage", Line(say="Alte Antwort."))
    once = transcript(bench).usage
    replace(bench, 1, "Frage", Line(say="Neue Antwort."))
    answers = [one.event.text for one in bench.seen if isinstance(one.event, ModelAnswered)]
    assert answers == ["Alte Antwort.", "Neue Antwort."]
    assert [one.turn for one in bench.seen if isinstance(one.event, ContextBuilt)] == [1, 2]
    assert transcript(bench).usage.tokens_in > once.tokens_in > 0


def test_a_turn_can_be_replaced_again_and_again(bench: Bench) -> None:
    bench.say("Eins", REMEMBER, Line(say="a"))
    replace(bench, 1, "Zwei", Line(call="store_set", arguments={"key": "k", "value": "v"}), Line(say="b"))
    replace(bench, 2, "Drei", Line(say="c"))
    assert told(bench) == [("user", "Drei"), ("assistant", "c")]
    marks = [item.sentence for item in transcript(bench).items if isinstance(item, MarkItem)]
    assert [mark.partition(" was")[0] for mark in marks] == ["Turn 1", "Turn 2"]
    assert "state “k”" in marks[1]


def test_a_call_whose_id_an_old_turn_had_already_gets_its_own_result(demo_bench: Bench) -> None:
    text = "Merk dir bitte, dass ich Vegetarier bin."
    demo_bench.say(text)
    replace(demo_bench, 1, text)
    calls = [item for item in transcript(demo_bench).items if isinstance(item, CallItem)]
    assert [(call.turn, call.outcome) for call in calls] == [(2, "ok")]
    assert "exists" in calls[0].result


def test_replaced_turns_do_not_push_others_out_of_the_window(bench: Bench) -> None:
    bench.say("Erste Frage", Line(say="Erste Antwort."))
    bench.say("Noch eine", Line(say="0"))
    for turn in range(2, 2 + WINDOW // 2):
        replace(bench, turn, "Noch eine", Line(say=str(turn)))
    assert [text for _, text in told(bench)] == ["Erste Frage", "Erste Antwort.", "Noch eine", str(1 + WINDOW // 2)]


def test_only_the_last_turn_and_only_one_of_the_user_s_can_be_replaced(bench: Bench) -> None:
    with pytest.raises(LabError, match="no text of yours"):
        last_text(bench.lab.journal, bench.conversation)
    bench.say("Eins", Line(say="a"))
    bench.say("@reise Zwei", Line(say="b"))
    assert last_text(bench.lab.journal, bench.conversation) == LastText(2, "@reise Zwei")
    with pytest.raises(LabError, match="Only the last turn can be asked again"):
        replace(bench, 1, "Eins")
    assert len(told(bench)) == 4
    asyncio.run(bench.lab.end(bench.conversation))
    with pytest.raises(LabError, match="has ended"):
        replace(bench, 2, "Zwei")


def test_what_a_reminder_said_is_not_asked_again(bench: Bench) -> None:
    arguments = {"prompt": "Zahnarzt anrufen", "when": "in 1 Stunde"}
    bench.say("Erinnere mich", Line(call="set_reminder", arguments=dict(arguments)), Line(say="Gut."))
    bench.clock.advance(timedelta(hours=2))
    bench.script.play([Line(say="Der Zahnarzt!")])
    asyncio.run(bench.lab.firing.fire_due())
    fired = bench.seen[-1].conversation
    assert fired != bench.conversation
    with pytest.raises(LabError, match="no text of yours"):
        last_text(bench.lab.journal, fired)


def test_what_was_taken_back_teaches_nothing(make_bench: MakeBench) -> None:
    from selu_lab.models.source import Models

    for corrected, lessons in ((True, 1), (False, 0)):
        bench = make_bench(model=Models().get("demo"))
        bench.say("Hallo!")
        bench.say(TOO_LONG)
        if not corrected:
            replace(bench, 2, "Wie spät ist es?")
        asyncio.run(bench.lab.end(bench.conversation))
        assert len(bench.lab.lessons.all("anna", "default")) == lessons


def test_an_agent_whose_only_turn_was_taken_back_is_not_reflected(demo_bench: Bench) -> None:
    demo_bench.say("@reise Hallo!")
    replace(demo_bench, 1, "Hallo!")
    demo_bench.lab.chat.end(demo_bench.conversation)
    assert [one.agent for one in demo_bench.lab.reflector.pending()] == ["default"]
    assert [one.run != "" for one in asyncio.run(demo_bench.lab.reflect(demo_bench.conversation))] == [True]
