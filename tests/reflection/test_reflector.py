"""The run: five stages on record, resumable, never twice, and nothing written when it fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from selu_lab.errors import ModelError
from selu_lab.events import LessonChanged, ReflectionFinished, ReflectionStarted, StageFinished
from selu_lab.models.base import FinishPart, Part, Request, TextPart
from selu_lab.models.demo.model import DemoModel
from selu_lab.reflection.runs import STAGES
from selu_lab.reflection.stories import USER, Called

from .kit import AGENT, Desk, Speaking, talk

SAID = ("how long do potatoes take", "too long! please answer briefly from now on")


def observation(text: str = "Answer briefly.", quote: str = "please answer briefly", turn: str = "t2") -> str:
    item = {
        "scope": "behaviour",
        "category": "communication_style",
        "action": text,
        "quotes": [{"turn": turn, "text": quote}],
        "rating": "clear",
    }
    return json.dumps({"observations": [item]})


def verdict(kind: str, lesson: str = "", conflicts: tuple[str, ...] = ()) -> str:
    item = {"observation": "O1", "verdict": kind, "lesson": lesson, "conflicts": conflicts}
    return json.dumps({"verdicts": [item]})


NOTHING = json.dumps({"observations": []})


async def test_two_conversations_activate_and_every_stage_is_on_record() -> None:
    model = Speaking(observation(), observation("Keep it short."), verdict("supports", "L1"))
    desk = Desk(model)
    first = await desk.reflect("a", *SAID)
    assert (first.outcome, desk.status()) == ("done", {"Answer briefly.": "suggested"})
    second = await desk.reflect("b", *SAID)
    assert [change.change for change in second.changes] == ["reinforced", "activated"]
    assert desk.status() == {"Answer briefly.": "active"}
    stages = desk.reflector.runs.stages(second.run)
    assert [view.stage for view in stages] == list(STAGES)
    assert [len(view.prompts) for view in stages] == [0, 1, 1, 0, 0]
    assert stages[1].usage.tokens_in == 10
    assert "too long" in json.dumps(stages[1].prompts)


async def test_the_stream_of_events_tells_the_run() -> None:
    desk = Desk(Speaking(observation()))
    await desk.reflect("a", *SAID)
    kinds = [type(event) for event in desk.events]
    assert kinds == [ReflectionStarted, *[StageFinished] * 5, LessonChanged, ReflectionFinished]
    changed = next(event for event in desk.events if isinstance(event, LessonChanged))
    assert (changed.observations, changed.confidence, changed.status) == (1, 0.7, "suggested")


async def test_a_wish_taken_back_is_no_lesson_where_there_was_none() -> None:
    said = "scratch that, go back to long answers"
    desk = Desk(Speaking(observation("Answer at length.", said)))
    result = await desk.reflect("a", "how long do potatoes take", said)
    assert desk.status() == {}
    [matched] = [view.output for view in desk.reflector.runs.stages(result.run) if view.stage == "match"]
    assert "it takes back what no lesson says" in json.dumps(matched)


async def test_all_five_stages_run_when_nothing_was_there_to_learn() -> None:
    desk = Desk(Speaking(NOTHING))
    result = await desk.reflect("a", "what a nice day")
    assert result.outcome == "empty"
    assert [view.stage for view in desk.reflector.runs.stages(result.run)] == list(STAGES)


async def test_a_conversation_without_a_turn_of_the_users_is_not_reflected() -> None:
    desk = Desk(Speaking(NOTHING))
    desk.tape.record(talk("a", "hello"), "mail")
    result = await desk.reflector.run("a", AGENT)
    assert (result.run, result.outcome, desk.events) == ("", "empty", [])


async def test_the_same_turns_again_need_no_model_and_change_nothing() -> None:
    model = Speaking(observation())
    desk = Desk(model)
    await desk.reflect("a", *SAID)
    again = await desk.reflector.run("a", AGENT)
    assert (again.reused, len(model.requests)) == (True, 1)
    assert desk.reflector.new_turns("a", AGENT) == 0


async def test_forcing_or_going_on_replaces_and_never_adds() -> None:
    desk = Desk(Speaking(observation()))
    await desk.reflect("a", *SAID)
    for _ in range(3):
        await desk.reflector.run("a", AGENT, force=True)
    await desk.reflect("a", *SAID, "please answer briefly, i said")
    (lesson,) = desk.lessons.all(USER, AGENT)
    assert len({row.conversation for row in lesson.evidence}) == 1
    assert desk.status() == {"Answer briefly.": "suggested"}


async def test_what_a_replaced_run_alone_supported_is_gone() -> None:
    desk = Desk(Speaking(observation(), NOTHING))
    await desk.reflect("a", *SAID)
    await desk.reflector.run("a", AGENT, force=True)
    assert desk.status() == {}


@pytest.mark.parametrize("nonsense", ["", "I learned a lot!", '{"observations": ', '{"verdicts": []}', "[[[[", "null"])
async def test_a_malformed_answer_is_mended_once_then_fails_and_writes_nothing(nonsense: str) -> None:
    model = Speaking(nonsense, observation())
    desk = Desk(model)
    assert (await desk.reflect("a", *SAID)).outcome == "done"
    assert "The answer" in model.requests[1].history[-1].text
    broken = Desk(Speaking(nonsense))
    failed = await broken.reflect("a", *SAID)
    assert failed.outcome == "failed"
    assert broken.status() == {}
    assert [type(event) for event in broken.events][-1] is ReflectionFinished


@pytest.mark.parametrize(
    "wrapped", ["```json\n{}\n```", "Here is what I found:\n{}\nHope that helps!", "<think>{{}}</think> {}"]
)
async def test_prose_and_fences_around_the_answer_do_no_harm(wrapped: str) -> None:
    desk = Desk(Speaking(wrapped.replace("{}", observation()).replace("{" + observation() + "}", "{}")))
    assert (await desk.reflect("a", *SAID)).outcome == "done"


async def test_three_failed_attempts_then_only_force_tries_again() -> None:
    model = Speaking("nonsense")
    desk = Desk(model)
    assert (await desk.reflect("a", *SAID)).outcome == "failed"
    for _ in range(4):
        await desk.reflector.run("a", AGENT)
    assert len(model.requests) == 2 * 3
    await desk.reflector.run("a", AGENT, force=True)
    assert len(model.requests) == 2 * 4


async def test_a_failing_provider_is_asked_twice_more_with_growing_waits() -> None:
    desk = Desk(Speaking(ModelError("Busy."), ModelError("Busy."), observation()))
    assert (await desk.reflect("a", *SAID)).outcome == "done"
    assert desk.waits == [1.5, 3.0]
    gone = Desk(Speaking(ModelError("The key is wrong.")))
    assert (await gone.reflect("a", *SAID)).sentence == "The key is wrong."


class _KilledError(Exception):
    """Stands for the death of the process."""


class _Dying(Speaking):
    async def stream(self, request: Request) -> AsyncIterator[Part]:
        if request.purpose == "match":
            raise _KilledError
        async for part in super().stream(request):
            yield part


async def test_a_killed_run_goes_on_after_its_last_stage() -> None:
    desk = Desk(Speaking(observation()))
    await desk.reflect("a", *SAID)
    dying = _Dying(observation("Keep it short."))
    object.__setattr__(desk.reflector, "model_for", lambda _: dying)
    desk.tape.record(talk("b", *SAID, "bye"), AGENT)
    with pytest.raises(_KilledError):
        await desk.reflector.run("b", AGENT)
    assert desk.status() == {"Answer briefly.": "suggested"}
    revived = Speaking(verdict("supports", "L1"))
    object.__setattr__(desk.reflector, "model_for", lambda _: revived)
    assert (await desk.reflector.run("b", AGENT)).outcome == "done"
    assert [request.purpose for request in revived.requests] == ["match"]
    assert desk.status() == {"Answer briefly.": "active"}


class _Silent(Speaking):
    async def stream(self, request: Request) -> AsyncIterator[Part]:
        await asyncio.Event().wait()
        yield TextPart("")


async def test_a_model_that_never_answers_fails_in_time() -> None:
    desk = Desk(_Silent())
    object.__setattr__(desk.reflector, "seconds", 0.01)
    result = await desk.reflect("a", *SAID)
    assert result.outcome == "failed"
    assert "did not answer" in result.sentence


async def test_an_answer_that_breaks_off_is_no_answer() -> None:
    class Cut(Speaking):
        async def stream(self, request: Request) -> AsyncIterator[Part]:
            yield TextPart(observation())

    assert (await Desk(Cut()).reflect("a", *SAID)).outcome == "failed"


async def test_reflections_of_one_agent_and_user_run_one_after_another() -> None:
    running, most = 0, 0

    class Slow(Speaking):
        async def stream(self, request: Request) -> AsyncIterator[Part]:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            yield TextPart(NOTHING)
            yield FinishPart("stop")

    desk = Desk(Slow())
    for name in "abc":
        desk.tape.record(talk(name, *SAID), AGENT)
    await asyncio.gather(*(desk.reflector.run(name, AGENT) for name in "abc"))
    assert most == 1


async def test_an_unknown_alias_is_dropped_and_so_is_what_has_no_verdict() -> None:
    desk = Desk(Speaking(observation(), observation("Keep it short."), verdict("supports", "L99")))
    await desk.reflect("a", *SAID)
    result = await desk.reflect("b", *SAID)
    assert desk.status() == {"Answer briefly.": "suggested"}
    matched = desk.reflector.runs.stages(result.run)[2]
    assert "L99, which is no lesson" in json.dumps(matched.output)


async def test_equal_texts_are_matched_by_code() -> None:
    model = Speaking(observation(), observation("  answer BRIEFLY"))
    desk = Desk(model)
    await desk.reflect("a", *SAID)
    await desk.reflect("b", *SAID)
    assert [request.purpose for request in model.requests] == ["observe", "observe"]
    assert desk.status() == {"Answer briefly.": "active"}


async def test_an_echo_of_an_injected_lesson_does_not_count_a_correction_does() -> None:
    model = Speaking(observation(), observation(), observation(quote="Sure.", turn="t1"), observation())
    desk = Desk(model)
    await desk.reflect("a", *SAID)
    await desk.reflect("b", *SAID)
    await desk.reflect("c", *SAID)
    assert desk.lessons.show(USER, AGENT, "L1").card.supports == 2
    await desk.reflect("d", *SAID)
    card = desk.lessons.show(USER, AGENT, "L1").card
    assert (card.supports, card.not_followed) == (3, True)


async def test_an_opposite_is_linked_and_the_newer_words_win() -> None:
    long = observation("Answer at length.", "answer briefly")
    model = Speaking(observation(), observation(), long, verdict("new", conflicts=("L1",)), long)
    desk = Desk(model)
    for name in "abcd":
        await desk.reflect(name, *SAID)
    assert desk.status() == {"Answer briefly.": "suggested", "Answer at length.": "active"}


async def test_a_removed_lesson_is_counted_but_stays_removed() -> None:
    reworded = observation("Answer very briefly, please.")
    model = Speaking(observation(), observation(), observation(), reworded, verdict("new"), reworded, verdict("new"))
    desk = Desk(model)
    await desk.reflect("a", *SAID)
    await desk.reflect("b", *SAID)
    desk.lessons.remove(USER, AGENT, "L1")
    for name in "cde":
        await desk.reflect(name, *SAID)
    assert desk.lessons.show(USER, AGENT, "L1").card.suppressed == 1
    assert desk.status() == {"Answer briefly.": "removed", "Answer very briefly, please.": "suggested"}
    assert "resembles L1" in desk.lessons.why(USER, AGENT, "L2")


async def test_what_waits_is_told_and_why() -> None:
    desk = Desk(Speaking("nonsense"))
    for name, ended in (("a", "2026-03-02"), ("b", None)):
        desk.database.execute(
            "INSERT INTO conversations (id, user, agent, origin, title, started_at, ended_at)"
            " VALUES (?, ?, ?, 'user', '', '', ?)",
            (name, USER, AGENT, ended),
        )
        desk.tape.record(talk(name, *SAID), AGENT)
        for entry in desk.tape.entries(name):
            desk.database.execute(
                "INSERT INTO events (seq, conversation, turn, at, kind, body) VALUES (?, ?, ?, '', ?, ?)",
                (entry.seq, name, entry.turn, entry.event.kind, entry.event.model_dump_json()),
            )
    assert [(one.conversation, one.reason) for one in desk.reflector.pending()] == [("a", "ended")]
    await desk.reflector.run("a", AGENT)
    assert [(one.conversation, one.reason) for one in desk.reflector.pending()] == [("a", "failed")]
    await desk.reflector.run("a", AGENT)
    await desk.reflector.run("a", AGENT)
    assert desk.reflector.pending() == ()


async def test_the_reason_of_a_denial_is_the_users_own_word() -> None:
    desk = Desk(DemoModel())
    for name in "ab":
        denied = Called(
            after="t1",
            tool="mail__send",
            arguments={"to": name},
            outcome="denied",
            because="show me the text before you send",
        )
        desk.tape.record(talk(name, f"tell {name} we are late", events=(denied,)), AGENT)
        await desk.reflector.run(name, AGENT)
    (lesson,) = desk.lessons.all(USER, AGENT)
    assert (lesson.text, lesson.status) == ("Show the draft and ask before sending a message.", "active")
    assert "show me the text before you send" in {row.quote for row in lesson.evidence}
