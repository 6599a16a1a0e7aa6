"""What holds for any phrase: always ahead, never another exception, and right around every clock change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from selu_lab.reminders.when import When, WhenError, parse_when
from selu_lab.reminders.when.conventions import farthest
from selu_lab.reminders.when.words_de import GERMAN
from selu_lab.reminders.when.words_en import ENGLISH

BERLIN = ZoneInfo("Europe/Berlin")
CHANGES = [
    ("Europe/Berlin", datetime.fromisoformat("2026-03-29")),
    ("Europe/Berlin", datetime.fromisoformat("2026-10-25")),
    ("Europe/London", datetime.fromisoformat("2026-03-29")),
    ("Europe/London", datetime.fromisoformat("2026-10-25")),
    ("America/New_York", datetime.fromisoformat("2026-03-08")),
    ("America/New_York", datetime.fromisoformat("2026-11-01")),
    ("Australia/Lord_Howe", datetime.fromisoformat("2026-04-05")),
    ("Australia/Lord_Howe", datetime.fromisoformat("2026-10-04")),
]
LANGUAGES = st.sampled_from(["de", "en"])
ZONES = st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati", "UTC"])
_FIRST, _LAST = datetime.fromisoformat("2024-01-01"), datetime.fromisoformat("2030-12-31")
MOMENTS = st.datetimes(_FIRST, _LAST, timezones=st.just(UTC))
_GLUE = [
    "um",
    "at",
    "in",
    "am",
    "on",
    "nächsten",
    "next",
    "last",
    "halb",
    "half",
    "vor",
    "to",
    "past",
    "nach",
    "Uhr",
    "pm",
]
WORDS = st.sampled_from(
    sorted(
        {word for words in (GERMAN, ENGLISH) for table in (words.weekdays, words.months, words.units) for word in table}
        | {word for words in (GERMAN, ENGLISH) for word in (*words.relative_days, *words.fillers)}
    )
    + _GLUE
    + "3 12 15 31 2027 24.12. 5:30 1/2 ½ , - + . Abend morgen evening Nacht noon 2. week Ende of".split()
    + ["Europe/Berlin", "UTC+2", "MEZ", "New Yorker Zeit"]
)
PHRASES = st.lists(WORDS, min_size=1, max_size=7).map(" ".join)


def read(text: str, now: datetime, zone: str, language: str) -> When | None:
    try:
        return parse_when(text, now=now, zone=zone, language=language)
    except WhenError:
        return None


@settings(max_examples=400, deadline=None)
@given(PHRASES, MOMENTS, ZONES, LANGUAGES)
def test_a_reminder_is_always_ahead_and_within_five_years(text: str, now: datetime, zone: str, language: str) -> None:
    found = read(text, now, zone, language)
    if found is not None:
        assert now < found.fire_at
        assert found.fire_at.astimezone(UTC).date() <= farthest(now.date()) + timedelta(1)
        assert all(now < other for other in found.alternatives)
        assert found.fire_at.replace(tzinfo=None) == found.wall_clock
        assert str(found.fire_at.tzinfo) == zone


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200), LANGUAGES)
def test_any_text_is_read_or_refused(text: str, language: str) -> None:
    read(text, datetime(2026, 5, 6, 14, 30, tzinfo=BERLIN), "Europe/Berlin", language)


@settings(max_examples=200, deadline=None)
@given(MOMENTS, st.timedeltas(timedelta(seconds=1), timedelta(days=1500)), ZONES, LANGUAGES)
def test_an_iso_string_parses_to_itself(now: datetime, ahead: timedelta, zone: str, language: str) -> None:
    moment = (now + ahead).replace(microsecond=0, fold=0).astimezone(ZoneInfo(zone))
    with_offset = parse_when(moment.isoformat(), now=now - timedelta(1), zone=zone, language=language)
    assert with_offset.fire_at == moment
    naive = parse_when(f"{moment:%Y-%m-%d %H:%M:%S}", now=now - timedelta(1), zone=zone, language=language)
    assert naive.wall_clock == moment.replace(tzinfo=None, fold=0)


@settings(max_examples=150, deadline=None)
@given(MOMENTS, st.integers(1, 20_000), ZONES)
def test_minutes_are_elapsed_time_whatever_the_clocks_do(now: datetime, minutes: int, zone: str) -> None:
    found = parse_when(f"in {minutes} Minuten", now=now, zone=zone, language="de")
    assert found.fire_at - now == timedelta(minutes=minutes)


@settings(max_examples=150, deadline=None)
@given(MOMENTS, st.integers(1, 1_000), ZONES)
def test_days_keep_the_wall_clock(now: datetime, days: int, zone: str) -> None:
    local = now.astimezone(ZoneInfo(zone)).replace(hour=12)
    found = parse_when(f"in {days} days", now=local, zone=zone, language="en")
    assert found.wall_clock == local.replace(tzinfo=None) + timedelta(days)


@pytest.mark.parametrize(("zone", "day"), CHANGES)
@pytest.mark.parametrize("minute", [0, 30])
def test_every_hour_of_a_day_on_which_the_clocks_change(zone: str, day: datetime, minute: int) -> None:
    place = ZoneInfo(zone)
    now = (day - timedelta(hours=20)).replace(tzinfo=place)
    for hour in range(24):
        wall = day.replace(hour=hour, minute=minute)
        found = parse_when(f"morgen um {hour:02}:{minute:02}", now=now, zone=zone, language="de")
        exists = wall.replace(tzinfo=place).astimezone(UTC).astimezone(place).replace(tzinfo=None) == wall
        if exists:
            assert found.wall_clock == wall
            assert found.fire_at.fold == 0
        else:
            assert timedelta(0) < found.wall_clock - wall <= timedelta(hours=1)
            assert found.assumptions


@pytest.mark.parametrize(("zone", "day"), CHANGES)
def test_a_time_that_comes_twice_is_the_second_once_the_first_is_past(zone: str, day: datetime) -> None:
    place = ZoneInfo(zone)
    for half_hour in range(48):
        wall = day + timedelta(minutes=30 * half_hour)
        first, second = wall.replace(tzinfo=place), wall.replace(tzinfo=place, fold=1)
        if first.astimezone(UTC) < second.astimezone(UTC):
            now = first.astimezone(UTC) + timedelta(minutes=1)
            found = parse_when(f"{wall:%Y-%m-%d %H:%M}", now=now, zone=zone, language="en")
            assert found.fire_at.astimezone(UTC) == second.astimezone(UTC)
