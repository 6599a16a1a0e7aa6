"""Hints: what a rule can guess about a note's right place, in both languages."""

from __future__ import annotations

import pytest

from selu_lab.memory.hints import hints


@pytest.mark.parametrize(
    ("note", "kinds"),
    [
        ("Heute kommt der Klempner.", ["one_off"]),
        ("The plumber comes tomorrow.", ["one_off"]),
        ("Oma ist diese Woche zu Besuch.", ["temporary"]),
        ("The lift is currently broken.", ["temporary"]),
        ("Mein Name ist Anna.", ["profile"]),
        ("The user lives in Kiel.", ["profile"]),
        ("Der Zählerstand beträgt 4411.", ["store"]),
        ("3 tickets remaining", ["store"]),
        ("Der Agent soll kürzer antworten.", ["lesson"]),
        ("Always ask before booking.", ["lesson"]),
        ("Diese Woche soll der Agent fragen: aktueller Stand?", ["temporary", "store"]),
        ("Ich arbeite als Lehrer.", ["profile"]),
        ("Die Nutzerin arbeitet in Ulm.", ["profile"]),
        ("Immer kurz antworten.", ["lesson"]),
        ("Der Assistent soll siezen.", ["lesson"]),
        ("Alle Agenten sollen Deutsch schreiben.", ["lesson"]),
        ("Jonas ist Vegetarier.", []),
        ("Oma will immer zuerst die Enkel sehen.", []),
        ("Die Steuerunterlagen gehen jedes Jahr bis Ende März an Frau Kruse.", []),
        ("Oliver is lactose intolerant but can eat hard cheese.", []),
    ],
)
def test_kinds(note: str, kinds: list[str]) -> None:
    assert [hint.kind for hint in hints(note)] == kinds


def test_a_hint_says_that_it_is_one_and_which_words_led_to_it() -> None:
    (hint,) = hints("The lift is currently broken.")
    assert hint.words == "currently"
    assert hint.sentence.startswith("Hint: this may")
