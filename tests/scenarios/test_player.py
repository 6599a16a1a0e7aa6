"""Scenarios are played step by step, each repetition from scratch, and what does not fit together is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from selu_lab.errors import Exit
from selu_lab.scenarios.player import play
from selu_lab.scenarios.result import Run, judged
from selu_lab.settings import Settings
from tests.scenarios.kit import agents, played, problems, read

SAY = "model: [{say: Fine.}]"


def test_repetitions_see_nothing_of_each_other(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """\
        repeat: {times: 3, pass: all}
        steps:
          - user: Keep this.
            model:
              - {call: memory_search, arguments: {query: sugar}}
              - {call: store_list, arguments: {}}
              - {say: "…", call: memory_remember, arguments: {content: Takes no sugar}}
              - {call: store_set, arguments: {key: list, value: milk}}
              - {call: set_reminder, arguments: {prompt: Buy tea, when: in zwei Stunden}}
              - {say: Fine.}
            expect:
              - not_in_context: {section: history, contains: Fine}
        after:
          notes: {count: 1}
          reminders: {count: 1}
          tool_count: {name: store_set, count: 1}
        """,
    )
    assert problems(result) == []
    assert [run.passed for run in result.runs] == [True] * 3


def test_two_labs_of_a_scenario_share_nothing_while_both_are_open(tmp_path: Path) -> None:
    from selu_lab.scenarios.opening import open_scenario

    scenario = read(
        tmp_path,
        f"notes: [{{content: Takes no sugar}}]\nsteps: [{{user: Hi, {SAY}}}]\nafter: {{notes: {{count: 1}}}}\n",
    )
    settings = Settings(agents=(agents(tmp_path),))
    first, second = (open_scenario(scenario, settings, "script") for _ in range(2))
    for note in first.lab.notes("anna").all():
        first.lab.notes("anna").delete(note.id)
    assert first.lab.notes("anna").count() == 0
    assert second.lab.notes("anna").count() == 1
    first.lab.close()
    second.lab.close()


def test_identical_calls_get_their_own_answers_in_order(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """\
        policies: {one: {memory_remember: ask}}
        steps:
          - user: Keep this.
            model:
              - {call: memory_remember, arguments: {content: Takes no sugar}}
              - {call: memory_remember, arguments: {content: Takes no sugar}}
              - {say: Fine.}
            approvals:
              - {tool: memory_remember, answer: deny, because: not that}
              - {tool: memory_remember, answer: edit, arguments: {content: Takes little sugar}}
            expect:
              - tool_called: {name: memory_remember, stage: denied, arguments: {content: Takes no sugar}, count: 1}
              - tool_called: {name: memory_remember, arguments: {content: Takes little sugar}, count: 1}
              - tool_called: {name: memory_remember, count: 1}
        after:
          notes: {count: 1, any: Takes little sugar}
        """,
    )
    assert problems(result) == []


async def test_the_order_counts_and_not_the_ids_of_calls() -> None:
    from selu_lab.scenarios.approving import ScriptedApprover
    from selu_lab.scenarios.spec import ApprovalGiven
    from selu_lab.tools.approval import ApprovalRequest

    approver = ScriptedApprover()
    given = [{"tool": "t", "answer": "deny", "because": "no"}, {"tool": "t", "answer": "allow"}]
    approver.play([ApprovalGiven.model_validate(one) for one in given])
    answers = [await approver.ask(ApprovalRequest("same", "one", "t", {}, "", n, 3, "c")) for n in (1, 2, 3)]
    assert [one.answer for one in answers] == ["deny", "allow", "absent"]
    assert approver.surprise


ASKED = """\
policies: {{one: {{memory_remember: ask}}}}
steps:
  - user: Keep this.
    model: [{{call: memory_remember, arguments: {{content: Takes no sugar}}}}, {{say: Fine.}}]
    approvals: {approvals}
    expect: [{{tool_not_called: memory_search}}]
