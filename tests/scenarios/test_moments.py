"""Durations and moments of scenarios."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.errors import LabError
from selu_lab.scenarios.moments import duration, moment


@given(st.integers(0, 50), st.integers(0, 23), st.integers(0, 59), st.sampled_from(["", " "]))
def test_a_duration_is_the_sum_of_its_parts(days: int, hours: int, minutes: int, gap: str) -> None:
    wanted = timedelta(days=days, hours=hours, minutes=minutes)
    text = f"{days}d{gap}{hours}h{gap}{minutes}min"
    if wanted:
        assert duration(text) == wanted
    else:
        with pytest.raises(LabError):
            duration(text)


@pytest.mark.parametrize("text", ["", "2", "h", "2 hours", "-1h", "2x", "1h soon", "1,5h"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(LabError, match=r"90min"):
        duration(text)


def test_a_moment_is_local_time_unless_it_has_an_offset() -> None:
    assert moment("2026-03-28T22:30:00", "Europe/Berlin") == datetime(2026, 3, 28, 21, 30, tzinfo=UTC)
    assert moment("2026-03-28T22:30:00+00:00", "Europe/Berlin") == datetime(2026, 3, 28, 22, 30, tzinfo=UTC)
    assert moment("2026-10-25T02:30:00", "Europe/Berlin") == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_time_the_clock_skips_is_refused() -> None:
    with pytest.raises(LabError, match="skips"):
        moment("2026-03-29T02:30:00", "Europe/Berlin")
