"""From the clock and the part of day that were said to the times they may mean on a given date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from selu_lab.reminders.when.conventions import (
    AFTERNOON_HOURS,
    DARK_PARTS,
    EARLY_OR_LATE,
    HALF_DAY_PARTS,
    NIGHT_ENDS,
    NIGHT_IS_EVENING_FROM,
    PART_ENDS,
    RUNNING_DELAY,
    WAKING_HOURS,
    WhenSettings,
)
from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.slots import Clock, Part

Assumption: TypeAlias = tuple[str, dict[str, object]]


@dataclass(frozen=True)
class Reading:
    """One wall clock moment and the assumptions that lead to it."""

    wall: datetime
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True)
class Timer:
    """Times of day for one phrase. `named` says that it names a day, `today` that the day is today or left open."""

    clock: Clock | None
    part: Part | None
    named: bool
    now: datetime
    language: str
    settings: WhenSettings

    def readings(self, day: date) -> list[Reading]:
        """Give what the phrase may mean on this date, earliest first."""
        if self.clock is not None:
            return self._clock_readings(day, self.clock)
        if self.part is not None:
            return [self._part_reading(day, self.part)]
        hour = self.settings.day_hour
        return [Reading(datetime.combine(day, hour), (("day_hour", {"time": hour}),))]

    def _clock_readings(self, day: date, clock: Clock) -> list[Reading]:
        if clock.loose and not self.named and self.part is None:
            raise Refusal("unparsed", str(clock.hour))
        if clock.settled == "midnight":
            return [self._midnight(day)]
        if clock.hour == 24:
            return [Reading(datetime.combine(day + timedelta(1), time()))]
        if self.part is not None and clock.settled != "exact":
            return [self._within_part(day, clock, self.part)]
        if clock.settled == "exact":
            return [self._exact(day, clock)]
        if self.named:
            return [self._on_named_day(day, clock)]
        return self._open_hours(day, clock)

    def _exact(self, day: date, clock: Clock) -> Reading:
        """A settled clock; "tonight at 0:30" and "heute Nacht um 02:00" belong to the coming night."""
        wall = _at(day, clock, clock.hour)
        dark = self.part is not None and self.part.name in DARK_PARTS
        if dark and clock.hour <= NIGHT_ENDS and self._is_today(day) and wall <= self.now:
            wall += timedelta(1)
        return Reading(wall)

    def _midnight(self, day: date) -> Reading:
        if not self.named or self._is_today(day):
            day += timedelta(1)
        return Reading(datetime.combine(day, time()), (("midnight", {"date": day}),))

    def _open_hours(self, day: date, clock: Clock) -> list[Reading]:
        hours = [hour for hour in (clock.hour, clock.hour + 12) if hour in WAKING_HOURS]
        readings = []
        for hour in hours:
            wall = _at(day, clock, hour)
            readings.append(
                Reading(wall, (*_half(clock, wall), ("open_hour", {"said": clock.said, "time": wall.time()})))
            )
        return readings

    def _on_named_day(self, day: date, clock: Clock) -> Reading:
        if clock.settled == "bare" and clock.said in AFTERNOON_HOURS and clock.hour < 12:
            wall = _at(day, clock, clock.hour + 12)
            return Reading(wall, (*_half(clock, wall), ("afternoon", {"said": clock.said, "time": wall.time()})))
        wall = _at(day, clock, clock.hour)
        return Reading(wall, _half(clock, wall))

    def _within_part(self, day: date, clock: Clock, part: Part) -> Reading:
        """ "8 Uhr abends", "tonight at 3", "12 at night": the part of day settles which half of the day is meant."""
        hour = clock.hour
        if part.name in DARK_PARTS and hour == 12:
            return Reading(_at(day + timedelta(1), clock, 0))
        if (part.name in HALF_DAY_PARTS and part.name != "tonight") or (part.name == "noon" and hour < 6):
            return Reading(_at(day, clock, hour + 12 if hour < 12 else hour))
        if part.name in ("night", "tonight"):
            if clock.said >= NIGHT_IS_EVENING_FROM[self.language]:
                return Reading(_at(day, clock, hour + 12))
            return self._small_hours(day, clock)
        return Reading(_at(day, clock, hour))

    def _small_hours(self, day: date, clock: Clock) -> Reading:
        wall = _at(day, clock, clock.hour)
        if self._is_today(day) and wall > self.now:
            return Reading(wall)
        if not self.named:
            return Reading(wall)
        wall += timedelta(1)
        return Reading(wall, (("small_hours", {"date": wall.date()}),))

    def _part_reading(self, day: date, part: Part) -> Reading:
        hour = self._part_hour(part)
        wall = datetime.combine(day, hour)
        if self._is_today(day):
            ends = datetime.combine(day, time()) + timedelta(hours=PART_ENDS[part.name])
            in_the_night = part.name == "night" and self.now.hour < NIGHT_ENDS
            if wall <= self.now < ends or in_the_night:
                return Reading(self.now + RUNNING_DELAY, (("running", {"part": part.name}),))
        return Reading(wall, (("part", {"part": part.name, "time": hour}),))

    def _part_hour(self, part: Part) -> time:
        hour = self.settings.part_hours[part.name]
        moved = datetime.combine(date.min, hour) + timedelta(days=1) + part.shift * EARLY_OR_LATE
        if part.shift and moved.day == 2:
            return moved.time()
        return time(23) if part.shift > 0 else hour

    def _is_today(self, day: date) -> bool:
        return day == self.now.date()


def _at(day: date, clock: Clock, hour: int) -> datetime:
    days, hour = divmod(hour, 24)
    return datetime.combine(day + timedelta(days), time(hour, clock.minute, clock.second))


def _half(clock: Clock, wall: datetime) -> tuple[Assumption, ...]:
    return (("half_hour", {"said": clock.said, "time": wall.time()}),) if clock.english_half else ()
