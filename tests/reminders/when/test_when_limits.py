"""One table per row of the conventions that says where reading ends: refusals, zones, the other language, settings."""

from __future__ import annotations

from datetime import time

import pytest

from selu_lab.reminders.when import WhenError, WhenSettings
from selu_lab.reminders.when.conventions import PART_HOURS
from tests.reminders.when.asking import code, wall, when


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("2026-05-06T14:00", ""),
        ("heute um 9 Uhr", "21:00"),
        ("24.12.2020", "24. Dezember 2026"),
        ("0001-01-01 00:00", ""),
    ],
)
def test_what_is_past_is_refused_with_the_nearest_future_reading(text: str, token: str) -> None:
    with pytest.raises(WhenError) as caught:
        when("de", text)
    assert caught.value.code == "past"
    assert token in caught.value.hint


@pytest.mark.parametrize(
    ("language", "text"),
    [("de", "in 6 Jahren"), ("en", "2040-01-01"), ("en", "in 9999 years"), ("de", "31.12.9999 24 Uhr")],
)
def test_five_years_are_the_horizon(language: str, text: str) -> None:
    assert code(language, text) == "too_far"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "jeden Montag"), ("de", "werktags um 7"), ("de", "montags"), ("de", "alle 2 Stunden"),
        ("de", "zweimal am Tag"), ("de", "immer freitags"), ("de", "vierzehntäglich"), ("de", "an Wochenenden"),
        ("de", "every day at 9"), ("en", "mornings"), ("en", "every other day"), ("en", "3pm each day"),
        ("en", "once a week"), ("en", "on Mondays"), ("en", "weekdays at 9"), ("en", "biweekly"),
        ("en", "jeden Tag um 8"),
    ],
)  # fmt: skip
def test_recurring_phrases_are_refused_in_either_language(language: str, text: str) -> None:
    with pytest.raises(WhenError) as caught:
        when(language, text)
    assert caught.value.code == "recurring"
    assert caught.value.token


def test_counted_weekdays_are_not_recurring() -> None:
    assert wall(when("en", "two Sundays from now")) == "2026-05-17 09:00"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "um 17 Uhr UTC", "2026-05-06 19:00"),
        ("de", "um 17 Uhr MEZ", "2026-05-06 18:00"),
        ("en", "5pm EST", "2026-05-07 00:00"),
        ("en", "5pm ET", "2026-05-06 23:00"),
        ("de", "morgen 15 Uhr New Yorker Zeit", "2026-05-07 21:00"),
        ("en", "9am America/New_York", "2026-05-06 15:00"),
        ("en", "17:00 UTC+4", "2026-05-06 15:00"),
    ],
)
def test_zones_in_the_text(language: str, text: str, expected: str) -> None:
    found = when(language, text)
    assert wall(found) == expected
    assert found.zone == "Europe/Berlin"


@pytest.mark.parametrize(
    ("language", "text"), [("de", "9 Uhr Entenhausener Zeit"), ("en", "5pm Mars/Olympus"), ("en", "5pm XYZT")]
)
def test_an_unknown_zone_is_never_ignored(language: str, text: str) -> None:
    assert code(language, text) == "unknown_tz"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "morgen oder übermorgen", "ambiguous"),
        ("en", "between 5 and 6", "ambiguous"),
        ("de", "von 8 bis 10 Uhr", "ambiguous"),
        ("en", "tomorrow and Friday", "conflict"),
        ("en", "tomorrow at 9 at 10", "conflict"),
        ("de", "Mo-Fr um 9", "conflict"),
        ("de", "morgen in 2 Stunden", "conflict"),
        ("en", "in 2 hours at 3pm", "conflict"),
        ("de", "in der Nacht zum Freitag", "ambiguous"),
    ],
)
def test_two_times_are_refused(language: str, text: str, expected: str) -> None:
    assert code(language, text) == expected


@pytest.mark.parametrize(
    ("language", "text"), [("de", "ca. um 15 Uhr"), ("de", "so gegen 15 Uhr"), ("en", "around 3pm")]
)
def test_approximate_words_are_fillers(language: str, text: str) -> None:
    assert wall(when(language, text)) == "2026-05-06 15:00"


@pytest.mark.parametrize(
    ("language", "text"), [("de", "15"), ("en", "1234567890"), ("de", "morgen um 9; DROP TABLE"), ("en", "in a moment")]
)
def test_an_unknown_token_is_never_a_guess(language: str, text: str) -> None:
    assert code(language, text) == "unparsed"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8:15 AM", "2026-05-07 08:15"),
        ("9:30 am Montag", "2026-05-11 09:30"),
        ("MORGEN UM NEUN", "2026-05-07 09:00"),
        ("naechsten Montag um fuenf nach acht", "2026-05-11 08:05"),
        ("nachsten Montag um funf nach acht", "2026-05-11 08:05"),
        ("Sa 19.30", "2026-05-09 19:30"),
    ],
)
def test_what_people_type_instead_of_the_dictionary_form(text: str, expected: str) -> None:
    assert wall(when("de", text)) == expected


def test_the_other_language_is_read_where_the_first_fails_and_the_echo_stays_in_the_users() -> None:
    found = when("de", "tomorrow at 9am")
    assert found.interpretation == "Donnerstag, 7. Mai 2026, 09:00, in 18 Std. 30 Min."
    assert wall(when("fr", "übermorgen um 8")) == "2026-05-08 08:00"


def test_dateparser_reads_an_absolute_date_at_low_confidence_and_nothing_else() -> None:
    found = when("en", "June 5 2027 AD")
    assert wall(found) == "2027-06-05 09:00"
    assert found.confidence == "low"
    assert code("en", "June 5 blah") == "unparsed"


def test_a_users_hours_replace_the_conventions() -> None:
    settings = WhenSettings(part_hours={**PART_HOURS, "morning": time(7, 15)}, day_hour=time(10))
    assert wall(when("de", "Freitag Morgen", settings=settings)) == "2026-05-08 07:15"
    assert wall(when("en", "Friday", settings=settings)) == "2026-05-08 10:00"
