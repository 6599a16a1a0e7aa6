"""What a provider is sent: production's system messages, and a history no provider can refuse."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from selu_lab.context.messages import Call, Message
from selu_lab.context.section import Section
from selu_lab.models.base import Request
from selu_lab.models.wire import messages, paired

AGENT = Section("agent", "Agent", "agent.md", "Be kind.")
CLOCK = Section("time", "Time", "clock", "It is noon.")
PROFILE = Section("profile", "Profile", "row 1", "Lives in Berlin.", 2)
LESSONS = Section("lessons", "Lessons", "row 2", "Be brief.", 3)
EMPTY = Section("location", "Location", "", " \n", 2)
HELLO = Message("user", "Hello")


def request(*history: Message, sections: tuple[Section, ...] = (AGENT, PROFILE, LESSONS, CLOCK, EMPTY)) -> Request:
    return Request(sections, history)


def test_sections_become_productions_three_system_messages() -> None:
    assert messages(request(HELLO)) == [
        {"role": "system", "content": "Be kind.\n\nIt is noon."},
        {"role": "system", "content": "Lives in Berlin."},
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
    ]


def test_providers_with_one_system_message_get_all_sections_in_it() -> None:
    system, user = messages(request(HELLO), "merged")
    assert system["content"] == "Be kind.\n\nIt is noon.\n\nLives in Berlin.\n\nBe brief."
    assert user["role"] == "user"


def test_templates_without_a_system_role_get_the_sections_before_the_users_text() -> None:
    (only,) = messages(request(HELLO), "user")
    assert only["role"] == "user"
    assert str(only["content"]).startswith("Be kind.")
    assert str(only["content"]).endswith("\n\nHello")


def test_results_follow_their_calls_in_the_order_of_the_calls() -> None:
    asking = Message("assistant", "", (Call("a", "f", "{}"), Call("b", "g", "{}")))
    answers = (Message("tool", "B", call_id="b"), Message("tool", "A", call_id="a"), Message("tool", "A2", call_id="a"))
    assert [m.text for m in paired((HELLO, asking, *answers))] == ["Hello", "", "A", "B"]


def test_a_call_without_result_goes_but_the_text_beside_it_stays() -> None:
    asking = Message("assistant", "One moment.", (Call("a", "f", "{}"), Call("b", "g", "{}")))
    history = (Message("tool", "orphan", call_id="z"), HELLO, asking, Message("tool", "A", call_id="a"), HELLO)
    assert [(m.role, m.text, m.calls) for m in paired(history)] == [
        ("user", "Hello", ()),
        ("assistant", "One moment.", ()),
        ("user", "Hello", ()),
    ]


def test_what_cannot_be_sent_is_made_sendable() -> None:
    broken = Message("assistant", "", (Call("a", "f", '{"x": "\ud800'), Call("b", "g", "")))
    results = (Message("tool", "", call_id="a"), Message("tool", "\x00\ud83d", call_id="b"))
    sent = messages(request(Message("user", "a\x00b\ud800"), broken, *results, Message("user", "  ")))
    json.dumps(sent, ensure_ascii=False).encode()
    user, call, first, second = sent[3:]
    assert user["content"] == "ab"
    assert json.dumps(call).count("unreadable") == 1
    assert first["content"] == second["content"] == "(no output)"


roles = st.sampled_from(["user", "assistant", "tool"])
calls = st.lists(st.builds(Call, st.sampled_from("abc"), st.just("f"), st.just("{}")), max_size=2).map(tuple)
histories = st.lists(
    st.builds(Message, roles, st.sampled_from(["", "text"]), calls, st.sampled_from("abc")), max_size=12
)


@given(histories)
def test_every_call_has_one_result_right_behind_it(history: list[Message]) -> None:
    open_calls: list[str] = []
    for message in messages(request(*history, sections=())):
        if message["role"] == "tool":
            assert message["tool_call_id"] == open_calls.pop(0)
        else:
            assert not open_calls
            written = message.get("tool_calls") or []
            assert isinstance(written, list)
            open_calls = [str(call["id"]) for call in written if isinstance(call, dict)]
            assert open_calls or message["content"]
    assert not open_calls