"""


@pytest.mark.parametrize(
    ("approvals", "sentence"),
    [
        ("[]", "one asked for approval of memory_remember, which this step does not declare."),
        ("[{tool: set_reminder, answer: allow}]", "but the next declared approval is of set_reminder."),
    ],
)
def test_an_undeclared_approval_is_an_error(tmp_path: Path, approvals: str, sentence: str) -> None:
    result = played(tmp_path, ASKED.format(approvals=approvals))
    assert result.outcome == "error"
    assert sentence in problems(result)[0]
    assert result.runs[0].fault is not None
    assert (result.runs[0].fault.exit, result.runs[0].fault.where.line) == (Exit.FAILED, 6)


def test_a_denied_call_that_is_made_again_and_again_ends_and_never_runs(tmp_path: Path) -> None:
    again = "{call: memory_remember, arguments: {content: Takes no sugar}}, {say: Sure., call: memory_search}"
    body = ASKED.format(approvals="[{tool: memory_remember, answer: deny}]")
    lines = f"[{', '.join([again] * 2)}, {{say: Fine.}}]"
    body = body.replace("[{call: memory_remember, arguments: {content: Takes no sugar}}, {say: Fine.}]", lines)
    result = played(tmp_path, body + "after: {notes: {count: 0}}\n")
    assert result.outcome == "error"
    assert "which this step does not declare" in problems(result)[-1]
    assert not any("notes" in problem for problem in problems(result))


def test_a_declared_approval_that_nobody_asks_for_is_a_failure(tmp_path: Path) -> None:
    two = "[{tool: memory_remember, answer: timeout}, {tool: memory_remember, answer: allow}]"
    result = played(tmp_path, ASKED.format(approvals=two))
    assert result.outcome == "fail"
    assert problems(result) == ["approvals: expected to be asked about memory_remember, got nobody was asked"]


def test_what_is_due_fires_in_the_order_of_time_and_sees_its_own_moment(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """\
        now: 2026-03-28T23:30:00
        steps:
          - user: Remind me.
            model:
              - {call: set_reminder, arguments: {prompt: Second, when: in 3 Stunden}}
              - {call: set_reminder, arguments: {prompt: First, when: in 1 Stunde}}
              - {call: set_reminder, arguments: {prompt: Never, when: in 2 Tagen}}
              - {say: Fine.}
          - advance: 1d
            model:
              - {say: "First!", call: set_reminder, arguments: {prompt: Between, when: in 30 Minuten}}
              - {say: "First is told."}
              - {say: "Between is told."}
              - {say: "Second is told."}
            expect:
              - reminder_fired: {count: 3, late_seconds: 0}
              - reply: "First is told.\\n\\nBetween is told.\\n\\nSecond is told."
              - max_model_calls: 4
          - user: What time is it?
            model: [{say: Late.}]
            expect: [{context: {section: time, contains: "2026-03-30 00:30"}}]
        after:
          reminders: {count: 1, any: Never}
        """,
    )
    assert problems(result) == []


def test_a_reminder_is_told_at_its_own_time(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """\
        now: 2026-05-06T14:30:00
        steps:
          - user: Remind me.
            model: [{call: set_reminder, arguments: {prompt: Buy tea, when: in 1 Stunde}}, {say: Fine.}]
          - advance: {to: 2026-05-06T20:00:00}
            model: [{say: Tea!}]
            expect: [{context: {section: time, contains: "15:30"}}]
        """,
    )
    assert problems(result) == []


HI = f"{{user: Hi, {SAY}, expect: [{{reply: Fine.}}]}}"
UNPLAYABLE = [
    ("steps: [{end: conversation, expect: [{max_tool_calls: 0}]}]", "no conversation to end", 4),
    (f"steps:\n  - user: Hi\n    {SAY}\n    expect: [{{tool_not_called: memory_serach}}]", "“memory_search”", 7),
    (f"policies: {{one: {{memory_searc: ask}}}}\nsteps: [{HI}]", "“memory_search”", 4),
    (f"lessons: {{three: [{{text: Be brief.}}]}}\nsteps: [{HI}]", "“three”", 4),
    ("steps:\n  - user: Hi\n    expect: [{reply: Fine.}]", "no answer left", 5),
    ("steps:\n  - user: Hi\n    model: [{say: A}, {say: B}]\n    expect: [{reply: A}]", "1 answers of the script", 5),
    (f"steps:\n  - {HI}\n  - advance: {{to: 2020-01-01T00:00:00}}", "cannot go back", 6),
    (f"notes: [{{content: 'password: hunter22'}}]\nsteps: [{HI}]", "cannot be kept", 4),
    (f"lessons: {{one: [{{text: 'See https://example.org'}}]}}\nsteps: [{HI}]", "refused", 4),
]


@pytest.mark.parametrize(("body", "sentence", "line"), UNPLAYABLE)
def test_what_cannot_be_played_is_an_error_with_its_line(tmp_path: Path, body: str, sentence: str, line: int) -> None:
    result = played(tmp_path, body)
    assert result.outcome == "error"
    assert sentence in problems(result)[0]
    assert result.runs[0].fault is not None
    assert result.runs[0].fault.where.line == line


@pytest.mark.parametrize(
    ("now", "zone", "fires"),
    [
        ("2026-12-31T23:59:00", "Europe/Berlin", "2027-01-01T00:01:00"),
        ("2028-02-28T23:59:00", "Pacific/Kiritimati", "2028-02-29T00:01:00"),
        ("2026-03-29T01:59:00", "Europe/Berlin", "2026-03-29T03:01:00"),
        ("2026-10-25T02:59:00+02:00", "Europe/Berlin", "2026-10-25T02:01:00+01:00"),
    ],
)
def test_two_minutes_later_is_two_minutes_later(tmp_path: Path, now: str, zone: str, fires: str) -> None:
    result = played(
        tmp_path,
        f"""\
        user: {{timezone: {zone}}}
        now: {now}
        steps:
          - user: Remind me.
            model: [{{call: set_reminder, arguments: {{prompt: Buy tea, when: in 2 Minuten}}}}, {{say: Fine.}}]
            expect: [{{reminders: {{any: {{fire_at: "{fires}"}}}}}}]
          - advance: 119s
            expect: [{{reminder_fired: {{count: 0}}}}]
          - advance: 1s
            model: [{{say: Tea!}}]
            expect: [{{reminder_fired: {{count: 1}}}}, {{reply: Tea!}}]
        """,
    )
    assert problems(result) == []


def test_an_unknown_agent_is_an_error_that_names_the_nearest(tmp_path: Path) -> None:
    head = "name: n\nagents: [onee]\nmodel: script\n"
    result = played(tmp_path, f"steps: [{{user: Hi, {SAY}, expect: [{{reply: Fine.}}]}}]\n", head)
    assert problems(result) == ["There is no agent “onee”. Did you mean “one”?"]


def test_every_run_plays_the_agent_as_it_is_now(tmp_path: Path) -> None:
    body = f"steps: [{{user: Hi, {SAY}, expect: [{{context: {{contains: You are agent one}}}}]}}]\n"
    scenario, settings = read(tmp_path, body), Settings(agents=(agents(tmp_path),))
    assert play(scenario, settings).outcome == "pass"
    (tmp_path / "agents" / "one" / "agent.md").write_text("Nobody.\n", encoding="utf-8")
    assert play(scenario, settings).outcome == "fail"
    (tmp_path / "agents" / "one" / "agent.yaml").write_text("id: one\n", encoding="utf-8")
    assert play(scenario, settings).outcome == "error"
    assert "“name”" in problems(play(scenario, settings))[0]


def test_an_agent_can_be_a_folder_beside_the_scenario(tmp_path: Path) -> None:
    package = tmp_path / "mine"
    package.mkdir()
    (package / "agent.yaml").write_text("id: other\nname: Other\n", encoding="utf-8")
    (package / "agent.md").write_text("You are the other one.\n", encoding="utf-8")
    head = "name: n\nagents: [./mine]\nmodel: script\n"
    result = played(tmp_path, f"steps: [{{user: Hi, {SAY}, expect: [{{context: {{contains: other one}}}}]}}]\n", head)
    assert problems(result) == []


SECRET = """\
secrets: [hunter2]
steps:
  - user: My password is hunter2.
    model: {lines}
    expect: [{{max_tool_calls: 9}}]
