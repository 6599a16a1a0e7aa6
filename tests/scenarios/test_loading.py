"""A wrong scenario file is refused, with the line and what to do; a right one arrives to the last character."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.scenarios.loading import load_scenario, read_scenario
from tests.scenarios.kit import read, written

GOOD = """\
name: A test
agents: [one]
model: script
tags: [a]
secrets: [hunter2]
profile: [{category: personal, text: Lives in Berlin}]
policies: {one: {memory_remember: ask}}
steps:
  - user: Hello
    model: [{say: Hi}]
    approvals: [{tool: memory_remember, answer: allow}]
    expect:
      - reply: {contains: Hi}
      - tool_not_called: memory_search
  - advance: 2h
  - end: conversation
after:
  notes: {count: 0}
repeat: {times: 5, pass: all}
"""

WRONG = [
    ("name: A test", "nmae: A test", 1, "no key “nmae”", "“name”"),
    ("name: A test\n", "", 1, "“name” is missing", ""),
    ("name: A test", "name: 42", 1, "must be text", "quotes"),
    ("tags: [a]", "tags: a", 4, "must be a list", "dash"),
    ("hunter2", "abc", 5, "too short", "4 characters"),
    ("model: script", "model: demo", 10, "Only `model: script`", "model: script"),
    ("category: personal", "category: persnal", 6, "“persnal”", "“personal”"),
    ("memory_remember: ask", "memory_remember: aks", 7, "“aks”", "“ask”"),
    ("user: Hello", "usr: Hello", 9, "no key “usr”", "“user”"),
    ("user: Hello", "user: true", 9, "must be text", "quotes"),
    ("user: Hello", 'user: " "', 9, "has to say something", ""),
    ("[{say: Hi}]", "[{say: Hi, arguments: {}}]", 10, "Only a call has arguments", "call"),
    ("[{say: Hi}]", "[{}]", 10, "say or call", ""),
    ("answer: allow", "answer: alow", 11, "“alow”", "“allow”"),
    ("answer: allow", "answer: allow, because: no", 11, "deny", ""),
    ("answer: allow", "answer: edit", 11, "needs `arguments`", ""),
    ("reply: {contains: Hi}", "reply: {contain: Hi}", 13, "no key “contain”", "“contains”"),
    ("reply: {contains: Hi}", "reply: {contains: 3}", 13, "must be text", "quotes"),
    ("reply: {contains: Hi}", "reply: {similar: Hi}", 13, "must be a mapping", "to, at_least"),
    ("reply: {contains: Hi}", "reply: {similar: {to: Hi}}", 13, "“at_least” is missing", ""),
    ("reply: {contains: Hi}", "reply: {similar: {to: Hi, at_least: 70}}", 13, "“at_least” is not valid", ""),
    ("reply: {contains: Hi}", "reply: {regex: '('}", 13, "regular expression", ""),
    ("reply: {contains: Hi}", "reply: {}", 13, "compares nothing", "matcher"),
    ("reply: {contains: Hi}", "reply:", 13, "has no value", ""),
    ("reply: {contains: Hi}", "judge: {criteria: ''}", 13, "too short", "empty"),
    ("reply: {contains: Hi}", "context: {section: profil}", 13, "no context section “profil”", "“profile”"),
    ("reply: {contains: Hi}", "context: {}", 13, "looks at nothing", ""),
    ("reply: {contains: Hi}", "tool_sequence: {}", 13, "exactly one", ""),
    ("reply: {contains: Hi}", "tool_called: {name: x, ignore: [a]}", 13, "“ignore”", "arguments"),
    ("reply: {contains: Hi}", "tool_called: {name: x, stage: excuted}", 13, "“excuted”", "“executed”"),
    ("reply: {contains: Hi}", "max_model_calls: 0", 13, "at least once", ""),
    (
        "reply: {contains: Hi}",
        "claim_matches_act: false",
        13,
        "“false” cannot be the value of “claim_matches_act”",
        "true",
    ),
    (
        "reply: {contains: Hi}",
        "max_tool_calls: '3'",
        13,
        "must be a mapping",
        "a whole number alone is short for “count”",
    ),
    (
        "reply: {contains: Hi}",
        "tool_called: {name: x, count: one}",
        13,
        "must be a mapping",
        "equals, not_equals, lt, lte, gt, gte; a number",
    ),
    ("reply: {contains: Hi}", "tool_called: {name: x, count: '1'}", 13, "must be a mapping", "a number alone"),
    ("reply: {contains: Hi}", "tool_count: {name: x, count: {not_equals: one}}", 13, "“one” is no number", "quotes"),
    ("reply: {contains: Hi}", "lesson: {confidence: {contains: '0'}}", 13, "no key “contains”", "lt, lte"),
    ("reply: {contains: Hi}", "lesson: {status: activ, count: 0}", 13, "no status “activ”", "“active”"),
    ("reply: {contains: Hi}", "reminders: {status: fired}", 13, "expects nothing", ""),
    ("- tool_not_called: memory_search", "- {}", 14, "expects nothing", ""),
    ("advance: 2h", "advance: 2 hours", 15, "not a duration", "90min"),
    ("advance: 2h", "advance: 2", 15, "must be a mapping", "text alone is short for “by”"),
    ("advance: 2h", "advance: 0h", 15, "more than nothing", ""),
    ("advance: 2h", "advance: {by: 2h, to: 2026-05-06}", 15, "either", ""),
    ("advance: 2h", "advance: 2h\n    user: Hi", 15, "exactly one of", ""),
    ("end: conversation", "end: true", 16, "“true” cannot be the value of “end”", "conversation"),
    ("end: conversation", "end: lesson", 16, "“lesson”", "conversation"),
    ("notes: {count: 0}", "notes: {}", 18, "expects nothing", ""),
    ("notes: {count: 0}", "reply: Hi", 18, "no key “reply”", ""),
    ("times: 5, pass: all", "times: 5, pass: 9", 19, "9 cannot pass", ""),
    ("times: 5, pass: all", "times: 5, pass: 0", 19, "At least one", "all"),
    ("times: 5, pass: all", "times: 5, pass: most", 19, "“pass” must be a whole number", ""),
    ("times: 5, pass: all", "times: 0", 19, "“times”", ""),
    ("times: 5", "times: '5'", 19, "“times”", ""),
    ("model: script", "now: 2026-03-29T02:30:00", 3, "the clock skips it", ""),
    ("model: script", "now: tomorrow", 3, "not a date and time", "2026"),
    ("model: script", "user: {timezone: Mars/Base}", 3, "time zone", "Europe/Berlin"),
    ("model: script", "user:\n  language: de\n  timezone: Mars/Base", 5, "time zone", "Europe/Berlin"),
    ("model: script", "user:\n  language: de\n  id: ../x", 5, "cannot be a user's id", "lower-case"),
    ("model: script", "skip: why\nexpected_fail: why", 3, "cannot be expected to fail", ""),
    ("tags: [a]", "tags: [a", 5, "not valid YAML", ""),
    ("tags: [a]", "name: Twice", 4, "given twice", ""),
]


@pytest.mark.parametrize(("old", "new", "line", "sentence", "hint"), WRONG, ids=[new for _, new, *_ in WRONG])
def test_a_wrong_file_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, sentence: str, hint: str
) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(LabError) as raised:
        load_scenario(written(tmp_path, GOOD.replace(old, new), head=""))
    assert sentence in raised.value.sentence
    assert hint in raised.value.hint
    assert raised.value.where is not None
    assert raised.value.where.line == line
    assert raised.value.where.column is not None


def test_the_good_file_is_read(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, GOOD, head=""))
    assert scenario.where("steps", 0, "expect", 1, "tool_not_called").line == 14
    assert scenario.where("after", "notes").line == 18


def test_a_scenario_that_expects_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="could never fail"):
        read(tmp_path, "steps: [{user: Hi}]\n")


@pytest.mark.parametrize("text", ["", "# only a comment\n", "- a list\n", "just text\n"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(LabError, match=r"test\.yaml:1"):
        load_scenario(written(tmp_path, text, head=""))


def test_all_faults_of_a_file_are_told_in_the_order_of_its_lines(tmp_path: Path) -> None:
    text = (
        GOOD.replace("answer: allow", "answer: alow").replace("tags: [a]", "tags: a").replace("times: 5", "times: -1")
    )
    _, faults = read_scenario(written(tmp_path, text, head=""))
    assert [fault.where.line for fault in faults if fault.where] == [4, 11, 19]


def test_a_misspelt_key_hides_no_other_fault(tmp_path: Path) -> None:
    text = (
        GOOD.replace("name: A test", "nmae: A test")
        .replace("model: script", "now: tomorrow")
        .replace("tags: [a]", "tags:")
        .replace("user: Hello", "usr: Hello\n    thing: 1")
        .replace("answer: allow", "answer: alow, why: x")
        .replace("reply: {contains: Hi}", "reply: {contain: Hi, regex: '('}")
        .replace("advance: 2h", "advance: 2 hours")
        .replace("count: 0", "count: 0, none: {contian: x}")
        .replace("times: 5", "times: -1, twice: true")
    )
    _, faults = read_scenario(written(tmp_path, text, head=""))
    told = [(fault.where.line, fault.sentence) for fault in faults if fault.where]
    assert told == [
        (1, "There is no key “nmae” here."),
        (3, "“tomorrow” is not a date and time."),
        (4, "The key “tags” has no value."),
        (9, "There is no key “usr” here."),
        (10, "There is no key “thing” here."),
        (12, "“alow” cannot be the value of “answer”."),
        (12, "There is no key “why” here."),
        (14, "There is no key “contain” here."),
        (14, "This is not a regular expression: missing ), unterminated subpattern at position 0."),
        (16, "“2 hours” is not a duration."),
        (19, "There is no key “contian” here."),
        (20, "“times” is not valid: input should be greater than or equal to 1."),
        (20, "There is no key “twice” here."),
    ]
    with pytest.raises(LabError, match="nmae"):
        load_scenario(written(tmp_path, text, head=""))


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=1).filter(str.strip))
def test_what_the_user_says_arrives_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("any")
    body = {"name": "n", "steps": [{"user": text, "expect": [{"max_tool_calls": 0}]}]}
    path = written(folder, yaml.safe_dump(body, default_style='"'), head="")
    assert load_scenario(path).file.steps[0].user == text


def test_words_that_yaml_11_would_change_stay_text(tmp_path: Path) -> None:
    scenario = read(tmp_path, "steps:\n  - {user: no, expect: [{reply: 1:30}]}\n  - {user: 2026-05-06}\n")
    assert [step.user for step in scenario.file.steps] == ["no", "2026-05-06"]
    assert scenario.file.steps[0].expect[0].reply is not None
    assert scenario.file.steps[0].expect[0].reply.equals == "1:30"
