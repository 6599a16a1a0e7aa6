"""Every kind of expectation passes where it holds and fails, with what came, where it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.scenarios.kit import played, problems

PLAYED = """\
user: {language: en}
now: 2026-05-06T14:30:00
profile: [{category: location, text: Lives in Berlin}]
policies: {one: {set_reminder: ask, store_delete: block}}
lessons: {one: [{text: Answer briefly., status: active}, {text: Use dates., status: suggested}]}
steps:
  - user: I take no sugar.
    model:
      - {call: memory_remember, arguments: {content: Takes no sugar}}
      - {call: store_set, arguments: {key: list, value: milk}}
      - {call: store_delete, arguments: {key: list}}
      - {call: set_reminder, arguments: {prompt: Buy sugar, when: in two hours}}
      - {say: One moment., call: set_reminder, arguments: {prompt: Buy tea, when: in one hour}}
      - {say: Noted. Your reminder is set.}
    approvals:
      - {tool: set_reminder, answer: deny, because: no sugar}
      - {tool: set_reminder, answer: edit, arguments: {prompt: Buy green tea, when: in one hour}}
"""

HOLDS = [
    "tool_called: memory_remember",
    "tool_called: {name: memory_remember, arguments: {content: Takes no sugar}, count: 1}",
    "tool_called: {name: store_set, arguments: {value: {contains: mil}}, ignore: [key]}",
    "tool_called: {name: set_reminder, stage: proposed, count: 2}",
    "tool_called: {name: set_reminder, stage: denied, arguments: {prompt: Buy sugar, when: in two hours}}",
    "tool_called: {name: set_reminder, stage: approved, arguments: {prompt: Buy green tea, when: in one hour}}",
    "tool_called: {name: set_reminder, stage: proposed, arguments: {prompt: Buy tea, when: in one hour}}",
    "tool_called: {name: store_delete, stage: blocked}",
    "tool_not_called: memory_search",
    "tool_not_called: {name: store_delete, stage: executed}",
    "tool_not_called: {name: memory_remember, arguments: {content: Takes sugar}}",
    "tool_sequence: {exact: [memory_remember, store_set, set_reminder]}",
    "tool_sequence: {in_order: [memory_remember, set_reminder]}",
    "tool_sequence: {any_order: [set_reminder, {name: memory_remember, arguments: {content: Takes no sugar}}]}",
    "tool_sequence: {any_order: [set_reminder, set_reminder], stage: proposed}",
    "tool_count: {name: set_reminder, count: 1}",
    "tool_count: {name: set_reminder, count: {gt: 1}, stage: proposed}",
    "max_tool_calls: 5",
    "max_tool_calls: {count: 1, name: store_set}",
    "max_tool_calls: {count: 3, stage: executed}",
    "max_model_calls: 3",
    "reply: Noted. Your reminder is set.",
    "reply: {icontains: NOTED, not_contains: sugar}",
    "context: {section: profile, contains: Lives in Berlin}",
    "context: {section: lessons, contains: Answer briefly., not_contains: Use dates.}",
    "context: {section: time, contains: '2026-05-06 14:30'}",
    "context: {section: history, contains: I take no sugar.}",
    "context: {contains: You are agent one.}",
    "context: {section: agent}",
    "context: {section: tools, contains: set_reminder}",
    "not_in_context: {contains: You are agent two.}",
    "not_in_context: {section: 'capability:mail'}",
    "not_in_context: {section: lessons, contains: Use dates.}",
    "notes: {count: 1, any: Takes no sugar, none: {contains: milk}}",
    "notes: {any: {contains: sugar, agent: one}}",
    "reminders: {count: 1, any: {prompt: Buy green tea, fire_at: '2026-05-06T15:30:00', agent: one}}",
    "reminders: {any: {when: in one hour}}",
    "reminders: {none: Buy sugar}",
    "reminders: {status: fired, count: 0}",
    "reminder_fired: {count: 0}",
    "lesson: {text: {contains: briefly}, status: active, agent: one, observations: 0, confidence: {lt: 0.85}}",
    "lesson: {status: suggested, count: 1}",
    "lesson: {agent: two, count: 0}",
    "profile_unchanged: true",
    "claim_matches_act: true",
]

FAILS = [
    ("tool_called: memory_search", "memory_remember {"),
    ("tool_called: {name: memory_remember, arguments: {content: takes no sugar}}", "Takes no sugar"),
    ("tool_called: {name: memory_remember, arguments: {}}", "Takes no sugar"),
    ("tool_called: {name: store_set, arguments: {value: milk}}", '"key": "list"'),
    ("tool_called: {name: store_set, arguments: {key: list, value: milk, more: x}}", "milk"),
    ("tool_called: {name: set_reminder, count: 2}", "Buy green tea"),
    ("tool_called: {name: store_delete}", "memory_remember"),
    ("tool_called: {name: set_reminder, arguments: {prompt: Buy tea, when: in one hour}}", "Buy green tea"),
    ("tool_not_called: store_delete", "store_delete"),
    ("tool_not_called: {name: memory_remember, arguments: {content: {contains: sugar}}}", "Takes no sugar"),
    ("tool_sequence: {exact: [memory_remember, set_reminder]}", "store_set"),
    ("tool_sequence: {in_order: [set_reminder, memory_remember]}", "memory_remember"),
    ("tool_sequence: {any_order: [set_reminder, set_reminder]}", "set_reminder"),
    ("tool_count: {name: set_reminder, count: 2}", "1: "),
    ("max_tool_calls: 4", "5: "),
    ("max_tool_calls: {count: 0, name: store_set}", "store_set"),
    ("max_model_calls: 2", "3"),
    ("reply: Noted.", "Your reminder is set."),
    ("reply: {regex: '^Y'}", "Noted."),
    ("context: {section: profile, contains: Bonn}", "Lives in Berlin"),
    ("context: {section: 'capability:mail'}", "no section capability:mail"),
    ("not_in_context: {contains: You are agent one.}", "You are agent one."),
    ("not_in_context: {section: profile}", "Lives in Berlin"),
    ("notes: {count: 0}", "Takes no sugar"),
    ("notes: {any: {contains: milk}}", "Takes no sugar"),
    ("notes: {any: {contains: sugar, agent: two}}", "(one)"),
    ("notes: {none: {contains: sugar}}", "Takes no sugar"),
    ("reminders: {count: 2}", "Buy green tea"),
    ("reminders: {any: {fire_at: '2026-05-06T15:31:00'}}", "15:30"),
    ("reminders: {none: {prompt: {contains: tea}}}", "Buy green tea"),
    ("reminder_fired: Buy green tea", "none fired"),
    ("lesson: {text: {contains: long}}", "Answer briefly."),
    ("lesson: {status: active, count: 0}", "Answer briefly."),
]


def test_all_that_holds(tmp_path: Path) -> None:
    expected = "".join(f"      - {one}\n" for one in HOLDS)
    result = played(tmp_path, PLAYED + "    expect:\n" + expected)
    assert problems(result) == []
    assert result.outcome == "pass"


def test_all_that_does_not(tmp_path: Path) -> None:
    expected = "".join(f"      - {one}\n" for one, _ in FAILS)
    result = played(tmp_path, PLAYED + "    expect:\n" + expected)
    failures = result.runs[0].failures
    first = 3 + PLAYED.count("\n") + 2
    assert [one.where.line for one in failures] == list(range(first, first + len(FAILS)))
    for failure, (text, got) in zip(failures, FAILS, strict=True):
        assert failure.kind == text.split(":")[0]
        assert got in failure.got
        assert failure.step == "step 1 (user: I take no sugar.)"
    assert result.outcome == "fail"


CLAIMED = """\
steps:
  - user: I take no sugar.
    model: {lines}
    expect: [{{claim_matches_act: true}}]
