"""Whether a lesson helps, by exact counting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.lessons.effect import effect, exact_mcnemar


@pytest.mark.parametrize(
    ("better", "worse", "p"), [(6, 0, 0.03125), (0, 6, 0.03125), (9, 1, 0.021484375), (5, 5, 1.0), (8, 2, 0.109375)]
)
def test_exact_p_values(better: int, worse: int, p: float) -> None:
    assert exact_mcnemar(better, worse) == p


def test_five_steps_that_differ_are_too_little() -> None:
    found = effect([(False, True)] * 5 + [(True, True)] * 90)
    assert found.p is None
    assert found.sentence.startswith("Too little data: 5 better, 0 worse")


def test_the_verdict_names_the_direction() -> None:
    assert effect([(False, True)] * 8).sentence == "The lesson helps: 8 better, 0 worse (p = 0.008)."
    assert effect([(True, False)] * 8).sentence.startswith("The lesson harms")
    assert effect([(True, False), (False, True)] * 4).sentence.startswith("No effect shown")


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_every_pair_is_counted_once_and_p_is_a_probability(pairs: list[tuple[bool, bool]]) -> None:
    found = effect(pairs)
    assert found.both + found.better + found.worse + found.neither == len(pairs)
    assert found.p is None or 0 < found.p <= 1
