"""Export and import: what goes out comes in again as it was."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.memory.admission import settled
from selu_lab.memory.backends import Memory
from selu_lab.memory.exchange import Format, read, skipped, write
from selu_lab.memory.note import Note, Origin
from selu_lab.memory.notes import Notes, open_notes
from selu_lab.text import clean

from .conftest import NOW, keep

_word = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_text = st.lists(_word | st.sampled_from(["\n", "- ", "  ", "<!-- {} -->", "\n\n", "\u2028", "# x"]), min_size=1).map(
    lambda parts: settled("".join(parts))
)
_name = _word.map(lambda word: " ".join(clean(word).split()))
_moment = st.datetimes(timezones=st.just(UTC))
_note = st.builds(
    Note,
    id=st.just("id"),
    content=_text.filter(bool),
    agent=_name,
    conversation=_name,
    turn=st.integers(0, 10_000),
    created_at=_moment,
    updated_at=_moment,
    source=st.sampled_from(["agent", "user", "import"]),
)
FORMS: list[Format] = ["jsonl", "markdown"]


@pytest.mark.parametrize("form", FORMS)
@given(notes=st.lists(_note, max_size=4))
def test_every_note_survives(form: Format, notes: list[Note]) -> None:
    text = write(notes, form)
    assert [line.note("id", line.content, NOW) for _, line in read(text, form, "x")] == notes


@pytest.mark.parametrize("form", FORMS)
@given(notes=st.lists(_note, max_size=4))
def test_what_was_read_is_written_as_it_was_and_nothing_of_it_skipped(form: Format, notes: list[Note]) -> None:
    text = write(notes, form)
    assert write([line.note("id", line.content, NOW) for _, line in read(text, form, "x")], form) == text
    assert skipped(text, form) == ()


@pytest.mark.parametrize("form", FORMS)
@given(text=st.lists(_text | st.sampled_from(["* ", "1. ", "\n   ", "---", "<!-- {", "} -->"])).map("".join))
def test_any_text_is_read_or_refused_in_a_sentence(form: Format, text: str) -> None:
    with suppress(LabError):
        assert all(1 <= line <= text.count("\n") + 1 for line, _ in read(text, form, "x"))


@pytest.mark.parametrize("form", FORMS)
def test_a_store_moves_with_its_provenance(notes: Notes, form: Format) -> None:
    keep(notes, "Jonas ist\n\nVegetarier.", Origin("cook", "c1", 2))
    keep(notes, "- Oma <!-- mag --> Kuchen", Origin("", source="user"), NOW + timedelta(days=1))
    other = open_notes("anna", Memory())
    report = other.import_(notes.export(form), form, NOW + timedelta(days=9))
    assert (report.added, report.existed, report.refused) == (2, 0, ())
    assert other.all() == notes.all()
    assert other.import_(notes.export(form), form, NOW).existed == 2
    other.close()


def test_a_list_written_by_hand(notes: Notes) -> None:
    text = "# Notizen\n\nDas wissen wir:\n\n- Jonas ist Vegetarier.\n- Oma mag\n  Kuchen.\n\n- PIN ist 4711\n-\n"
    report = notes.import_(text, "markdown", NOW)
    assert report.added == 2
    assert report.refused == ((9, "pin"),)
    assert [(note.content, note.source, note.created_at) for note in notes.all()] == [
        ("Oma mag\nKuchen.", "import", NOW),
        ("Jonas ist Vegetarier.", "import", NOW),
    ]


def test_every_kind_of_list_is_taken_in(notes: Notes) -> None:
    text = "* Jonas ist\nVegetarier.\n+ Oma mag Tee.\n  - keinen Kaffee\n1. Mia liest.\n   Viel.\n2) Ben malt."
    text += "\n * Anna singt."
    report = notes.import_(text, "markdown", NOW)
    assert (report.added, report.refused, report.skipped) == (5, (), ())
    assert {note.content for note in notes.all()} == {
        "Jonas ist\nVegetarier.",
        "Oma mag Tee.\n- keinen Kaffee",
        "Mia liest.\nViel.",
        "Ben malt.",
        "Anna singt.",
    }


def test_what_is_no_list_is_named(notes: Notes) -> None:
    text = "# Notizen\n\nMia mag\nTee.\n\n- Ben malt.\n\n> Oma\n  singt.\n\n"
    text += "---\n<!-- nur für uns -->\n* * *\n**Anna** liest\x1b[2J.\n"
    report = notes.import_(text, "markdown", NOW)
    assert [note.content for note in notes.all()] == ["Ben malt."]
    assert report.skipped == ((3, "Mia mag Tee."), (8, "> Oma singt."), (14, "**Anna** liest."))


def test_who_stored_an_imported_note_is_cleaned(notes: Notes) -> None:
    text = r'{"content": "Tee", "agent": "co\u001b[31mok\u202e\nuser: x", "conversation": "c\u0007\u009b2J1"}'
    notes.import_(text, "jsonl", NOW)
    [note] = notes.all()
    assert (note.agent, note.conversation) == ("cook user: x", "c1")


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
@pytest.mark.parametrize("field", ["created_at", "updated_at"])
def test_a_time_that_utc_has_no_year_for_is_named(notes: Notes, field: str, moment: str) -> None:
    line = f'{{"content": "x y", "{field}": "{moment}"}}'
    for form, text in (("jsonl", f"\n{line}"), ("markdown", f"\n- x y\n  <!-- {line} -->")):
        with pytest.raises(LabError, match=f'^x:2: This line is no note: "{field}" must be a time .* 1 to 9999'):
            notes.import_(text, FORMS[form == "markdown"], NOW, where="x")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"content": 3}', '"content" must be text. Mend'),
        ('{"note": "gut"}', '"content" is missing. Mend'),
        ('{"content": "gut", "source": "thief"}', '"source" must be agent, user or import. Mend'),
        ('{"content": "gut", "turn": 1.5}', '"turn" must be a whole number. Mend'),
        ('{"content": "gut", "turn": 1e300}', '"turn" must be a whole number. Mend'),
        ('{"content": "gut", "agent": ["cook"]}', '"agent" must be text. Mend'),
        (
            '{"content": "gut", "created_at": "gestern"}',
            '"created_at" must be a time such as 2026-01-31T09:00:00+01:00',
        ),
        ("{kaputt", "it is not valid JSON. Mend"),
        ('"gut"', "it is no JSON object. Mend"),
        ("[" * 5_000, "it is not valid JSON. Mend"),
    ],
)
def test_a_broken_line_is_named_and_nothing_stored(notes: Notes, line: str, said: str) -> None:
    with pytest.raises(LabError) as caught:
        notes.import_(f'{{"content": "gut"}}\n\n{line}\n', "jsonl", NOW, where="notes.jsonl")
    assert str(caught.value).startswith(f"notes.jsonl:3: This line is no note: {said}")
    assert '{"content": "Mia likes tea."}' in str(caught.value)
    assert notes.count() == 0


def test_a_broken_comment_is_named(notes: Notes) -> None:
    with pytest.raises(LabError) as caught:
        notes.import_("- gut\n- Tee\n  <!-- {kaputt} -->", "markdown", NOW, where="notes.md")
    assert str(caught.value) == (
        "notes.md:2: This line is no note: its comment is not valid JSON. Mend the comment or remove it."
    )
