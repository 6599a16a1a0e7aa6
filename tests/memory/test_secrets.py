"""Secrets by the shape of their value; what only talks about secrets is kept."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.notes import SETS, load
from selu_lab.memory.secrets import find_secret
from selu_lab.memory.secrets.numbers import card, iban, luhn

TABLES = Path(__file__).parent / "secret_tables"


def _lines(name: str) -> list[str]:
    """A table's lines; invisible characters and line breaks stand in them as escapes."""
    escapes = re.compile(r"\\u([0-9a-f]{4})|\\n")
    text = (TABLES / name).read_text(encoding="utf-8")
    return [escapes.sub(lambda escape: chr(int(escape[1] or "a", 16)), line) for line in text.splitlines()]


SECRETS = [line.split(": ", 1) for line in _lines("secrets.txt")]


@pytest.mark.parametrize(("rule", "text"), SECRETS)
def test_a_value_is_a_secret(rule: str, text: str) -> None:
    assert find_secret(text) == rule


@pytest.mark.parametrize("end", ["\n\n", ". ", ", "])
@pytest.mark.parametrize(("rule", "text"), SECRETS)
def test_a_secret_is_found_among_other_sentences(rule: str, text: str, end: str) -> None:
    assert find_secret(f"Oma kommt am 12. Mai{end}{text}{end}Ben likes tea.") == rule


@pytest.mark.parametrize("text", _lines("harmless.txt"))
def test_talking_about_it_is_none(text: str) -> None:
    assert find_secret(text) is None


@pytest.mark.parametrize(
    "text", ["passwort ", "passwort (", "pin 1 ", "password is ", "code for ", "AB12", "1 ", "aB3"]
)
def test_no_text_keeps_it_busy(text: str) -> None:
    begun = time.process_time()
    find_secret((text * 2_000)[:2_000])
    assert time.process_time() - begun < 0.5


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_no_everyday_note_is_taken_for_a_secret(path: Path) -> None:
    assert [note for note in load(path).notes if find_secret(note)] == []


@given(st.text("0123456789", min_size=12, max_size=18))
def test_exactly_one_check_digit_makes_a_card_number(digits: str) -> None:
    assert sum(luhn(digits + str(check)) for check in range(10)) == 1


@given(st.text("0123456789", min_size=15, max_size=15), st.integers(0, 14), st.integers(1, 9))
def test_a_mistyped_digit_is_no_card_number(digits: str, place: int, shift: int) -> None:
    whole = next("4" + digits[1:] + str(check) for check in range(10) if luhn("4" + digits[1:] + str(check)))
    mistyped = whole[:place] + str((int(whole[place]) + shift) % 10) + whole[place + 1 :]
    assert card(whole)
    assert not luhn(mistyped)


@given(
    st.text("0123456789", min_size=14, max_size=14),
    st.sampled_from([" ", "-", ".", "/", "\u00a0", "\u202f", " - ", "–", "  ", "_", "\u200b"]),
)
def test_a_card_number_is_found_however_its_groups_are_parted(digits: str, by: str) -> None:
    whole = next(f"4{digits}{check}" for check in range(10) if luhn(f"4{digits}{check}"))
    assert (
        find_secret(f"Karte {by.join(whole[at : at + 4] for at in range(0, 16, 4))}, gilt bis 12/27") == "card_number"
    )


@given(st.sampled_from(["DE", "GB", "FR", "NL"]), st.text("0123456789", min_size=14, max_size=20))
def test_exactly_one_pair_of_check_digits_makes_an_account_number(country: str, number: str) -> None:
    assert sum(iban(f"{country}{check:02}{number}") for check in range(2, 99)) == 1


@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    assert find_secret(text) is None or isinstance(find_secret(text), str)
