"""Talking in the app: what is sent, shown, stopped, kept, copied and found again."""

from __future__ import annotations

import asyncio

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from selu_lab.conversation.items import AgentItem, MarkItem, TurnItem, UserItem
from selu_lab.conversation.transcript import Transcript
from selu_lab.events import ConversationEnded, ReflectionStarted
from selu_lab.tui.app import LabApp
from selu_lab.tui.widgets.agent_message import AgentMessage
from selu_lab.tui.widgets.prompt import Prompt
from tests.tui import stories
from tests.tui.kit import again, app_with, shown, type_text, until

SIZE = (120, 40)


async def say(pilot: Pilot[None], app: LabApp, text: str) -> None:
    """Send a text and wait for the turn's end."""
    await type_text(pilot, text)
    view = app.chat.view
    await until(pilot, lambda: any(isinstance(item, UserItem) and item.text == text for item in view.fold.items))
    await until(pilot, lambda: not app.chat.answering and isinstance(view.fold.items[-1], TurnItem))


async def test_enter_sends_and_the_answer_is_shown_with_its_tokens() -> None:
    app, _ = app_with(("Hello ", "**Anna**."))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "Good morning")
        screen = shown(app)
        assert "Good morning" in screen
        assert "Hello Anna." in screen
        assert "turn 1 · 0." in screen
        assert app.chat.query_one(Prompt).text == ""


async def test_ctrl_j_begins_a_line_and_enter_sends_both() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        app.chat.query_one(Prompt).insert("one")
        await pilot.press("ctrl+j", "t", "w", "o", "enter")
        await until(pilot, lambda: app.chat.view.fold.items)
        item = app.chat.view.fold.items[0]
        assert isinstance(item, UserItem)
        assert item.text == "one\ntwo"


async def test_esc_stops_and_keeps_the_partial_text() -> None:
    app, model = app_with(("Berlin is ", "big."), ("Go on.",))
    model.hold = asyncio.Event()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await type_text(pilot, "Tell me")
        await until(pilot, lambda: "Berlin is" in shown(app))
        await pilot.press("escape")
        await until(pilot, lambda: not app.chat.answering)
        texts = [item for item in app.chat.view.fold.items if isinstance(item, AgentItem)]
        assert [(item.text, item.complete) for item in texts] == [("Berlin is ", False)]
        assert "stopped here; the text so far is kept" in shown(app)
        assert "0 tokens" not in shown(app)  # nobody told them
        model.hold = None
        await say(pilot, app, "And now?")
        assert "Go on." in shown(app)


async def test_a_text_sent_while_the_agent_answers_is_not_lost() -> None:
    app, model = app_with(("Berlin ", "is big."))
    model.hold = asyncio.Event()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await type_text(pilot, "Tell me")
        await until(pilot, lambda: app.chat.answering)
        await type_text(pilot, "And Rome?")
        assert app.chat.query_one(Prompt).text == "And Rome?"
        model.hold.set()
        await until(pilot, lambda: not app.chat.answering)


async def test_a_failed_turn_says_in_one_sentence_what_to_do() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        app.desk.choose_model("openai/nobody")
        await say(pilot, app, "Hello")
        assert "There is no key for openai. Set OPENAI_API_KEY." in shown(app)
        await until(pilot, lambda: "cannot be used now" in shown(app))


async def test_resuming_gives_the_same_transcript() -> None:
    app, _ = app_with(
        ("I look.", ("store_set", {"key": "list", "value": "milk"}), ("memory", {"query": "x"})), ("Done.",)
    )
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "Put milk on the list")
        live, conversation = list(app.chat.view.fold.items), app.desk.conversation
        assert Transcript(app.lab.journal.entries(conversation)).items == live
    resumed = again(app, conversation)
    async with resumed.run_test(size=SIZE, notifications=True):
        assert resumed.chat.view.fold.items == live
        assert "Put milk on the list" in shown(resumed)


async def test_a_long_conversation_mounts_at_most_thirty_rows_and_brings_earlier_ones() -> None:
    app, _ = app_with()
    app.desk.open(stories.many(app.lab, 501))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        view = app.chat.view
        assert view.mounted_rows == 30
        assert "Answer 166." in shown(app)
        view.scroll_home(animate=False)
        await until(pilot, lambda: "471 earlier messages" in shown(app))
        await pilot.press("pageup")
        await until(pilot, lambda: "Answer 150." in shown(app))
        assert view.mounted_rows == 30
        assert len(app.chat.query(AgentMessage)) <= 30
        await say(pilot, app, "One more")
        assert "One more" in shown(app)
        assert view.mounted_rows == 30


async def test_the_transcript_follows_until_the_user_scrolls_away_and_again_at_the_end() -> None:
    app, _ = app_with(("More.",), ("Even more.",), ("The end.",))
    app.desk.open(stories.many(app.lab, 30))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        view = app.chat.view
        await pilot.pause()
        assert view.is_vertical_scroll_end
        await pilot.press("pagedown")  # already at the end: must not let go of it
        await say(pilot, app, "Go on")
        assert view.is_vertical_scroll_end
        await pilot.press("pageup", "pageup")
        await pilot.pause()
        place = view.scroll_y
        stories.turn(app.lab.journal, app.desk.conversation, "Meanwhile", *stories.answered("While you read."))
        await until(pilot, lambda: view.fold.items[-1].turn == 12)
        await pilot.pause()
        assert view.scroll_y <= place
        assert not view.is_vertical_scroll_end


