"""The lab put together: lessons emerge offline, conversations end by themselves, users and agents stay apart."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from selu_lab.events import ContextBuilt, LessonChanged, ReflectionFinished
from selu_lab.memory.users import User
from selu_lab.tools.approval import Approval
from tests.conftest import Bench, MakeBench


def converse(bench: Bench, *texts: str) -> str:
    """A conversation of these texts, ended and reflected on."""
    conversation = bench.lab.start().id
    for text in texts:
        asyncio.run(bench.lab.chat.say(conversation, text))
    asyncio.run(bench.lab.end(conversation))
    return conversation


def statuses(bench: Bench, agent: str = "default") -> list[str]:
    return [lesson.status for lesson in bench.lab.lessons.all("anna", agent)]


def test_corrected_twice_in_two_conversations_the_third_obeys(demo_bench: Bench) -> None:
    correction = "Das ist mir zu lang. Bitte antworte künftig kürzer, höchstens ein Satz."
    converse(demo_bench, "Hallo!", correction)
    assert statuses(demo_bench) == ["suggested"]
    converse(demo_bench, "Hallo!", correction)
    assert statuses(demo_bench) == ["active"]
    third = converse(demo_bench, "Hallo!")
    [built] = [e.event for e in demo_bench.lab.journal.entries(third) if isinstance(e.event, ContextBuilt)]
    assert built.lessons
    assert "lessons" in [section.name for section in built.sections]
    assert [e.event.status for e in demo_bench.seen if isinstance(e.event, LessonChanged)][-1] == "active"


def test_a_lesson_of_one_agent_is_not_injected_into_another(demo_bench: Bench) -> None:
    correction = "Bitte antworte künftig kürzer, höchstens ein Satz."
    converse(demo_bench, "Hallo!", correction)
    converse(demo_bench, "Hallo!", correction)
    other = converse(demo_bench, "@reise Hallo!")
    [built] = [e.event for e in demo_bench.lab.journal.entries(other) if isinstance(e.event, ContextBuilt)]
    assert built.lessons == ()
    assert statuses(demo_bench, "reise") == []


def test_a_note_of_one_agent_is_found_by_another_but_its_state_is_not(demo_bench: Bench) -> None:
    asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Merk dir bitte, dass ich Vegetarier bin."))
    found = demo_bench.lab.notes("anna").search("Ernährung Vegetarier")
    assert [hit.note.agent for hit in found] == ["default"]
    demo_bench.lab.state.set("default", "anna", "n", "1", demo_bench.clock.now())
    assert demo_bench.lab.state.all("reise", "anna") == {}


def test_users_see_neither_each_other_s_notes_nor_profiles(demo_bench: Bench) -> None:
    demo_bench.lab.users.put(User("bea", "Bea", "de", "Europe/Berlin"))
    asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Merk dir bitte, dass ich Vegetarier bin."))
    demo_bench.lab.profile.add("anna", "personal", "Heißt Anna", demo_bench.clock.now())
    assert demo_bench.lab.notes("bea").search("Vegetarier") == []
    assert demo_bench.lab.profile.facts("bea") == []


def test_an_idle_conversation_is_ended_and_reflected_on(make_bench: MakeBench, demo_bench: Bench) -> None:
    asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Bitte antworte künftig kürzer."))
    demo_bench.clock.advance(timedelta(minutes=5))
    assert asyncio.run(demo_bench.lab.end_idle()) == ()
    demo_bench.clock.advance(timedelta(hours=5))
    [result] = asyncio.run(demo_bench.lab.end_idle())
    assert result.outcome == "done"
    assert demo_bench.lab.journal.get(demo_bench.conversation).ended_at is not None
    assert statuses(demo_bench) == ["suggested"]


def test_what_was_left_unreflected_is_reflected_at_the_next_start(make_bench: MakeBench, tmp_path: Path) -> None:
    from selu_lab.models.source import Models

    bench = make_bench(tmp_path / "lab", model=Models().get("demo"))
    asyncio.run(bench.lab.chat.say(bench.conversation, "Bitte antworte künftig kürzer."))
    bench.lab.chat.end(bench.conversation, "leaving")
    bench.lab.close()
    again = make_bench(tmp_path / "lab", model=Models().get("demo"))
    asyncio.run(again.lab.reflect_pending())
    assert statuses(again) == ["suggested"]
    assert asyncio.run(again.lab.reflect_pending()) == ()


def test_a_conversation_left_open_is_reflected_on_at_the_next_start_and_can_go_on(demo_bench: Bench) -> None:
    asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Bitte antworte künftig kürzer."))
    asyncio.run(demo_bench.lab.reflect_on_left())
    assert statuses(demo_bench) == ["suggested"]
    assert asyncio.run(demo_bench.lab.reflect_on_left()) == ()
    asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Und nun?"))
    assert len(asyncio.run(demo_bench.lab.reflect_on_left())) == 1


def test_production_s_rule_reflects_in_mid_conversation(make_bench: MakeBench) -> None:
    from selu_lab.models.source import Models

    bench = make_bench(model=Models().get("demo"), reflect_every=2)
    for number in range(1, 4):
        asyncio.run(bench.lab.chat.say(bench.conversation, f"Bitte antworte künftig kürzer. {number}"))
        asyncio.run(bench.lab.reflect_if_due(bench.conversation))
    assert len([e for e in bench.seen if isinstance(e.event, ReflectionFinished)]) == 1


def test_reflection_can_be_switched_off(make_bench: MakeBench) -> None:
    from selu_lab.models.source import Models

    bench = make_bench(model=Models().get("demo"), reflect=False)
    converse(bench, "Bitte antworte künftig kürzer.")
    assert statuses(bench) == []


def test_what_do_you_know_about_me_finds_the_notes(demo_bench: Bench) -> None:
    asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Merk dir bitte: Ich mag keinen Koriander."))
    done = asyncio.run(demo_bench.lab.chat.say(demo_bench.conversation, "Was weißt du über mich?"))
    assert "Koriander" in done.text


def test_nobody_there_to_approve_is_no_denial_to_learn_from(demo_bench: Bench) -> None:
    demo_bench.lab.policies.set("anna", "default", "memory_remember", "ask")
    for answer in (Approval("absent"), Approval("cancelled"), Approval("timeout")):
        demo_bench.approver.answers = [answer]
        converse(demo_bench, "Merk dir bitte: Ich mag keinen Koriander.")
    assert statuses(demo_bench) == []
    demo_bench.approver.answers = [Approval("deny")]
    converse(demo_bench, "Merk dir bitte: Ich mag keinen Koriander.")
    assert statuses(demo_bench) == ["suggested"]
