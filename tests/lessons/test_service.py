"""What a user does with lessons, and what happens by itself when a place becomes free."""

from __future__ import annotations

import pytest

from selu_lab.errors import LabError

from .kit import AGENT, USER, Board

TEN = [f"Keep answer style number {word}." for word in "one two three four five six seven eight nine ten".split()]


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def full(board: Board) -> Board:
    for text in TEN:
        board.learned(text)
    return board


def test_two_clear_corrections_activate(board: Board) -> None:
    lesson = board.learn("Answer briefly.")
    assert board.status(lesson) == "suggested"
    changes = board.see(lesson)
    assert [change.change for change in changes] == ["reinforced", "activated"]
    assert board.status(lesson) == "active"


def test_the_eleventh_waits_first_in_line_and_moves_up(full: Board) -> None:
    plain = full.learn("Use tables.")
    eleventh = full.learned("Use short sentences.")
    suggestions = full.lessons.board(USER, AGENT).column("suggested").cards
    assert [card.id for card in suggestions] == [eleventh, plain]
    assert suggestions[0].holds == ("cap_full",)
    assert full.why(eleventh) == "10 of 10 active; it moves up when a place is free."
    changes = full.lessons.pause(USER, AGENT, "L3")
    assert [(change.lesson.id, change.change) for change in changes] == [("L3", "paused"), (eleventh, "activated")]
    assert full.status(eleventh) == "active"


def test_the_best_of_those_who_wait_moves_up(full: Board) -> None:
    weaker = full.learned("Use short sentences.")
    better = full.learned("Use metric units in recipes.")
    full.see(better)
    full.lessons.remove(USER, AGENT, "L1")
    assert (full.status(better), full.status(weaker)) == ("active", "suggested")


def test_activating_by_hand_at_ten_is_refused_with_the_ten_to_choose_from(full: Board) -> None:
    eleventh = full.learn("Use tables.")
    with pytest.raises(LabError) as refused:
        full.lessons.activate(USER, AGENT, eleventh)
    assert "L1, L2, L3, L4, L5, L6, L7, L8, L9, L10" in refused.value.sentence
    assert "swap" in refused.value.hint
    assert full.status(eleventh) == "suggested"


def test_resuming_at_ten_is_refused(full: Board) -> None:
    full.lessons.pause(USER, AGENT, "L1")
    full.learned("Use tables.")
    with pytest.raises(LabError):
        full.lessons.resume(USER, AGENT, "L1")


def test_swap_pauses_one_and_activates_the_other(full: Board) -> None:
    coming = full.learn("Use tables.")
    full.lessons.swap(USER, AGENT, "L2", coming)
    assert (full.status("L2"), full.status(coming)) == ("paused", "active")
    assert full.lessons.board(USER, AGENT).column("active").title == "Active 10/10"


def test_a_swap_that_cannot_be_done_changes_nothing(full: Board) -> None:
    gone = full.learn("Use tables.")
    full.lessons.remove(USER, AGENT, gone)
    with pytest.raises(LabError):
        full.lessons.swap(USER, AGENT, "L2", gone)
    assert (full.status("L2"), full.status(gone)) == ("active", "removed")


def test_a_paused_lesson_keeps_counting_and_only_the_user_resumes_it(board: Board) -> None:
    lesson = board.learned("Answer briefly.")
    board.lessons.pause(USER, AGENT, lesson)
    board.see(lesson)
    card = board.lessons.show(USER, AGENT, lesson).card
    assert (card.status, card.supports) == ("paused", 3)
    board.lessons.resume(USER, AGENT, lesson)
    assert board.status(lesson) == "active"


def test_a_removed_lesson_is_a_tombstone(board: Board) -> None:
    lesson = board.learned("Answer briefly.")
    board.lessons.remove(USER, AGENT, lesson)
    for _ in range(3):
        board.see(lesson)
    assert board.status(lesson) == "removed"
    assert board.why(lesson) == "Removed by you, suppressed 3×."
    assert board.lessons.show(USER, AGENT, lesson).card.supports == 2


def test_a_restored_lesson_is_a_suggestion_until_something_new_speaks_for_it(board: Board) -> None:
    lesson = board.learned("Answer briefly.")
    board.lessons.remove(USER, AGENT, lesson)
    board.lessons.restore(USER, AGENT, lesson)
    board.learn("Use tables.")
    assert board.status(lesson) == "suggested"
    assert board.why(lesson).startswith("Restored by you, it waits for a new observation")
    board.see(lesson)
    assert board.status(lesson) == "active"


