"""A model's thinking never shows in its answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.models.provider.thoughts import ThoughtFilter


def answer(*pieces: str) -> str:
    thoughts = ThoughtFilter()
    return "".join(map(thoughts.feed, pieces)) + thoughts.finish()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<think>They want tea.</think>\n\nHere is tea.", "Here is tea."),
        ("<thinking>Hm.\n\nHm.</thinking>Tea.", "Tea."),
        ("Tea.\n<think>Or coffee?</think>\nCoffee.", "Tea.\n\nCoffee."),
        ("<think>I never come to an end", ""),
        ("Wrap it in `<think>` and </think> tags.", "Wrap it in `<think>` and </think> tags."),
        ("1 < 2 and <thing> stays", "1 < 2 and <thing> stays"),
        ("Ends with <thi", "Ends with <thi"),
    ],
)
def test_thinking_is_dropped(text: str, shown: str) -> None:
    assert answer(text) == shown


@given(st.lists(st.sampled_from(["<think>", "</think>", "<", "think>", "\n", "word ", "<thin", "g>"])), st.data())
def test_how_the_stream_is_cut_makes_no_difference(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert answer(*pieces) == answer(text)
