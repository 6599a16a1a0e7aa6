"""YAML as Selu reads it: strings stay strings, mistakes are told with their place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.yamlfile import load, parse


@pytest.mark.parametrize("text", ["no", "yes", "on", "1:30", "2026-03-01", "010", "0x1F", "1_000", "de"])
def test_what_yaml_1_1_would_twist_stays_text(text: str) -> None:
    assert parse(f"key: {text}", "a.yaml").value == {"key": text}


def test_numbers_truth_and_nothing_are_what_they_look_like() -> None:
    value = parse("a: 12\nb: 0.25\nc: true\nd: ~\ne:\nf: 'true'\ng: -3\nh: 1e3", "a.yaml").value
    assert value == {"a": 12, "b": 0.25, "c": True, "d": None, "e": None, "f": "true", "g": -3, "h": 1000.0}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\na: 2\n", "a.yaml:2:1"),
        ("a: [1,\nb: 2\n", "a.yaml:3:1"),
        ("a: 1\n\tb: 2\n", "a.yaml:2"),
        ("[1]: x\n", "a.yaml:1"),
        ("a: &x [*x]\n", "a.yaml:1"),
    ],
)
def test_a_mistake_is_told_with_file_line_and_column(text: str, place: str) -> None:
    with pytest.raises(LabError) as caught:
        parse(text, "a.yaml")
    assert str(caught.value).startswith(place)


def test_a_second_document_is_told_in_a_whole_sentence() -> None:
    with pytest.raises(LabError) as raised:
        parse("a: 1\n---\nb: 2\n", "a.yaml")
    assert raised.value.sentence.endswith("expected a single document in the stream, but found another document.")


def test_every_value_knows_its_line() -> None:
    root = parse("a: 1\nb:\n  - x\n  - y: 2\n", "a.yaml")
    assert [node.where.line for node in root.walk()] == [1, 1, 2, 3, 4, 4]


def test_a_few_lines_of_aliases_do_not_fill_the_memory() -> None:
    bomb = "\n".join(["a0: &a0 [x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30))])
    assert parse(bomb, "a.yaml").get("a29") is not None


def test_a_file_that_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(LabError, match=r"a\.yaml:2: The file is not UTF-8"):
        load(path)


def test_bom_and_crlf_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: x\r\n")
    assert load(path).value == {"a": 1, "b": "x"}


@given(st.text(max_size=80))
def test_any_text_parses_or_is_refused_with_a_sentence(text: str) -> None:
    with suppress(LabError):
        assert parse(text, "a.yaml").where.path == "a.yaml"
