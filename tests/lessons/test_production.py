"""Production's rule beside ours."""

from __future__ import annotations

from selu_lab.lessons.production import Claim, production_view

TURNS = list(range(10, 130, 10))


def test_one_claim_may_activate_at_its_first_appearance() -> None:
    view = production_view(TURNS, [Claim(20, "Answer briefly.", 0.9)])
    (lesson,) = view.lessons
    assert (lesson.status, lesson.signals, lesson.since) == ("active", 2, 50)
    assert (view.reflections, view.turns_left) == (2, 2)


def test_only_equal_texts_reinforce_and_missing_signals_count_one() -> None:
    claims = [
        Claim(20, "Answer briefly.", 0.7, None),
        Claim(60, " answer BRIEFLY. ", 0.9, None),
        Claim(60, "Be brief.", 0.9, None),
    ]
    first, second = production_view(TURNS, claims).lessons
    assert (first.status, first.signals, first.confidence) == ("active", 2, 0.9)
    assert (second.status, second.signals) == ("candidate", 1)


def test_turns_after_the_last_fifth_are_not_seen() -> None:
    assert production_view(TURNS, [Claim(120, "Answer briefly.", 0.9)]).lessons == ()


def test_the_eleventh_stays_a_candidate() -> None:
    claims = [Claim(10, f"Rule {number}.", 0.9) for number in range(11)]
    assert [lesson.status for lesson in production_view(TURNS, claims).lessons] == ["active"] * 10 + ["candidate"]
