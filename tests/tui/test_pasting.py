"""A paste that holds terminal sequences stays a paste: it presses no key, sends nothing, leaves nothing."""

from __future__ import annotations

import pytest
from textual.events import Key, Paste

from selu_lab.text import clean
from selu_lab.tui.pasting import END, START, CarefulParser

EVIL = "Look \x1b[31mhere\x1b[0m\x1b]0;title\x07 \x1bz\r\x11 and\x1b[201 there\x1b"
SEEN = "Look here z\n andhere"


def read(*pieces: str) -> tuple[list[str], list[str]]:
    """The keys and the pastes in pieces of input."""
    parser = CarefulParser()
    events = [event for piece in pieces for event in parser.feed(piece)]
    keys = [event.key for event in events if isinstance(event, Key)]
    return keys, [event.text for event in events if isinstance(event, Paste)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_sequences_in_a_paste_press_no_key_however_it_arrives(size: int) -> None:
    whole = f"x{START}{EVIL}{END}y{START}two{END}z"
    keys, pastes = read(*(whole[at : at + size] for at in range(0, len(whole), size)))
    assert keys == ["x", "y", "z"]
    assert [clean(paste).strip() for paste in pastes] == [SEEN, "two"]


def test_keys_outside_a_paste_are_what_they_were() -> None:
    keys, pastes = read("a\x1b[A\x1b[15~\r", f"{START}b{END}", "\x1b[B\x07")
    assert (keys, pastes) == (["a", "up", "f5", "enter", "down", "ctrl+g"], ["b"])
