"""`check` finds what would go wrong in a scenario, without playing it."""

from __future__ import annotations

from pathlib import Path

from selu_lab.scenarios.checking import check_scenario
from selu_lab.scenarios.selecting import scenario_files
from selu_lab.settings import Settings
from selu_lab.shipped import shipped
from tests.scenarios.kit import agents, written


def test_the_shipped_scenarios_are_sound() -> None:
    files = scenario_files([shipped("scenarios")])
    assert [check_scenario(path, Settings(agents=(shipped("agents"),))) for path in files] == [()] * len(files)


def test_every_wrong_name_is_told_in_the_order_of_the_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """\
        policies: {one: {memory_serach: ask}}
        canned: {nowhere: x}
        steps:
          - user: Hi
            approvals: [{tool: set_remindr, answer: allow}]
            expect:
              - tool_sequence: {exact: [memory_search, memory_rember]}
              - tool_called: {name: store_st}
              - tool_not_called: delegate_to_agent
        after:
          max_tool_calls: {count: 1, name: store_gt}
        """,
    )
    found = check_scenario(path, Settings(agents=(agents(tmp_path),)))
    told = [(one.where.line, one.sentence.split("“")[1].split("”")[0]) for one in found if one.where]
    assert told[:3] == [(4, "memory_serach"), (5, "nowhere"), (8, "set_remindr")]
    assert told[3:] == [(10, "memory_rember"), (11, "store_st"), (14, "store_gt")]
    assert "“memory_search”" in found[0].hint


def test_arguments_that_no_forbidden_call_could_have_are_told(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """\
        steps:
          - user: Hi
            expect:
              - tool_not_called: {name: memory_remember, arguments: {contnt: {contains: Hi}}}
              - tool_not_called: {name: memory_remember, arguments: {content: Hi, tags: x}}
              - tool_called: {name: memory_remember, arguments: {invented: Hi}}
              - tool_not_called: {name: memory_search, arguments: {limit: 3}}
              - tool_not_called: {name: set_reminder, arguments: {promt: Hi}, ignore: [when]}
              - tool_not_called: {name: delegate_to_agent, arguments: {whatever: 1}}
        """,
    )
    found = check_scenario(path, Settings(agents=(agents(tmp_path),)))
    told = [(one.where.line, one.sentence) for one in found if one.where]
    assert told == [
        (7, "The tool memory_remember has no argument “contnt”."),
        (11, "The tool set_reminder has no argument “promt”."),
    ]
    assert found[0].hint == "Did you mean “content”?"


def test_a_mention_that_is_nearly_an_agent_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "steps: [{user: '@onee Hi', expect: [{reply: A}]}, {user: '@Mia says hi'}]\n")
    assert [str(one) for one in check_scenario(path, Settings(agents=(agents(tmp_path),)))] == [
        f"{path}:4:10: There is no agent “onee” in this scenario. Did you mean “one”?"
    ]


def test_what_cannot_be_put_into_the_stores_is_told(tmp_path: Path) -> None:
    path = written(
        tmp_path, "lessons: {one: [{text: 'See https://example.org'}]}\nsteps: [{user: Hi, expect: [{reply: A}]}]\n"
    )
    assert [str(one) for one in check_scenario(path, Settings(agents=(agents(tmp_path),)))] == [
        f"{path}:4:17: This lesson was refused: its text holds a web address."
    ]
