"""Foreign text: whatever comes in, no terminal sequence goes out."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.text import StreamCleaner, clean, hidden_characters, normalized, shorten, tokens

nasty = st.text(st.sampled_from("\x1b\x9b\x9d\x07[]0;2Jm\\ab\r\n\t\x00\x7f\u202e\ud800 "), max_size=40)


@given(st.text() | nasty)
def test_cleaned_text_holds_no_control_characters_and_can_be_stored(text: str) -> None:
    safe = clean(text)
    assert not any((ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 for c in safe)
    assert clean(safe) == safe
    safe.encode("utf-8")


@given(st.lists(nasty, max_size=8))
def test_pieces_never_show_more_than_control_free_text(pieces: list[str]) -> None:
    cleaner = StreamCleaner()
    shown = "".join([*(cleaner.feed(piece) for piece in pieces), cleaner.finish()])
    assert clean(shown) == shown


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=60), st.lists(st.integers(0, 60), max_size=4))
def test_harmless_text_passes_a_stream_unchanged(text: str, cuts: list[int]) -> None:
    bounds = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    cleaner = StreamCleaner()
    pieces = [cleaner.feed(text[a:b]) for a, b in pairwise(bounds)]
    assert "".join([*pieces, cleaner.finish()]) == text


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["red \x1b", "[31", "mtext"], "red text"),
        (["\x1b]52;c;aGFjaw==", "\x07done"], "done"),
        (["line\r", "\nnext"], "line\nnext"),
        (["kept \x1b"], "kept "),
    ],
)
def test_a_sequence_split_over_pieces_is_dropped_whole(pieces: list[str], shown: str) -> None:
    cleaner = StreamCleaner()
    assert "".join([*(cleaner.feed(piece) for piece in pieces), cleaner.finish()]) == shown


def test_an_endless_sequence_does_not_hold_the_stream_back_for_ever() -> None:
    cleaner = StreamCleaner()
    cleaner.feed("\x1b]0;" + "x" * 10_000)
    assert cleaner.feed("visible") == "visible"


def test_comparison_ignores_case_width_space_and_hidden_characters() -> None:
    assert normalized("  Ｍetrische\u200b  EINHEITEN \n") == "metrische einheiten"
    assert hidden_characters("a\u202eb")
    assert not hidden_characters("äöü – „ok“ 🙂")


@given(st.text(), st.integers(1, 50))
def test_a_shortened_line_is_one_line_and_short(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert len(short) <= limit
    assert "\n" not in short


def test_tokens_are_bytes_by_four_rounded_up() -> None:
    assert [tokens(text) for text in ("", "abc", "abcd", "abcde", "ääää")] == [0, 1, 1, 2, 2]
