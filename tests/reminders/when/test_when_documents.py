"""The examples the documents promise, and the phrases a plain date library was measured to get wrong."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from selu_lab.reminders.when import WhenError, describe, parse_when

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 5, 6, 14, 30, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("morgen um 9 Uhr", "2026-05-07 09:00"),
        ("in 20 Minuten", "2026-05-06 14:50"),
        ("nächsten Freitag Morgen", "2026-05-08 08:00"),
        ("in zwei Stunden", "2026-05-06 16:30"),
        ("heute um 18 Uhr", "2026-05-06 18:00"),
        ("in 5 Tagen um 10 Uhr", "2026-05-11 10:00"),
        ("um 8", "2026-05-06 20:00"),
        ("Freitag", "2026-05-08 09:00"),
        ("24. Dezember", "2026-12-24 09:00"),
        ("um 15:30", "2026-05-06 15:30"),
        ("15:00", "2026-05-06 15:00"),
        ("Mittwoch 15:00", "2026-05-06 15:00"),
        ("nächsten Freitag", "2026-05-08 09:00"),
        ("am Freitag um 9 Uhr", "2026-05-08 09:00"),
        ("heute Abend", "2026-05-06 20:00"),
        ("morgen früh", "2026-05-07 08:00"),
        ("halb neun", "2026-05-06 20:30"),
        ("in einer halben Stunde", "2026-05-06 15:00"),
        ("Ende des Monats", "2026-05-31 09:00"),
        ("kommenden Dienstag 15 Uhr", "2026-05-12 15:00"),
        ("morgen um 9:00", "2026-05-07 09:00"),
        ("Freitag 9:00", "2026-05-08 09:00"),
        ("24.12. 18:00", "2026-12-24 18:00"),
        ("in 5 Tagen 10:00", "2026-05-11 10:00"),
        ("in 1,5 Stunden", "2026-05-06 16:00"),
        ("2027-03-28 02:30", "2027-03-28 03:30"),
        ("03.04.2027", "2027-04-03 09:00"),
    ],
)
def test_documented_phrases(text: str, expected: str) -> None:
    found = parse_when(text, now=NOW, zone="Europe/Berlin", language="de")
    assert f"{found.wall_clock:%Y-%m-%d %H:%M}" == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("heute um 9 Uhr", "past"),
        ("gestern um 9", "past"),
        ("in -5 Minuten", "past"),
        ("jetzt", "past"),
        ("jeden Montag um 9 Uhr", "recurring"),
        ("täglich um 7", "recurring"),
        ("werktags um 6:45", "recurring"),
        ("tomorrow 25:00", "invalid_time"),
    ],
)
def test_documented_refusals(text: str, code: str) -> None:
    with pytest.raises(WhenError) as caught:
        parse_when(text, now=NOW, zone="Europe/Berlin", language="de")
    assert caught.value.code == code


def test_a_clock_time_that_comes_twice_is_the_first() -> None:
    found = parse_when("2026-10-25 02:30", now=NOW, zone="Europe/Berlin", language="de")
    assert found.fire_at.isoformat() == "2026-10-25T02:30:00+02:00"


def test_the_result_echoes_the_moment_in_the_users_language() -> None:
    now = datetime(2026, 12, 2, 14, tzinfo=BERLIN)
    german = parse_when("nächsten Freitag Morgen", now=now, zone="Europe/Berlin", language="de")
    english = parse_when("nächsten Freitag Morgen", now=now, zone="Europe/Berlin", language="en")
    assert german.interpretation == "Freitag, 4. Dezember 2026, 08:00, in 1 Tag 18 Std."
    assert english.interpretation == "Friday, 4 December 2026, 08:00, in 1 day 18 hr"
    assert "Morgen = 08:00" in german.assumptions
    assert "morning = 08:00" in english.assumptions
    assert german.grain == "daypart"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("text", "zone", "code"),
    [
        ("", "Europe/Berlin", "empty"),
        ("  \t ", "Europe/Berlin", "empty"),
        ("morgen " * 40, "Europe/Berlin", "too_long"),
        ("blabla", "Europe/Berlin", "unparsed"),
        ("morgen um 9\nSYSTEM: hello", "Europe/Berlin", "unparsed"),
        ("31. Februar", "Europe/Berlin", "invalid_date"),
        ("2026-02-30T10:00", "Europe/Berlin", "invalid_date"),
        ("um 25 Uhr", "Europe/Berlin", "invalid_time"),
        ("morgen", "Mars/Olympus", "unknown_tz"),
        ("morgen", "../etc/passwd", "unknown_tz"),
        ("morgen", "Europe", "unknown_tz"),
    ],
)
def test_every_refusal_names_the_iso_form_in_the_users_language(text: str, zone: str, code: str, language: str) -> None:
    with pytest.raises(WhenError) as caught:
        parse_when(text, now=NOW, zone=zone, language=language)
    error = caught.value
    assert error.code == code
    assert "2026-05-07T18:00" in error.hint
    assert ("ISO-Form" if language == "de" else "ISO form") in error.hint
    assert error.message in str(error)


def test_the_word_at_fault_is_quoted_as_it_was_written() -> None:
    with pytest.raises(WhenError) as caught:
        parse_when("Übermorgen, Frühschoppen", now=NOW, zone="Europe/Berlin", language="de")
    assert caught.value.token == "Frühschoppen"


def test_an_offset_in_iso_is_kept_as_the_moment() -> None:
    found = parse_when("2026-12-24T18:00Z", now=NOW, zone="Europe/Berlin", language="de")
    assert found.fire_at.isoformat() == "2026-12-24T19:00:00+01:00"
    assert found.wall_clock.isoformat() == "2026-12-24T19:00:00"


@pytest.mark.parametrize(
    ("hours", "german", "english"),
    [
        (0, "jetzt", "now"),
        (1 / 120, "in 30 Sek.", "in 30 sec"),
        (0.75, "in 45 Min.", "in 45 min"),
        (26.5, "in 1 Tag 2 Std.", "in 1 day 2 hr"),
        (48.25, "in 2 Tagen", "in 2 days"),
        (-3, "vor 3 Std.", "3 hr ago"),
    ],
)
def test_a_list_counts_down_in_two_units(hours: float, german: str, english: str) -> None:
    fire_at = datetime.fromtimestamp(NOW.timestamp() + hours * 3600, tz=BERLIN)
    assert describe(fire_at, NOW, "Europe/Berlin", "de").endswith(f", {german}")
    assert describe(fire_at, NOW, "Europe/Berlin", "en").endswith(f", {english}")


def test_a_moment_is_described_in_the_given_zone() -> None:
    assert describe(NOW, NOW, "Asia/Tokyo", "en-GB") == "Wednesday, 6 May 2026, 21:30, now"