"""


@pytest.mark.parametrize(
    ("lines", "true"),
    [
        ([{"say": "I'll remember that."}], False),
        ([{"call": "memory_remember", "arguments": {"content": "No sugar"}}, {"say": "Noted."}], True),
        ([{"call": "memory_remember", "arguments": {"content": ""}}, {"say": "Noted."}], False),
        ([{"call": "memory_search", "arguments": {"query": "sugar"}}, {"say": "Noted."}], False),
        ([{"say": "I'll remind you tomorrow."}], False),
        ([{"call": "set_reminder", "arguments": {"prompt": "x", "when": "maybe"}}, {"say": "Reminder set."}], False),
        ([{"say": "Shall I remember that?"}], True),
    ],
)
def test_a_claim_needs_a_call_that_worked(tmp_path: Path, lines: list[object], true: bool) -> None:
    result = played(tmp_path, CLAIMED.format(lines=json.dumps(lines)))
    assert (result.outcome == "pass") is true, problems(result)


async def test_a_changed_profile_is_told(tmp_path: Path) -> None:
    from selu_lab.scenarios.expectations.stores import ProfileUnchanged
    from selu_lab.scenarios.opening import open_scenario
    from selu_lab.scenarios.seen import Seen
    from selu_lab.settings import Settings
    from tests.scenarios.kit import agents, read

    scenario = read(
        tmp_path, "profile: [{text: Lives in Berlin}]\nsteps: [{user: Hi, expect: [{max_tool_calls: 0}]}]\n"
    )
    lab = open_scenario(scenario, Settings(agents=(agents(tmp_path),)), "script").lab
    check, seen = ProfileUnchanged(holds=True), Seen([], lab, "anna", [("other", "Lives in Berlin")])
    assert await check.judge(seen) is None
    lab.profile.add("anna", "other", "Likes tea", lab.clock.now())
    mismatch = await check.judge(seen)
    assert mismatch is not None
    assert "Likes tea" in mismatch.got
    lab.close()
