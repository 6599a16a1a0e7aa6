"""One table per row of the conventions that says what a phrase means."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from selu_lab.reminders.when import WhenSettings
from tests.reminders.when.asking import NOW, code, wall, when


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "übermorgen früh", "2026-05-08 06:00"),
        ("de", "morgen früh", "2026-05-07 08:00"),
        ("de", "Freitag Morgen", "2026-05-08 08:00"),
        ("de", "Freitagvormittag", "2026-05-08 10:00"),
        ("de", "morgen Mittag", "2026-05-07 12:00"),
        ("de", "Samstagnachmittag", "2026-05-09 15:00"),
        ("de", "morgen Abend", "2026-05-07 19:00"),
        ("de", "heute Abend", "2026-05-06 20:00"),
        ("de", "heute Nacht", "2026-05-06 22:00"),
        ("de", "am späten Abend", "2026-05-06 21:00"),
        ("de", "um Mitternacht", "2026-05-07 00:00"),
        ("de", "heute um Mitternacht", "2026-05-07 00:00"),
        ("de", "am Samstag um Mitternacht", "2026-05-09 00:00"),
        ("en", "early tomorrow", "2026-05-07 06:00"),
        ("en", "Friday morning", "2026-05-08 08:00"),
        ("en", "tomorrow at noon", "2026-05-07 12:00"),
        ("en", "Sunday afternoon", "2026-05-10 15:00"),
        ("en", "tomorrow evening", "2026-05-07 19:00"),
        ("en", "tonight", "2026-05-06 20:00"),
        ("en", "Thursday night", "2026-05-07 22:00"),
        ("en", "midnight on Saturday", "2026-05-09 00:00"),
    ],
)
def test_parts_of_the_day_stand_for_their_hour_and_say_so(language: str, text: str, expected: str) -> None:
    found = when(language, text)
    assert wall(found) == expected
    assert found.assumptions


def test_a_part_of_day_that_is_running_means_in_half_an_hour() -> None:
    assert wall(when("de", "heute Nachmittag", NOW.replace(hour=16, minute=0))) == "2026-05-06 16:30"
    assert wall(when("en", "this evening", NOW.replace(hour=20, minute=15))) == "2026-05-06 20:45"


@pytest.mark.parametrize(
    ("language", "text"), [("de", "heute Mittag"), ("en", "this morning"), ("de", "heute früh um 8")]
)
def test_a_part_of_today_that_is_over_is_past(language: str, text: str) -> None:
    assert code(language, text) == "past"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "morgen", "2026-05-07 09:00"),
        ("en", "on Saturday", "2026-05-09 09:00"),
        ("de", "in 3 Tagen", "2026-05-09 14:30"),
        ("en", "in a week", "2026-05-13 14:30"),
        ("en", "this time tomorrow", "2026-05-07 14:30"),
    ],
)
def test_a_day_alone_is_nine_and_a_distance_in_days_keeps_the_wall_clock(
    language: str, text: str, expected: str
) -> None:
    assert wall(when(language, text)) == expected


@pytest.mark.parametrize(
    ("language", "text"), [("de", "heute"), ("en", "today"), ("de", "diese Woche"), ("en", "this month")]
)
def test_a_span_that_has_begun_needs_a_time(language: str, text: str) -> None:
    assert code(language, text) == "ambiguous"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Mittwoch", "2026-05-13 09:00"),
        ("de", "Mittwoch 15:00", "2026-05-06 15:00"),
        ("de", "Mittwoch um 9", "2026-05-13 09:00"),
        ("de", "diesen Freitag", "2026-05-08 09:00"),
        ("de", "kommenden Mi.", "2026-05-13 09:00"),
        ("en", "this coming Monday", "2026-05-11 09:00"),
        ("de", "nächsten Freitag", "2026-05-08 09:00"),
        ("en", "next Friday", "2026-05-15 09:00"),
        ("de", "übernächsten Freitag", "2026-05-15 09:00"),
        ("en", "Friday after next", "2026-05-15 09:00"),
        ("de", "Freitag nächste Woche", "2026-05-15 09:00"),
        ("de", "Montag in einer Woche", "2026-05-18 09:00"),
        ("en", "Monday week", "2026-05-18 09:00"),
        ("de", "am So um 10", "2026-05-10 10:00"),
        ("de", "so um 15 Uhr", "2026-05-06 15:00"),
    ],
)
def test_weekdays(language: str, text: str, expected: str) -> None:
    assert wall(when(language, text)) == expected


def test_next_friday_tells_the_other_reading_and_follows_the_setting() -> None:
    found = when("en", "next Friday")
    assert found.confidence == "medium"
    assert [f"{other:%m-%d}" for other in found.alternatives] == ["05-08"]
    assert any("15 May 2026" in assumption for assumption in found.assumptions)
    assert wall(when("en", "next Friday", settings=WhenSettings(next_weekday="nearest"))) == "2026-05-08 09:00"
    assert wall(when("de", "nächsten Freitag", settings=WhenSettings(next_weekday="next_week"))) == "2026-05-15 09:00"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "nächste Woche", "2026-05-11 09:00"),
        ("en", "next week at 10am", "2026-05-11 10:00"),
        ("de", "Ende der Woche", "2026-05-08 09:00"),
        ("en", "end of next week", "2026-05-15 09:00"),
        ("de", "am Wochenende", "2026-05-09 09:00"),
        ("de", "Ende des Monats", "2026-05-31 09:00"),
        ("en", "end of June", "2026-06-30 09:00"),
        ("de", "am letzten Freitag im Juni", "2026-06-26 09:00"),
        ("en", "first Monday of next month", "2026-06-01 09:00"),
        ("de", "dritter Tag im Oktober", "2026-10-03 09:00"),
        ("en", "fifth last day of May", "2026-05-27 09:00"),
    ],
)
def test_weeks_and_months(language: str, text: str, expected: str) -> None:
    assert wall(when(language, text)) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "um 8", "2026-05-06 20:00"),
        ("de", "um 3", "2026-05-06 15:00"),
        ("de", "um 2", "2026-05-07 14:00"),
        ("en", "at 12", "2026-05-07 12:00"),
        ("de", "morgen um 5 Uhr", "2026-05-07 05:00"),
        ("en", "tomorrow at 5:10", "2026-05-07 05:10"),
        ("en", "tomorrow at 5", "2026-05-07 17:00"),
        ("de", "morgen um 7", "2026-05-07 07:00"),
        ("de", "um 09:15", "2026-05-07 09:15"),
        ("de", "8 Uhr abends", "2026-05-06 20:00"),
        ("de", "um 5 Uhr morgens", "2026-05-07 05:00"),
        ("de", "heute Nacht um 3", "2026-05-07 03:00"),
        ("de", "12 Uhr nachts", "2026-05-07 00:00"),
        ("en", "3:18a", "2026-05-07 03:18"),
        ("en", "8 p.m.", "2026-05-06 20:00"),
        ("en", "tonight at 11", "2026-05-06 23:00"),
        ("en", "at 8 Friday evening", "2026-05-08 20:00"),
    ],
)
def test_hours_up_to_twelve(language: str, text: str, expected: str) -> None:
    assert wall(when(language, text)) == expected


def test_an_open_hour_is_flagged_and_offers_the_other_half_of_the_day() -> None:
    found = when("de", "um 8")
    assert found.confidence == "medium"
    assert [f"{other:%d %H}" for other in found.alternatives] == ["07 08"]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "halb vier", "15:30"),
        ("de", "viertel nach vier", "16:15"),
        ("de", "viertel vor vier", "15:45"),
        ("de", "viertel acht", "19:15"),
        ("de", "dreiviertel acht", "19:45"),
        ("de", "fünf vor halb vier", "15:25"),
        ("de", "fünf nach halb vier", "15:35"),
        ("de", "zehn nach drei", "15:10"),
        ("de", "in anderthalb Stunden", "16:00"),
        ("de", "in zweieinhalb Stunden", "17:00"),
        ("de", "in einer Viertelstunde", "14:45"),
        ("de", "in einer Dreiviertelstunde", "15:15"),
        ("en", "half eight", "20:30"),
        ("en", "a quarter past noon", "12:15"),
        ("en", "ten to four", "15:50"),
        ("en", "eight forty", "20:40"),
        ("en", "in an hour and a half", "16:00"),
        ("en", "in three quarters of an hour", "15:15"),
    ],
)
def test_spoken_times(language: str, text: str, expected: str) -> None:
    assert f"{when(language, text).wall_clock:%H:%M}" == expected


@pytest.mark.parametrize(
    ("text", "days"), [("heute in acht Tagen", 7), ("heute in vierzehn Tagen", 14), ("in acht Tagen", 8)]
)
def test_eight_days_from_today_are_a_week(text: str, days: int) -> None:
    assert (when("de", text).wall_clock.date() - NOW.date()).days == days


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "3.4.", "2027-04-03 09:00"),
        ("de", "22.04", "2027-04-22 09:00"),
        ("de", "um 15.30 Uhr", "2026-05-06 15:30"),
        ("de", "24.12.2026 18:00", "2026-12-24 18:00"),
        ("de", "am 3.6. 14 Uhr", "2026-06-03 14:00"),
        ("en", "3/4", "2027-03-04 09:00"),
        ("en", "25/12", "2026-12-25 09:00"),
        ("en", "Dec 24", "2026-12-24 09:00"),
        ("en", "Feb 29", "2028-02-29 09:00"),
        ("en", "the 3rd", "2026-06-03 09:00"),
        ("de", "Freitag, den 13.", "2026-11-13 09:00"),
        ("de", "Heiligabend um 18 Uhr", "2026-12-24 18:00"),
        ("en", "2 days before Christmas", "2026-12-23 09:00"),
        ("de", "Ostermontag", "2027-03-29 09:00"),
    ],
)
def test_dates(language: str, text: str, expected: str) -> None:
    assert wall(when(language, text)) == expected


def test_the_date_wins_over_its_weekday_and_says_so() -> None:
    found = when("de", "Montag, 12. Mai")
    assert wall(found) == "2026-05-12 09:00"
    assert any("Wochentag" in assumption for assumption in found.assumptions)


def test_date_order_follows_the_setting() -> None:
    assert wall(when("en", "3/4", settings=WhenSettings(date_order="dmy"))) == "2027-04-03 09:00"


def test_clock_changes() -> None:
    before_spring = datetime(2026, 3, 28, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    gap = when("en", "tomorrow at 2:30am", before_spring)
    assert wall(gap) == "2026-03-29 03:30"
    assert gap.assumptions
    assert wall(when("de", "in 24 Stunden", before_spring)) == "2026-03-29 21:00"
    assert wall(when("de", "in 1 Tag", before_spring)) == "2026-03-29 20:00"
    before_autumn = datetime(2026, 10, 24, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    twice = when("en", "tomorrow at 2:30am", before_autumn)
    assert twice.fire_at.isoformat() == "2026-10-25T02:30:00+02:00"
    first_is_past = datetime(2026, 10, 25, 2, 45, tzinfo=ZoneInfo("Europe/Berlin"))
    assert when("de", "um 02:30", first_is_past).fire_at.isoformat() == "2026-10-25T02:30:00+01:00"


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "irgendwann nächste Woche", "2026-05-11 09:00"),
        ("de", "dann halt morgen um halb neun", "2026-05-07 08:30"),
        ("de", "morgen in acht Tagen", "2026-05-14 09:00"),
        ("de", "viertel ab drei", "2026-05-06 15:15"),
        ("de", "innert einer halben Stunde", "2026-05-06 15:00"),
        ("de", "am Monatsersten", "2026-06-01 09:00"),
        ("de", "um diese Zeit nächste Woche", "2026-05-13 14:30"),
        ("en", "this time next week", "2026-05-13 14:30"),
        ("en", "in an hour or so", "2026-05-06 15:30"),
        ("en", "fortnight from today", "2026-05-20 14:30"),
        ("en", "0900 tomorrow", "2026-05-07 09:00"),
        ("en", "Friday arvo", "2026-05-08 15:00"),
        ("en", "sometime next week", "2026-05-11 09:00"),
    ],
)
def test_what_people_say_besides(language: str, text: str, expected: str) -> None:
    assert wall(when(language, text)) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Rosenmontag", "2027-02-08"),
        ("de", "Faschingsdienstag", "2027-02-09"),
        ("de", "Aschermittwoch", "2027-02-10"),
        ("de", "Gründonnerstag", "2027-03-25"),
        ("de", "Fronleichnam", "2026-06-04"),
        ("de", "Mariä Himmelfahrt", "2026-08-15"),
        ("de", "Reformationstag", "2026-10-31"),
        ("de", "Allerheiligen", "2026-11-01"),
        ("en", "New Year's Day at 9am", "2027-01-01"),
        ("en", "St. Patrick's Day", "2027-03-17"),
        ("en", "Shrove Tuesday", "2027-02-09"),
        ("en", "Ash Wednesday", "2027-02-10"),
        ("en", "Maundy Thursday", "2027-03-25"),
        ("en", "Bonfire Night", "2026-11-05"),
    ],
)
def test_feasts(language: str, text: str, expected: str) -> None:
    assert wall(when(language, text))[:10] == expected
