"""The question before a tool runs: every rule of the dialog, one by one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from selu_lab.events import ApprovalAnswered, PolicyChanged, ToolFinished
from selu_lab.tools.approval import Approval, ApprovalRequest
from selu_lab.tui.app import LabApp
from selu_lab.tui.screens import ask
from selu_lab.tui.screens.ask import AskScreen
from selu_lab.tui.widgets.choice import Choice
from selu_lab.tui.widgets.prompt import Prompt
from tests.tui import stories
from tests.tui.kit import app_with, shown, type_text, until


@dataclass
class Asking:
    """A running app, and how a test asks something in it."""

    app: LabApp
    pilot: Pilot[None]
    conversation: str
    tasks: list[asyncio.Task[Approval]] = field(default_factory=list)

    def ask(self, tool: str = "store_set", position: int = 1, total: int = 1) -> asyncio.Task[Approval]:
        arguments = {"key": "list", "value": "milk"} if tool == "store_set" else stories.long_call()
        request = ApprovalRequest(
            f"{tool}{position}", "default", tool, arguments, "I would note milk.", position, total, self.conversation
        )
        self.tasks.append(asyncio.create_task(self.app.approvals.ask(request)))
        return self.tasks[-1]

    @property
    def dialog(self) -> AskScreen | None:
        return self.app.screen if isinstance(self.app.screen, AskScreen) else None

    async def opened(self, *, awake: bool = True) -> AskScreen:
        """The dialog, once it is there (and, unless told otherwise, takes answers)."""
        await until(self.pilot, lambda: self.dialog and self.dialog.query("#arguments"))
        assert self.dialog is not None
        if awake:
            await until(self.pilot, lambda: self.dialog and not self.dialog.inert)
            await until(self.pilot, lambda: self.dialog and self.dialog.request.tool in shown(self.app))
        return self.dialog


@asynccontextmanager
async def asking(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Asking]:
    app, _ = app_with()
    conversation = stories.begin(app.lab)
    app.desk.open(conversation)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield Asking(app, pilot, conversation)
        app.approvals.close()


async def test_the_dialog_names_agent_tool_arguments_and_the_agent_s_own_words() -> None:
    async with asking() as one:
        one.ask()
        await one.opened()
        for text in ("default asks to call store_set", "“I would note milk.”", "key: list", "value: milk"):
            assert text in shown(one.app)


async def test_allow_allows_this_one_call() -> None:
    async with asking() as one:
        answer = one.ask()
        await one.opened()
        await one.pilot.press("a")
        assert await answer == Approval("allow")


@pytest.mark.parametrize("key", ["escape", "d"])
async def test_esc_and_d_deny(key: str) -> None:
    async with asking() as one:
        answer = one.ask()
        await one.opened()
        await one.pilot.press(key)
        assert await answer == Approval("deny")


@pytest.mark.parametrize("keys", [(), ("b",), ("e",)])
async def test_esc_denies_at_once_and_in_every_mode(keys: tuple[str, ...]) -> None:
    async with asking() as one:
        answer = one.ask()
        await one.opened(awake=bool(keys))
        await one.pilot.press(*keys, "escape")
        assert await answer == Approval("deny")


async def test_the_focus_is_never_on_allow() -> None:
    async with asking() as one:
        answer = one.ask()
        dialog = await one.opened()
        assert dialog.focused is not None
        assert dialog.focused.id == "arguments"
        seen = set()
        for _ in range(8):
            await one.pilot.press("tab")
            seen.add(dialog.focused)
        assert not any(isinstance(widget, Choice) for widget in seen)
        await one.pilot.press("enter", "space")
        assert not answer.done()


async def test_allow_is_inert_while_the_dialog_is_young_and_while_somebody_types(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert ask.INERT_SECONDS == 0.5
    monkeypatch.setattr(ask, "INERT_SECONDS", 60.0)  # a slow machine takes longer than that for some keys
    async with asking() as one:
        answer = one.ask()
        dialog = await one.opened(awake=False)
        assert dialog.inert
        await one.pilot.press("a", "A", "l", "space", "a")
        await one.pilot.click("#answers Choice")
        await one.pilot.pause()
        assert not answer.done()
        assert dialog.inert
        assert one.app.chat.query_one(Prompt).text == "aAl a"  # nothing typed is lost either
        await one.pilot.press("escape")
        assert await answer == Approval("deny")


async def test_deny_because_tells_the_reason() -> None:
    async with asking() as one:
        answer = one.ask()
        dialog = await one.opened()
        await one.pilot.press("b")
        dialog.query_one("#because", Input).value = "It is on the list already"
        await one.pilot.press("enter")
        assert await answer == Approval("deny", because="It is on the list already")


async def test_edited_arguments_are_validated_again() -> None:
    async with asking() as one:
        answer = one.ask()
        dialog = await one.opened()
        await one.pilot.press("e")
        editor = dialog.query_one("#edit", TextArea)
        editor.text = '{"key": 3}'
        await one.pilot.press("ctrl+s")
        assert "The arguments do not fit" in shown(one.app)
        assert "'value' is a required property" in shown(one.app)
        editor.text = '{"key": "list",\n  "value":'
        await one.pilot.press("ctrl+s")
        assert "This is not valid JSON: expecting value (line 2, column 11)." in shown(one.app)
        editor.text = '["list"]'
        await one.pilot.press("ctrl+s")
        assert "Write one JSON object: names and values between { and }." in shown(one.app)
        assert not answer.done()
        editor.text = '{"key": "list", "value": "oat milk"}'
        await one.pilot.press("ctrl+s")
        assert await answer == Approval("allow", arguments={"key": "list", "value": "oat milk"})


@pytest.mark.parametrize("size", [(40, 10), (60, 20), (80, 24)])
async def test_the_editor_leaves_room_for_what_is_wrong_and_for_the_keys(size: tuple[int, int]) -> None:
    async with asking(size) as one:
        one.ask()
        dialog = await one.opened()
        await one.pilot.press("e")
        dialog.query_one("#edit", TextArea).text = "[]"
        await one.pilot.press("ctrl+s")
        await one.pilot.pause()
        for text in ("store_set", "Write one JSON object", "Allow so", "Back", "Esc Deny"):
            assert text in shown(one.app), text
        assert dialog.query_one("#edit").size.height >= 3


async def test_a_call_without_arguments_is_edited_as_an_empty_object() -> None:
    async with asking() as one:
        request = ApprovalRequest("c", "default", "memory_list", {}, "", 1, 1, one.conversation)
        one.tasks.append(asyncio.create_task(one.app.approvals.ask(request)))
        dialog = await one.opened()
        await one.pilot.press("e")
        assert dialog.query_one("#edit", TextArea).text == "{}"
        await one.pilot.press("escape")


@pytest.mark.parametrize(("key", "policy", "answer"), [("A", "allow", "allow"), ("B", "block", "deny")])
async def test_a_policy_is_set_apart_from_the_answer_and_is_marked(key: str, policy: str, answer: str) -> None:
    async with asking() as one:
        asked = one.ask()
        await one.opened()
        await one.pilot.press(key)
        assert (await asked).answer == answer
        changes = [entry.event for entry in one.app.lab.journal.entries(one.conversation)]
        assert PolicyChanged(agent="default", tool="store_set", policy=policy) in changes
        await until(one.pilot, lambda: f"Policy of store_set for default: {policy}." in shown(one.app))


async def test_two_questions_come_in_order_with_a_count() -> None:
    async with asking() as one:
        first = one.ask(position=1, total=2)
        await one.opened()
        second = one.ask(tool="memory_search")
        await one.pilot.pause()
        assert "store_set  1 more waiting" in shown(one.app)
        await one.pilot.press("a")
        assert await first == Approval("allow")
        await until(one.pilot, lambda: one.dialog and one.dialog.request.tool == "memory_search")
        await one.opened()
        assert "waiting" not in shown(one.app)
        await one.pilot.press("d")
        assert await second == Approval("deny")
        await until(one.pilot, lambda: one.dialog is None)


async def test_a_question_nobody_waits_for_goes_away_and_the_next_one_comes() -> None:
    async with asking() as one:
        first = one.ask()
        await one.opened()
        second = one.ask(tool="memory_search")
        first.cancel()
        await until(one.pilot, lambda: one.dialog and one.dialog.request.tool == "memory_search")
        await one.opened()
        await one.pilot.press("a")
        assert await second == Approval("allow")


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40)])
async def test_question_and_keys_are_in_sight_and_the_arguments_scroll(size: tuple[int, int]) -> None:
    async with asking(size) as one:
        one.ask(tool="memory_search")
        dialog = await one.opened()
        screen = shown(one.app)
        for text in ("memory_search", "a Allow", "d Deny", "b because", "e Edit", "A set to Allow", "B set to Block"):
            assert text in screen, text
        assert dialog.query_one("#arguments").max_scroll_y > 0
        await one.pilot.press("end")
        await until(one.pilot, lambda: "Line 39 of a long" in shown(one.app))


async def test_nothing_lies_over_a_question() -> None:
    async with asking() as one:
        one.ask()
        await one.opened()
        await one.pilot.press("ctrl+p", "f1", "f2")
        assert one.dialog is not None


async def test_leaving_takes_back_what_is_open_without_calling_it_a_denial() -> None:
    app, model = app_with(("I note it.", ("store_set", {"key": "list", "value": "milk"})), ("Done.",))
    app.lab.policies.set(app.desk.user.id, "default", "store_set", "ask")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await type_text(pilot, "Milk, please")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        await pilot.press("ctrl+q")
        events = [entry.event for entry in app.lab.journal.entries(app.desk.conversation)]
        answers = [event.answer for event in events if isinstance(event, ApprovalAnswered)]
        outcomes = [event.outcome for event in events if isinstance(event, ToolFinished)]
        assert (answers, outcomes) == (["cancelled"], ["cancelled"])
        assert not app.lab.journal.open_turns()
        assert model.answers == [("Done.",)]  # nobody is asked to answer what nobody will read


async def test_a_stopped_turn_takes_its_question_with_it() -> None:
    app, _ = app_with(("I note it.", ("store_set", {"key": "list", "value": "milk"})), ("Done.",))
    app.lab.policies.set(app.desk.user.id, "default", "store_set", "ask")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await type_text(pilot, "Milk, please")
        await until(pilot, lambda: isinstance(app.screen, AskScreen))
        app.chat.action_stop()
        await until(pilot, lambda: not isinstance(app.screen, AskScreen))
        assert not app.approvals.count