def test_purging_needs_a_removed_lesson_and_leaves_nothing(board: Board) -> None:
    lesson = board.learned("Answer briefly.")
    with pytest.raises(LabError):
        board.lessons.purge(USER, AGENT, lesson)
    board.lessons.remove(USER, AGENT, lesson)
    board.lessons.purge(USER, AGENT, lesson)
    assert board.lessons.all(USER, AGENT) == ()
    assert board.lessons.ledger.database.rows("SELECT * FROM evidence") == []


def test_start_afresh(full: Board) -> None:
    full.lessons.reset(USER, AGENT)
    assert full.lessons.all(USER, AGENT) == ()


def test_a_reversal_takes_an_automatic_lesson_back_to_the_suggestions(board: Board) -> None:
    lesson = board.learned("Answer briefly.")
    changes = board.see(lesson, "contradicts", "explicit_reversal")
    assert [change.change for change in changes] == ["contested", "demoted"]
    assert board.status(lesson) == "suggested"
    assert board.why(lesson) == "0.55 < 0.85: one clear correction in a new conversation gives 0.86."


def test_a_milder_contradiction_only_contests_it(board: Board) -> None:
    lesson = board.learned("Answer briefly.")
    board.see(lesson, "contradicts", "user_retry")
    card = board.lessons.show(USER, AGENT, lesson).card
    assert (card.status, card.contested) == ("active", True)
    assert card.why == "Contested: 0.83 after a contradiction; it stays active as long as it keeps 0.60."


def test_what_the_user_activated_is_never_demoted(board: Board) -> None:
    lesson = board.learn("Answer briefly.")
    board.lessons.activate(USER, AGENT, lesson)
    board.see(lesson, "contradicts", "explicit_reversal")
    card = board.lessons.show(USER, AGENT, lesson).card
    assert (card.status, card.contested, card.confidence) == ("active", True, 0.0)


def test_of_two_opposites_only_the_newer_one_is_active(board: Board) -> None:
    short = board.learned("Answer briefly.")
    long = board.learn("Answer at length.", conflicts=(short,))
    board.see(long)
    assert (board.status(short), board.status(long)) == ("suggested", "active")
    assert board.why(short) == f"Contradicts {long}, which is active."
    with pytest.raises(LabError, match="contradicts"):
        board.lessons.activate(USER, AGENT, short)


def test_an_opposite_waits_beside_what_the_user_activated(board: Board) -> None:
    short = board.learned("Answer briefly.")
    board.lessons.pause(USER, AGENT, short)
    long = board.learn("Answer at length.", conflicts=(short,))
    board.lessons.activate(USER, AGENT, long)
    assert board.status(short) == "paused"
    with pytest.raises(LabError, match="contradicts"):
        board.lessons.resume(USER, AGENT, short)


def test_what_loosens_a_policy_waits_for_the_user(board: Board) -> None:
    lesson = board.learned("Order without asking.")
    assert board.status(lesson) == "suggested"
    assert board.why(lesson).startswith("Held: it would let the agent act more freely")
    board.lessons.activate(USER, AGENT, lesson)
    assert board.status(lesson) == "active"


def test_what_resembles_a_removed_lesson_waits_for_the_user(board: Board) -> None:
    old = board.learned("Answer briefly.")
    board.lessons.remove(USER, AGENT, old)
    new = board.learn("Answer very briefly.", near=old)
    board.see(new)
    assert board.status(new) == "suggested"
    assert old in board.why(new)


@pytest.mark.parametrize("owner", [("ben", AGENT), (USER, "mail")])
def test_nobody_changes_a_lesson_of_another_user_or_agent(board: Board, owner: tuple[str, str]) -> None:
    lesson = board.learn("Answer briefly.")
    for act in (board.lessons.activate, board.lessons.pause, board.lessons.remove, board.lessons.purge):
        with pytest.raises(LabError, match="There is no lesson L1"):
            act(*owner, lesson)


@pytest.mark.parametrize("nonsense", ["", "L", "L0", "L99", "x", "L1; DROP TABLE lessons", "١"])
def test_unknown_ids_are_told(board: Board, nonsense: str) -> None:
    with pytest.raises(LabError, match="There is no lesson"):
        board.lessons.show(USER, AGENT, nonsense)


def test_moves_that_are_not_in_the_table_are_refused_in_a_sentence(board: Board) -> None:
    lesson = board.learn("Answer briefly.")
    with pytest.raises(LabError) as refused:
        board.lessons.pause(USER, AGENT, lesson)
    assert str(refused.value) == "L1 cannot be paused: it is a suggestion. Only a lesson that is active can."
