"""Scores, coverage and the cut."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.notes import DATA, SETS, filled, first_days, load, measure
from selu_lab.memory.mirror import Mirror
from selu_lab.memory.note import Note
from selu_lab.memory.ranking import coverage, lowest_score, score, weights
from selu_lab.memory.terms import terms

from .conftest import NOW

_ROOT = Path(__file__).resolve().parents[2]
FAMILY = _ROOT.parent / "shared" / "data" / "notes" / "family.json"

_stem = st.text("abcäß", min_size=1, max_size=3)


@given(st.lists(_stem, unique=True), st.sets(_stem), st.integers(1, 1000), st.data())
def test_coverage_lies_between_nothing_and_all(
    query: list[str], note: set[str], count: int, data: st.DataObject
) -> None:
    frequencies = {stem: data.draw(st.integers(0, count)) for stem in query}
    counted = weights(query, frequencies, count)
    assert 0 <= coverage(counted, note) <= 1
    assert coverage(counted, set()) == 0
    if query:
        assert coverage(counted, set(query)) == pytest.approx(1)


@given(st.floats(0, 2), st.floats(0, 1), st.floats(0, 1))
def test_more_words_and_less_distance_score_higher(distance: float, covered: float, more: float) -> None:
    assert score(distance, max(covered, more)) >= score(distance, min(covered, more))
    assert score(distance / 2, covered) >= score(distance, covered)


def test_a_rare_word_covers_more_than_a_common_one() -> None:
    counted = weights(["jonas", "medik"], {"jonas": 30, "medik": 1}, 60)
    assert coverage(counted, {"medik"}) > 0.5 > coverage(counted, {"jonas"})


@given(st.floats(-1, 1), st.floats(-0.5, 0.5), st.integers(1, 100_000))
def test_the_cut_rises_with_the_store_and_falls_with_a_query_about_notes(
    best: float, leaning: float, count: int
) -> None:
    cut = lowest_score(best, leaning, count)
    assert cut <= lowest_score(best, leaning, count * 2)
    assert cut >= lowest_score(best, leaning + 0.1, count)


def test_words_are_compared_without_case_inflection_and_stop_words() -> None:
    assert terms("Welche Einheiten bevorzugt der Nutzer?") == ["einhe", "bevor", "nutze"]
    assert terms("Wer ist das?") == ["wer", "ist", "das"]
    assert terms("STRASSE Straße") == ["stras", "stras"]


@given(st.text(st.characters(max_codepoint=0x17F), max_size=40))
def test_every_word_of_a_note_counts_as_held(content: str) -> None:
    """The words table must cut words exactly as `terms` does: "Ärztehaus" and "foo_bar" are one word each."""
    mirror = Mirror()
    mirror.put([Note("id", content, "", "", 0, NOW, NOW, "user")])
    stems = terms(content)
    assert mirror.frequencies(stems) == dict.fromkeys(stems, 1)
    assert mirror.holding(stems, 5) == (["id"] if stems else [])
    mirror.close()


def quality(path: Path) -> tuple[float, float, float]:
    questions = load(path)
    store = filled(questions.notes)
    figures = measure(questions, lambda query: [hit.note.content for hit in store.search(query)])
    store.close()
    return figures.recall, figures.rank, figures.empty


@pytest.mark.shared
@pytest.mark.skipif(not FAMILY.exists(), reason="the shared notes are not beside the project")
def test_the_notes_of_a_family_are_found_and_off_topic_is_left_empty() -> None:
    recall, rank, empty = quality(FAMILY)
    assert recall >= 95
    assert rank >= 0.90
    assert empty >= 90


@pytest.mark.parametrize("name", ["households", "generations", "held_out"])
def test_the_notes_of_other_families_likewise(name: str) -> None:
    recall, rank, empty = quality(DATA / f"{name}.json")
    assert recall >= 95
    assert rank >= 0.85
    assert empty >= 90


def test_a_store_of_a_few_notes_answers_what_it_can_and_nothing_else() -> None:
    answered, left_empty = first_days(DATA / "first_days.json")
    assert answered >= 85
    assert left_empty >= 90


def test_no_query_of_the_sets_is_a_sentence_the_space_is_measured_with() -> None:
    sentences = json.loads((_ROOT / "selu_lab" / "memory" / "sentences.json").read_text("utf-8"))
    measured = {bare(sentence) for sentence in sentences["memory"] + sentences["world"]}
    for questions in map(load, SETS):
        assert measured.isdisjoint(map(bare, [query for query, _ in questions.answered] + questions.far))


def bare(sentence: str) -> str:
    return sentence.casefold().strip(" ?.!")
