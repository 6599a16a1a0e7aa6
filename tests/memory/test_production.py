"""Production's search: the table of selu.md 3.3, and its rule about words."""

from __future__ import annotations

import pytest

from selu_lab.memory.mirror import production_query
from selu_lab.memory.notes import Notes

from .conftest import keep


@pytest.mark.parametrize(
    ("query", "note", "hit"),
    [
        ("metrische Einheiten", "Nutzer bevorzugt metrische Einheiten", True),
        ("Welche Einheiten bevorzugt der Nutzer?", "Nutzer bevorzugt metrische Einheiten", False),
        ("unit", "User prefers metric units", False),
        ("units", "User prefers metric units", True),
        ("main email address", "User's main email is jan@example.com", False),
        ("jan@example.com", "User's main email is jan@example.com", False),
        ("repo:selu-bot/selu", "Notes of repo:selu-bot/selu", False),
        ("Pilz", "Nutzer mag keine Pilze", False),
    ],
)
def test_what_production_finds(notes: Notes, query: str, note: str, hit: bool) -> None:
    keep(notes, note)
    assert [found.note.content for found in notes.production_search(query)] == ([note] if hit else [])


def test_the_lab_finds_all_of_them(notes: Notes) -> None:
    keep(notes, "Nutzer bevorzugt metrische Einheiten")
    keep(notes, "User's main email is jan@example.com")
    keep(notes, "Nutzer mag keine Pilze")
    for query in ("Welche Einheiten bevorzugt der Nutzer?", "main email address", "jan@example.com", "Pilz"):
        assert notes.search(query), query


def test_words_are_stripped_quoted_and_cut_to_eight() -> None:
    assert production_query('a-b_c "or" (x) ??? É') == '"a-b_c" AND "or" AND "x" AND "É"'
    assert production_query("1 2 3 4 ! 5 6 7 8 9") == " AND ".join(f'"{number}"' for number in range(1, 9))


def test_the_better_match_comes_first_with_a_negative_score(notes: Notes) -> None:
    keep(notes, "Kaffee und Kuchen gibt es sonntags, wenn Oma kommt und alle Zeit haben")
    keep(notes, "Kaffee Kaffee")
    for number in range(3):
        keep(notes, f"Etwas anderes {number}")
    first, second = notes.production_search("kaffee")
    assert first.note.content == "Kaffee Kaffee"
    assert first.bm25 < second.bm25 < 0
    assert len(notes.production_search("kaffee", limit=1)) == 1
