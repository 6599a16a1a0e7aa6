"""Export and import: what goes out comes in again as it was."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.memory.admission import settled
from selu_lab.memory.backends import Memory
from selu_lab.memory.exchange import Format, read, write
from selu_lab.memory.note import Note, Origin
from selu_lab.memory.notes import Notes, open_notes

from .conftest import NOW, keep

_word = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_text = st.lists(_word | st.sampled_from(["\n", "- ", "  ", "<!-- {} -->", "\n\n", "\u2028", "# x"]), min_size=1).map(
    lambda parts: settled("".join(parts))
)
_moment = st.datetimes(timezones=st.just(UTC))
_note = st.builds(
    Note,
    id=st.just("id"),
    content=_text.filter(bool),
    agent=_word,
    conversation=_word,
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"content": "gut"}\n{"content": 3}\n', "notes.jsonl:2: This line is no note: content:"),
        ('{"content": "gut"}\n\n{kaputt\n', "notes.jsonl:3: This line is no note"),
        ('{"note": "gut"}', "notes.jsonl:1: This line is no note: content: Field required"),
        ('{"content": "gut", "source": "thief"}', "notes.jsonl:1: This line is no note: source"),
    ],
)
def test_a_broken_line_is_named_and_nothing_stored(notes: Notes, text: str, said: str) -> None:
    with pytest.raises(LabError) as caught:
        notes.import_(text, "jsonl", NOW, where="notes.jsonl")
    assert str(caught.value).startswith(said)
    assert notes.count() == 0