async def test_a_long_paste_stands_as_a_token_and_is_sent_in_full() -> None:
    app, _ = app_with()
    pasted = "\n".join(f"line {number} \x1b]0;evil\x07" for number in range(400))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        prompt = app.chat.query_one(Prompt)
        prompt.post_message(Paste(pasted))
        await until(pilot, lambda: prompt.text)
        assert prompt.text == "[pasted text #1: 400 lines, 3,889 characters]"
        await pilot.press("enter")
        await until(pilot, lambda: app.chat.view.fold.items)
        item = app.chat.view.fold.items[0]
        assert isinstance(item, UserItem)
        assert item.text.startswith("line 0 \nline 1 \n")
        assert item.text.count("\n") == 399
        assert "\x1b" not in item.text


async def test_up_and_down_go_through_what_was_sent() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "first")
        await say(pilot, app, "second")
        prompt = app.chat.query_one(Prompt)
        await pilot.press("up", "up")
        assert prompt.text == "first"
        await pilot.press("down")
        assert prompt.text == "second"
        await pilot.press("down")
        assert prompt.text == ""


async def test_new_ends_the_old_conversation_and_the_next_text_begins_another() -> None:
    app, _ = app_with()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "first")
        old = app.desk.conversation
        await pilot.press("ctrl+n")
        await until(pilot, lambda: app.lab.journal.get(old).ended_at)
        assert "Family Assistant" in shown(app)
        await say(pilot, app, "second")
        assert app.desk.conversation != old
        assert "first" not in shown(app)


async def test_end_stays_on_the_page_and_reflection_follows() -> None:
    app, _ = app_with(reflect=True)
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "first")
        ended = app.desk.conversation
        await pilot.press("ctrl+e")
        kinds = (ConversationEnded, ReflectionStarted)
        await until(
            pilot, lambda: sum(isinstance(one.event, kinds) for one in app.lab.journal.entries(ended)) == len(kinds)
        )
        await until(pilot, lambda: any(isinstance(item, MarkItem) for item in app.chat.view.fold.items))
        assert "The conversation ended." in shown(app)
        await say(pilot, app, "second")
        assert app.desk.conversation != ended


USED = ("turn 1 · 1,204 in · 63 tokens out", "$0.0021 · 1.2 s")


@pytest.mark.parametrize(("width", "lines"), [(60, [" · ".join(USED)]), (44, list(USED))])
async def test_what_a_turn_used_breaks_only_between_its_figures(width: int, lines: list[str]) -> None:
    app, _ = app_with()
    app.desk.open(stories.many(app.lab, 3))
    async with app.run_test(size=(width, 20), notifications=True) as pilot:
        await until(pilot, lambda: lines[-1] in shown(app))
        rows = [row.strip(" ▌│┃▐█") for row in shown(app).splitlines()]
        assert rows[rows.index(lines[0]) :][: len(lines)] == lines


async def test_ctrl_y_copies_the_last_answer() -> None:
    app, _ = app_with(("Take **this**.",))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await say(pilot, app, "Hello")
        await pilot.press("ctrl+y")
        assert app.clipboard == "Take **this**."


async def test_a_call_opens_to_everything_about_it() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=(200, 70), notifications=True) as pilot:
        for call in app.chat.query("CallMessage"):
            call.focus()
            await pilot.press("enter")
        await pilot.pause()
        screen = shown(app)
        for fact in (
            "Allow – the tool's default", "Ask – set by you", "you allowed it", "memory → content", "ok after 0.03 s",
            "0.91 Anna drinks oat milk in her coffee", "production would find", "nine is in the morning",
            "Wed 2026-03-04 09:00 Europe/Berlin", '"status": "stored"', "near note",
        ):  # fmt: skip
            assert fact in screen, fact


async def test_a_text_that_waits_behind_another_turn_can_be_taken_back() -> None:
    app, model = app_with(("A reminder ", "speaks."))
    model.hold = asyncio.Event()
    reminder = stories.reminder(app.lab, "Laundry")
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        firing = asyncio.create_task(app.lab.firing.fire(reminder))
        await until(pilot, lambda: app.lab.chat.busy)
        await type_text(pilot, "Hello there")
        await until(pilot, lambda: app.chat.answering)
        await pilot.press("escape")
        await until(pilot, lambda: app.chat.query_one(Prompt).text == "Hello there")
        assert not app.chat.answering
        model.hold.set()
        assert await firing


async def test_opening_a_conversation_while_its_turn_runs_shows_everything_once() -> None:
    app, model = app_with(("One ", "two ", "three."))
    model.hold = asyncio.Event()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await type_text(pilot, "Count")
        await until(pilot, lambda: "One" in shown(app))
        conversation = app.desk.conversation
        app.desk.leave()
        await app.chat.show_conversation()
        app.desk.open(conversation)
        await app.chat.show_conversation()
        model.hold.set()
        await until(pilot, lambda: not app.chat.answering)
        assert app.chat.view.fold.items == Transcript(app.lab.journal.entries(conversation)).items
        assert shown(app).count("One two three.") == 1


async def test_typing_with_the_focus_elsewhere_reaches_the_prompt() -> None:
    app, _ = app_with()
    app.desk.open(stories.with_calls(app.lab))
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        app.chat.query("CallMessage").first().focus()
        await pilot.press("H", "i", "space", "y", "o", "u")
        assert app.chat.query_one(Prompt).text == "Hi you"
        await app.chat.open_tab("profile")
        await pilot.pause()
        await pilot.press("x")
        assert app.chat.query_one(Prompt).text == "Hi you"
