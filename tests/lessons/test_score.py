"""The worked table of `doubt-1`, and what must hold for every ledger."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.lessons.records import Evidence, Polarity, Rating, Signal
from selu_lab.lessons.score import CONTRA, RATING, score


def row(
    signal: Signal, rating: Rating = "clear", polarity: Polarity = "supports", at: int = 1, **more: str
) -> Evidence:
    return Evidence(more.get("conversation", f"c{at}"), 1, at, polarity, signal, rating, group=more.get("group", ""))


def supports(signal: Signal, *ratings: Rating, start: int = 1, group: str = "") -> list[Evidence]:
    return [row(signal, rating, at=start + place, group=group) for place, rating in enumerate(ratings)]


def reversal(at: int) -> Evidence:
    return row("explicit_reversal", polarity="contradicts", at=at)


TABLE = [
    ("1 clear correction", supports("explicit_correction", "clear"), 1, 0.70, False),
    (
        "5 clear corrections in one conversation",
        [row("explicit_correction", at=at, conversation="c1") for at in range(1, 6)],
        1,
        0.70,
        False,
    ),
    ("2 clear corrections", supports("explicit_correction", "clear", "clear"), 2, 0.91, True),
    ("2 clear tool denials", supports("tool_denied", "clear", "clear"), 2, 0.8844, True),
    (
        "clear correction and verified repair",
        [row("explicit_correction"), row("repair_verified", at=2)],
        2,
        0.898,
        True,
    ),
    ("clear and moderate correction", supports("explicit_correction", "clear", "moderate"), 2, 0.8785, True),
    ("clear correction and clear retry", [row("explicit_correction"), row("user_retry", at=2)], 2, 0.835, False),
    ("2 moderate corrections", supports("explicit_correction", "moderate", "moderate"), 2, 0.836, False),
    ("3 moderate corrections", supports("explicit_correction", "moderate", "moderate", "moderate"), 3, 0.9336, True),
    ("4 weak corrections", supports("explicit_correction", "weak", "weak", "weak", "weak"), 4, 0.80, False),
    ("2 inferred", supports("inferred", "clear", "clear"), 2, 0.51, False),
    ("6 inferred", supports("inferred", "clear", "clear", "clear", "clear", "clear", "clear"), 6, 0.80, False),
    ("2 of one reminder", supports("explicit_correction", "clear", "clear", group="r"), 2, 0.805, False),
    ("3 of one reminder", supports("explicit_correction", "clear", "clear", "clear", group="r"), 3, 0.8732, True),
    ("2 clear, a reversal", [*supports("explicit_correction", "clear", "clear"), reversal(3)], 2, 0.55, False),
    (
        "2 clear, a reversal, 1 clear",
        [*supports("explicit_correction", "clear", "clear"), reversal(3), row("explicit_correction", at=4)],
        3,
        0.865,
        True,
    ),
    (
        "3 clear, 2 reversals, 1 clear",
        [
            *supports("explicit_correction", "clear", "clear", "clear"),
            reversal(4),
            reversal(5),
            row("explicit_correction", at=6),
        ],
        4,
        0.7975,
        False,
    ),
    ("1 clear, a reversal", [row("explicit_correction"), reversal(2)], 1, 0.0, False),
]


@pytest.mark.parametrize(
    ("rows", "count", "confidence", "enough"), [case[1:] for case in TABLE], ids=[c[0] for c in TABLE]
)
def test_worked_table(rows: list[Evidence], count: int, confidence: float, enough: bool) -> None:
    scored = score(rows)
    assert (scored.supports, scored.confidence, scored.enough) == (count, confidence, enough)


def test_waterfall_reads_like_the_sum_it_is() -> None:
    rows = [*supports("explicit_correction", "clear", "clear"), reversal(3)]
    assert score(rows).waterfall == "1.00 × 0.30 × 0.30 ÷ 0.20 → 0.45"


def test_no_evidence_is_no_confidence() -> None:
    assert score([]).confidence == 0


def test_the_last_turn_of_a_conversation_decides_which_way_it_speaks() -> None:
    first = row("explicit_correction", at=1, conversation="c")
    assert score([first, replace(reversal(2), conversation="c")]).supports == 0
    assert score([first, replace(reversal(1), conversation="c")]).contradictions == 1


signals = st.sampled_from(sorted(CONTRA))
GROUPS = {"c0": "g", "c1": "g", "c2": "h", "c3": "h"}


def in_its_group(row: Evidence) -> Evidence:
    """A reminder's or replay's group belongs to the whole conversation."""
    return replace(row, group=GROUPS.get(row.conversation, ""))


rows_of = st.builds(
    Evidence,
    conversation=st.sampled_from([f"c{n}" for n in range(6)]),
    turn=st.just(1),
    seq=st.integers(1, 40),
    polarity=st.sampled_from(["supports", "contradicts"]),
    signal=signals,
    rating=st.sampled_from(sorted(RATING)),
).map(in_its_group)
ledgers = st.lists(rows_of, max_size=14)


@given(rows_of, st.integers(1, 5))
def test_one_observation_never_activates(observation: Evidence, times: int) -> None:
    assert not score([replace(observation, seq=seq) for seq in range(1, times + 1)]).enough


@given(ledgers, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows: list[Evidence], random: object) -> None:
    shuffled = sorted(rows, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert score(shuffled) == score(rows)


@given(ledgers)
def test_adding_rows_again_changes_nothing(rows: list[Evidence]) -> None:
    assert score([*rows, *rows]) == score(rows)


@given(ledgers, rows_of)
def test_new_support_never_lowers_the_confidence(rows: list[Evidence], new: Evidence) -> None:
    assert score([*rows, replace(new, polarity="supports")]).confidence >= score(rows).confidence


@given(ledgers, rows_of)
def test_a_new_contradiction_never_raises_the_confidence(rows: list[Evidence], new: Evidence) -> None:
    assert score([*rows, replace(new, polarity="contradicts")]).confidence <= score(rows).confidence
