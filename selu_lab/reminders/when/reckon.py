"""From the day that was said to the dates it may mean, in the order in which they are tried."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from selu_lab.reminders.when.conventions import EASTER_DAYS, FARTHEST_YEARS, NAMED_DAYS
from selu_lab.reminders.when.notes import Notes
from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.slots import (
    CalendarDay,
    DayPiece,
    Month,
    NamedDay,
    NthWeekday,
    Offset,
    RelativeDay,
    Slots,
    Week,
    Weekday,
)

_YEARS_AHEAD = FARTHEST_YEARS + 4  # 29 February comes once in eight years around 2100
_MONTHS_AHEAD = 14
_FRIDAY, _SUNDAY = 4, 6


@dataclass(frozen=True)
class Days:
    """The dates a phrase may mean, best first, and the dates of its other readings."""

    candidates: tuple[date, ...]
    alternatives: tuple[date, ...] = ()


@dataclass(frozen=True)
class Reckoner:
    """Reckons with one today; `timed` says that the phrase names a time, `nearest` how "next Friday" is read."""

    today: date
    timed: bool
    nearest: bool
    notes: Notes

    def days(self, slots: Slots) -> Days | None:
        """Give the dates the slots mean, None where they name no day."""
        named = self._named(slots)
        offset = slots.offset
        if offset is None or not (offset.months or offset.days):
            return named
        if named is None:
            return Days((added(self.today, offset),))
        return self._shifted(slots, named, offset)

    def _shifted(self, slots: Slots, named: Days, offset: Offset) -> Days:
        first = named.candidates[0]
        if slots.day and slots.weekday and "weekday_mismatch" in self.notes.made:
            raise Refusal("conflict")
        if offset.anchored or (slots.weekday and slots.weekday.which == "next"):
            return Days((added(first, offset),))
        counts_today = slots.weekday or isinstance(slots.day, RelativeDay)
        if counts_today and (offset.days, offset.months) == (8, 0):
            self.notes.assume("eight_days")
            offset = replace(offset, days=7)
        if isinstance(slots.day, RelativeDay):
            return Days((added(first, offset),))
        if slots.weekday is None or slots.day or slots.week:
            raise Refusal("conflict")
        target = added(self.today, offset)
        if offset.months or offset.days % 7:
            if target.weekday() != slots.weekday.index:
                raise Refusal("conflict")
            return Days((target,))
        chosen = added(self._after(slots.weekday.index), offset)
        calendar_week = self._in_week(target, slots.weekday.index)
        if chosen != calendar_week and calendar_week > self.today:
            self.notes.assume("weekday_week")
            return Days((chosen,), (calendar_week,))
        return Days((chosen,))

    def _named(self, slots: Slots) -> Days | None:
        day = self._with_year(slots)
        if day is not None:
            return self._dated(day, slots.weekday, slots.week)
        if slots.week is not None:
            return self._of_week(slots.week, slots.weekday)
        return self._weekday(slots.weekday) if slots.weekday else None

    def _with_year(self, slots: Slots) -> DayPiece | None:
        if slots.year is None:
            return slots.day
        year = slots.year.year or self.today.year + slots.year.ahead
        if slots.day is None and slots.weekday is None and slots.week is None:
            if slots.year.year or not slots.year.ahead:
                raise Refusal("unparsed", str(year))
            self.notes.assume("year")
            return CalendarDay(1, Month(1, year))
        if isinstance(slots.day, NamedDay):
            return CalendarDay(_feast(slots.day.key, year).day, Month(_feast(slots.day.key, year).month, year))
        if isinstance(slots.day, CalendarDay | NthWeekday) and slots.day.month.month and not slots.day.month.year:
            return replace(slots.day, month=replace(slots.day.month, year=year))
        raise Refusal("conflict", str(year))

    def _dated(self, day: DayPiece, weekday: Weekday | None, week: Week | None) -> Days:
        if week is not None:
            raise Refusal("conflict")
        if isinstance(day, RelativeDay):
            dates = [self.today + timedelta(day.days)]
        elif isinstance(day, NamedDay):
            dates = [_feast(day.key, year) for year in range(self.today.year, self.today.year + 3)]
            dates = [each for each in dates if each >= self.today]
        else:
            dates = list(self._in_months(day))
            self._note_assumed(day)
        if not dates:
            raise Refusal("invalid_date")
        if weekday is not None:
            dates = self._fitting(day, dates, weekday)
        return Days(tuple(dates))

    def _note_assumed(self, day: CalendarDay | NthWeekday) -> None:
        if isinstance(day, CalendarDay) and day.assumed:
            if day.assumed == "month" and day.month.ahead == 0:
                raise Refusal("ambiguous")
            self.notes.assume(day.assumed)

    def _fitting(self, day: DayPiece, dates: list[date], weekday: Weekday) -> list[date]:
        """ "Friday the 26th" looks for the month in which it fits; any other date wins over its weekday."""
        fitting = [each for each in dates if each.weekday() == weekday.index]
        if isinstance(day, CalendarDay) and day.month == Month() and fitting:
            if fitting[0] != dates[0]:
                self.notes.assume("searched")
            return fitting
        if isinstance(day, RelativeDay) and not fitting:
            raise Refusal("conflict")
        self._check_weekday(dates[0], weekday)
        return dates

    def _check_weekday(self, day: date, weekday: Weekday) -> None:
        if day.weekday() != weekday.index:
            self.notes.assume("weekday_mismatch")

    def _in_months(self, day: CalendarDay | NthWeekday) -> Iterator[date]:
        fixed = day.month.year is not None or day.month.ahead is not None
        for year, month in self._months(day.month):
            number = _day_number(day, year, month)
            if number and (fixed or date(year, month, number) >= self.today):
                yield date(year, month, number)

    def _months(self, month: Month) -> Iterator[tuple[int, int]]:
        if month.month is not None:
            years = [month.year] if month.year else range(self.today.year, self.today.year + _YEARS_AHEAD)
            yield from ((year, month.month) for year in years)
            return
        first = self.today.year * 12 + self.today.month - 1
        numbers = [first + month.ahead] if month.ahead is not None else range(first, first + _MONTHS_AHEAD)
        yield from ((number // 12, number % 12 + 1) for number in numbers)

    def _of_week(self, week: Week, weekday: Weekday | None) -> Days:
        index = weekday.index if weekday else week.stands_for
        if index is None:
            raise Refusal("ambiguous")
        day = self._in_week(self.today + timedelta(weeks=week.weeks), index)
        if weekday is None:
            self.notes.assume(f"week_{index}")
            if (week.weeks, index) == (0, _FRIDAY):
                return Days((day, self._in_week(self.today, _SUNDAY)))
        return Days((day,))

    def _weekday(self, weekday: Weekday) -> Days:
        if weekday.weekend:
            self.notes.assume("weekend")
        coming = self._after(weekday.index)
        if weekday.which == "next":
            return self._next_weekday(weekday, coming)
        later = coming + timedelta(weeks=weekday.weeks)
        if weekday.which == "coming" or self.today.weekday() != weekday.index:
            return Days((later, later + timedelta(7)))
        if self.timed or weekday.which == "this":
            return Days((self.today, later))
        return Days((later,))

    def _next_weekday(self, weekday: Weekday, coming: date) -> Days:
        in_next_week = self._in_week(self.today + timedelta(7), weekday.index)
        both = (coming, in_next_week) if self.nearest else (in_next_week, coming)
        if coming == in_next_week:
            # The German near reading and the calendar week agree; the far reading is a week later.
            return Days((coming,))
        self.notes.assume("next_weekday", date=both[0])
        return Days((both[0],), (both[1],))

    def _after(self, index: int) -> date:
        """The next such weekday strictly after today."""
        return self.today + timedelta((index - self.today.weekday() - 1) % 7 + 1)

    @staticmethod
    def _in_week(day: date, index: int) -> date:
        return day + timedelta(index - day.weekday())


def added(day: date, offset: Offset) -> date:
    """Add the months and days of an offset; a day the month does not have becomes its last one."""
    number = day.year * 12 + day.month - 1 + offset.months
    year, month = number // 12, number % 12 + 1
    if not 1 <= year <= 9999:
        raise Refusal("too_far" if offset.months > 0 else "past")
    last = calendar.monthrange(year, month)[1]
    return date(year, month, min(day.day, last)) + timedelta(offset.days)


def _day_number(day: CalendarDay | NthWeekday, year: int, month: int) -> int | None:
    """Give the day of the month, None where the month has no such day."""
    first, length = calendar.monthrange(year, month)
    if isinstance(day, CalendarDay):
        number = day.day if day.day > 0 else length + 1 + day.day
        return number if 1 <= number <= length else None
    days = range(1 + (day.index - first) % 7, length + 1, 7)
    place = day.nth - 1 if day.nth > 0 else day.nth
    return days[place] if -len(days) <= place < len(days) else None


def _feast(key: str, year: int) -> date:
    if key in NAMED_DAYS:
        return date(year, *NAMED_DAYS[key])
    from dateutil.easter import easter  # only Easter needs it

    sunday: date = easter(year)
    return sunday + timedelta(EASTER_DAYS[key])
