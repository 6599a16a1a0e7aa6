"""Secrets by the shape of their value; what only talks about secrets is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.notes import SETS, load
from selu_lab.memory.secrets import card, find_secret, iban, luhn


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Mein Passwort ist Sommer2024!", "password"),
        ("Das WLAN-Passwort lautet hunter2hunter", "password"),
        ("password: hunter2", "password"),
        ("Passwort: geheimnis", "password"),
        ("SMTP_PASSWORD=abcd1234", "password"),
        ("API key = abcdEFGH1234", "password"),
        ("The password for the router is Tr0ub4dor&3", "password"),
        ('Das Kennwort für den Laptop ist "blauerHund7".', "password"),
        ("Zugangscode: 99881", "password"),
        ("user anna password Geheim99", "password"),
        ("pw: abc12345", "password"),
        ("Der Code für das Gartentor ist 2580", "access_code"),
        ("Garage door code: 8844#", "access_code"),
        ("The alarm code is 1234", "access_code"),
        ("Meine PIN ist 4711", "pin"),
        ("EC-Karten-PIN 4711", "pin"),
        ("pin: 0815", "pin"),
        ("Die IBAN DE89 3704 0044 0532 0130 00 ist neu und gilt ab Mai", "account_number"),
        ("gb82west12345698765432", "account_number"),
        ("Karte 4111 1111 1111 1111 12/27", "card_number"),
        ("Mastercard 5555-5555-5555-4444", "card_number"),
        ("Amex 378282246310005", "card_number"),
        ("Nimm sk-proj-abcdefghijklmnopqrstuvwx", "access_key"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "access_key"),
        ("AKIAIOSFODNN7EXAMPLE", "access_key"),
        ("postgres://anna:s3cret@db.example.org/app", "password_in_address"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "private_key"),
        ("Authorization: Bearer abcdef1234567890abcdef", "token"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc", "token"),
        ("Merke dir q8Zt3LmXv0Rk7YwPd2BnHs6J", "random_string"),
    ],
)
def test_a_value_is_a_secret(text: str, rule: str) -> None:
    assert find_secret(text) == rule


@pytest.mark.parametrize(
    "text",
    [
        "I always forget my password",
        "Mein Passwort ist immer zu lang.",
        "Das Passwort ist im Tresor.",
        "Passwort: unbekannt",
        "Netflix-Passwort: siehe Tresor",
        "Das Passwort für Netflix hat Anna",
        "wifi password is on the fridge",
        "The garage door code was changed and is now kept in the vault under 'garage'.",
        "Error code 5030 means that the train is late, the zip code is 24103.",
        "The password is stored in the vault",
        "Das Passwort für das Gäste-WLAN hängt innen am Küchenschrank.",
        "Nutzer nutzt Bitwarden als Passwort-Manager",
        "Secret: Birthday party for mum",
        "Telefon +49 431 5550123456",
        "Kundennummer 4111 1111 1111 1112",
        "DE89 3704 0044 0532 0130 01",
        "ISBN 9783161484100",
        "Er spielt Pinball seit 1999 und pinnt Bilder an die Wand",
        "https://example.org/very/long/path/With123Numbers/and-more-stuff-here",
        "Donaudampfschifffahrtsgesellschaftskapitän",
        "priya@nairbooks.example",
        "Jonas mag Version 68b1b8f am liebsten",
    ],
)
def test_talking_about_it_is_none(text: str) -> None:
    assert find_secret(text) is None


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


@given(st.sampled_from(["DE", "GB", "FR", "NL"]), st.text("0123456789", min_size=14, max_size=20))
def test_exactly_one_pair_of_check_digits_makes_an_account_number(country: str, number: str) -> None:
    assert sum(iban(f"{country}{check:02}{number}") for check in range(2, 99)) == 1


@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    assert find_secret(text) is None or isinstance(find_secret(text), str)