"""


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ("[{say: I keep no passwords.}]", []),
        ("[{say: I shall not keep hunter2.}]", ["event model_answered", "event turn_finished"]),
        (
            "[{call: store_set, arguments: {key: pw, value: hunter2}}, {say: Fine.}]",
            ["event tool_requested", "the store"],
        ),
        ("[{call: set_reminder, arguments: {prompt: Use hunter2, when: in 2 Tagen}}, {say: Fine.}]", ["a reminder"]),
        ("[{call: memory_remember, arguments: {content: He says hunter2 daily}}, {say: Fine.}]", ["a note"]),
    ],
)
def test_a_secret_may_stand_in_the_users_words_only(tmp_path: Path, lines: str, places: list[str]) -> None:
    told: list[str] = []
    result = play(read(tmp_path, SECRET.format(lines=lines)), Settings(agents=(agents(tmp_path),)), told.append)
    found = problems(result)
    assert (result.outcome == "fail") is bool(places)
    for place in places:
        assert place in found[0]
    assert "hunter2" not in "\n".join(told + found)
    assert any("My password is [secret]." in line for line in told)


def test_a_model_that_cannot_be_reached_is_the_providers_error(tmp_path: Path) -> None:
    result = played(tmp_path, "steps: [{user: Hi, expect: [{reply: Fine.}]}]\n", model="fault:unreachable")
    assert result.outcome == "error"
    assert result.runs[0].fault is not None
    assert result.runs[0].fault.exit == Exit.PROVIDER


def test_an_endless_loop_of_tools_is_a_failure(tmp_path: Path) -> None:
    result = played(tmp_path, "steps: [{user: Hi, expect: [{max_tool_calls: 99}]}]\n", model="fault:loop")
    assert result.outcome == "fail"
    assert problems(result)[0].startswith("turn: expected an answer, got The agent called tools 24 times")


def test_canned_answers_and_settings_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SELU_LAB_CHROMA_HOST", "127.0.0.1")
    monkeypatch.setenv("SELU_LAB_CHROMA_PORT", "1")
    monkeypatch.setenv("SELU_LAB_USER", "somebody")
    body = f"notes: [{{content: Takes no sugar}}]\nsteps: [{{user: Hi, {SAY}}}]\nafter: {{notes: {{count: 1}}}}\n"
    assert problems(played(tmp_path, body)) == []


def test_a_tool_of_the_package_answers_what_the_scenario_says(tmp_path: Path) -> None:
    from selu_lab.shipped import shipped

    head = "name: n\nagents: [reise]\nmodel: script\ncanned: {trains__show_booking: {seats: none left}}\n"
    body = """\
    steps:
      - user: Show my booking.
        model: [{call: trains__show_booking, arguments: {booking: K7}}, {say: Fine.}]
        expect: [{tool_called: trains__show_booking}]
      - user: And?
        model: [{say: Fine.}]
        expect: [{context: {section: history, contains: none left}}]
    """
    assert problems(play(read(tmp_path, body, head), Settings(agents=(shipped("agents"),)))) == []


@pytest.mark.parametrize(
    ("passed", "needed", "outcome"),
    [([True] * 3, 3, "pass"), ([True, False], 2, "flaky"), ([True, False], 1, "pass"), ([False, False], 1, "fail")],
)
def test_the_outcome_of_repetitions(tmp_path: Path, passed: list[bool], needed: int, outcome: str) -> None:
    from selu_lab.errors import Where
    from selu_lab.scenarios.result import Failure

    scenario = read(tmp_path, f"steps: [{{user: Hi, {SAY}, expect: [{{reply: Fine.}}]}}]\n")
    failure = Failure(Where("f", 1), "step 1", "reply", "a", "b")
    runs = [Run() if one else Run((failure,)) for one in passed]
    assert judged(scenario, "script", runs, needed).outcome == outcome


def test_another_number_of_repetitions_keeps_the_share(tmp_path: Path) -> None:
    body = f"repeat: {{times: 5, pass: 4}}\nsteps: [{{user: Hi, {SAY}, expect: [{{reply: Fine.}}]}}]\n"
    result = played(tmp_path, body, times=3)
    assert (len(result.runs), result.needed) == (3, 3)
    result = played(tmp_path, body)
    assert (len(result.runs), result.needed) == (5, 4)


@pytest.mark.parametrize(
    ("mark", "reply", "outcome"),
    [
        ("expected_fail: known", "Other", "expected_fail"),
        ("expected_fail: known", "Fine.", "fail"),
        ("skip: not yet", "Other", "skipped"),
    ],
)
def test_known_failures_and_skips_stay_apart(tmp_path: Path, mark: str, reply: str, outcome: str) -> None:
    result = played(tmp_path, f"{mark}\nsteps: [{{user: Hi, {SAY}, expect: [{{reply: {reply}}}]}}]\n")
    assert result.outcome == outcome
    assert mark.split(": ")[1] in result.note


def test_special_text_reaches_the_model_as_it_is(tmp_path: Path) -> None:
    text = "{{x}} $5.750,00 [bold] \"quoted\" 'single' 😀 ${HOME} %s\nsecond line " + "x" * 10_000
    said, wanted = (json.dumps(one, ensure_ascii=False) for one in (text, f"user: {text}"))
    step = f"{{user: {said}, {SAY}, expect: [{{context: {{section: history, equals: {wanted}}}}}]}}"
    assert problems(played(tmp_path, f"steps: [{step}]\n")) == []
