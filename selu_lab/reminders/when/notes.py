"""What was assumed on the way: collected as keys while a phrase is resolved, told in the user's language at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, time

from selu_lab.reminders.when.conventions import PartName
from selu_lab.reminders.when.result import Confidence

_DOUBTFUL = {
    "same_weekday", "next_weekday", "open_hour", "afternoon", "small_hours", "half_hour", "month", "year", "few",
    "minutes", "month_first", "weekday_week",
}  # fmt: skip
_GUESSED = {"fallback"}

_TEXTS: dict[str, tuple[str, str]] = {
    "part": ("{part} = {time}", "{part} = {time}"),
    "day_hour": ("keine Uhrzeit genannt: {time}", "no time of day given: {time}"),
    "running": ("{part} läuft schon: in 30 Minuten", "{part} has begun: in 30 minutes"),
    "same_weekday": ("heute, nicht erst in einer Woche", "today, not in a week"),
    "next_weekday": ("gemeint ist der {date}", "read as {date}"),
    "open_hour": ("keine Tageshälfte genannt: {time}", "no am or pm given: {time}"),
    "afternoon": ("nachmittags: {time}", "in the afternoon: {time}"),
    "small_hours": ("nachts = am frühen Morgen des {date}", "at night = the small hours of {date}"),
    "midnight": ("Mitternacht = 00:00 am {date}", "midnight = 00:00 on {date}"),
    "half_hour": ("half {said} = {time}", "half {said} = {time}"),
    "weekday_mismatch": ("der Wochentag passt nicht, das Datum gilt", "the weekday does not fit, the date holds"),
    "weekday_week": ("der Wochentag, von heute an um den Abstand später", "the coming weekday plus the distance"),
    "searched": ("der nächste Monat, in dem Tag und Wochentag passen", "the next month in which day and weekday fit"),
    "week_0": ("Woche = Montag", "week = Monday"),
    "week_2": ("Mitte der Woche = Mittwoch", "middle of the week = Wednesday"),
    "week_4": ("Ende der Woche = Freitag, danach Sonntag", "end of the week = Friday, after that Sunday"),
    "month_first": ("der Monat steht vor dem Tag", "the month comes before the day"),
    "weekend": ("Wochenende = Samstag", "weekend = Saturday"),
    "month": ("Monat = sein erster Tag", "month = its first day"),
    "year": ("Jahr = sein erster Tag", "year = its first day"),
    "few": ("„{said}“ = {number}", "“{said}” = {number}"),
    "minutes": ("{said} = {said} Minuten", "{said} = {said} minutes"),
    "eight_days": ("acht Tage = eine Woche", "eight days = one week"),
    "gap": ("die Uhr wird vorgestellt: {time}", "the clocks go forward: {time}"),
    "overlap": ("die Uhrzeit gibt es zweimal: die erste", "this time comes twice: the first"),
    "second_overlap": ("die Uhrzeit gibt es zweimal: die zweite", "this time comes twice: the second"),
    "zone": ("Zeitzone {zone}", "time zone {zone}"),
    "fallback": ("frei gelesenes Datum", "date read freely"),
}
_PARTS: dict[PartName, tuple[str, str]] = {
    "early": ("früh", "early"),
    "tomorrow_early": ("morgen früh", "early tomorrow"),
    "morning": ("Morgen", "morning"),
    "forenoon": ("Vormittag", "forenoon"),
    "noon": ("Mittag", "noon"),
    "after_lunch": ("nach dem Mittag", "after lunch"),
    "afternoon": ("Nachmittag", "afternoon"),
    "after_work": ("Feierabend", "after work"),
    "evening": ("Abend", "evening"),
    "tonight": ("heute Abend", "tonight"),
    "night": ("Nacht", "night"),
    "end_of_day": ("Ende des Tages", "end of the day"),
}


@dataclass
class Notes:
    """The assumptions made so far, in order, each as a key with what its sentence needs."""

    made: dict[str, dict[str, object]] = field(default_factory=dict)

    def assume(self, key: str, **values: object) -> None:
        """Note an assumption; `values` fill its sentence (times, dates, the words that were said)."""
        self.made.setdefault(key, values)

    def confidence(self) -> Confidence:
        """Give how sure the reading is: medium where another was possible, low where it was guessed."""
        if _GUESSED & self.made.keys():
            return "low"
        return "medium" if _DOUBTFUL & self.made.keys() else "high"

    def told(self, language: str) -> tuple[str, ...]:
        """Give the assumptions as sentences in the user's language."""
        column = 0 if language == "de" else 1
        return tuple(
            _TEXTS[key][column].format(**{name: _spelled(value, column) for name, value in values.items()})
            for key, values in self.made.items()
        )


def _spelled(value: object, column: int) -> str:
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, date):
        return f"{value:%d.%m.%Y}" if column == 0 else f"{value.day} {value:%b %Y}"
    return _PARTS[value][column] if value in _PARTS else str(value)
