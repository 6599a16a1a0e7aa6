"""Matchers compare exactly unless a looser way is named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from selu_lab.scenarios.matching import Match, Value

CASES: list[tuple[JsonValue, Value, bool]] = [
    ("Berlin", "Berlin", True),
    ("Berlin", "berlin", False),
    ("Berlin", "Berlin ", False),
    ({"contains": "Berl"}, "Lebt in Berlin", True),
    ({"contains": "berl"}, "Lebt in Berlin", False),
    ({"icontains": "STRASSE"}, "Lange Straße", True),
    ({"contains_any": ["a", "z"]}, "xyz", True),
    ({"contains_any": ["a", "b"]}, "xyz", False),
    ({"contains_all": ["x", "z"]}, "xyz", True),
    ({"contains_all": ["x", "a"]}, "xyz", False),
    ({"regex": "(?i)^NOT"}, "notiert", True),
    ({"regex": "^x"}, "notiert", False),
    ({"starts_with": "not"}, "notiert", True),
    ({"starts_with": "tiert"}, "notiert", False),
    ({"contains": "a", "not_contains": "b"}, "ab", False),
    ({"contains": "a", "not_contains": "b"}, "ac", True),
    (3, 3, True),
    (3, "3", False),
    (1, True, False),
    ({"equals": True}, True, True),
    ({"equals": None}, None, True),
    ({"equals": {"a": [1]}}, {"a": [1]}, True),
    ({"equals": {"a": [1]}}, {"a": [True]}, False),
    ({"equals": {"a": 1}}, {"a": 1, "b": 2}, False),
    ({"contains": "12"}, [11, 12], True),
    ({"lt": 0.85}, 0.84, True),
    ({"lt": 0.85}, 0.85, False),
    ({"gte": 2, "lte": 2}, 2, True),
    ({"gt": 1}, "2", False),
    ({"gt": 0}, True, False),
    ("2026-03-29T09:00:00", datetime(2026, 3, 29, 9, tzinfo=timezone(timedelta(hours=2))), True),
    ("2026-03-29T07:00:00+00:00", datetime(2026, 3, 29, 9, tzinfo=timezone(timedelta(hours=2))), True),
    ("2026-03-29T07:00:00", datetime(2026, 3, 29, 9, tzinfo=timezone(timedelta(hours=2))), False),
    ({"starts_with": "2026-03-29"}, datetime(2026, 3, 29, 9, tzinfo=UTC), True),
]


@pytest.mark.parametrize(("matcher", "value", "fits"), CASES)
def test_a_matcher(matcher: JsonValue, value: Value, fits: bool) -> None:
    assert Match.model_validate(matcher).fits(value) is fits


@given(
    st.sampled_from(["contains", "icontains", "starts_with", "equals"]),
    st.text(min_size=1, max_size=3),
    st.text(max_size=6),
)
def test_not_is_the_opposite(name: str, wanted: str, value: str) -> None:
    positive, negative = (Match.model_validate({key: wanted}) for key in (name, f"not_{name}"))
    assert positive.fits(value) is not negative.fits(value)


def test_an_object_that_is_no_matcher_is_refused_instead_of_compared() -> None:
    with pytest.raises(ValidationError, match="icontain"):
        Match.model_validate({"icontain": "Berlin"})


NEAR = "Ich erinnere dich morgen an den Zahnarzt."


@pytest.mark.parametrize(
    ("text", "at_least", "fits"),
    [
        (NEAR, 0.99, True),
        ("I will remind you of the dentist tomorrow.", 0.6, True),
        ("Die Nudeln sind in zehn Minuten fertig.", 0.6, False),
    ],
)
def test_similar_compares_by_meaning_in_both_languages(text: str, at_least: float, fits: bool) -> None:
    wanted: JsonValue = {"to": NEAR, "at_least": at_least}
    assert Match.model_validate({"similar": wanted}).fits(text) is fits
    assert Match.model_validate({"not_similar": wanted}).fits(text) is not fits


def test_how_near_it_came_is_said() -> None:
    match = Match.model_validate({"similar": {"to": NEAR, "at_least": 0.9}})
    assert str(match) == f'similar to "{NEAR}" by at least 0.9'
    assert match.measured(NEAR) == " (similarity 1.00)"
    assert Match.model_validate(NEAR).measured(NEAR) == ""
