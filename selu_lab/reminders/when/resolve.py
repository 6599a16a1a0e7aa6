"""From filled slots to one moment in the future: the first candidate that is not past, in the zone of the user."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo

from selu_lab.reminders.when.conventions import A_FEW, NEXT_WEEKDAY, WhenSettings, farthest
from selu_lab.reminders.when.notes import Notes
from selu_lab.reminders.when.reckon import Days, Reckoner, added
from selu_lab.reminders.when.result import Grain, Refusal
from selu_lab.reminders.when.slots import Clock, Offset, RelativeDay, Slots
from selu_lab.reminders.when.times import Reading, Timer


@dataclass(frozen=True)
class Resolved:
    """A moment (aware, UTC), how fine it was said, and what was assumed."""

    moment: datetime
    grain: Grain
    notes: Notes
    alternatives: tuple[datetime, ...] = field(default=())


def resolve(slots: Slots, *, now: datetime, zone: tzinfo, language: str, settings: WhenSettings) -> Resolved:
    """Take what a phrase of this language said and the aware moment it was said at, give the moment it means."""
    notes = Notes()
    if slots.zone is not None:
        zone = slots.zone.zone
        notes.assume("zone", zone=slots.zone.name)
    if slots.offset is not None and slots.offset.vague:
        said = slots.offset.vague
        notes.assume("minutes" if said.isdigit() else "few", said=said, number=A_FEW)
    local = now.astimezone(zone)
    if slots.offset is not None and _is_distance(slots):
        return _distance(slots.offset, local, notes)
    if slots.now and slots.week and not slots.weekday:
        slots.day, slots.week = RelativeDay(7 * slots.week.weeks), None  # "this time next week"
    if slots.now and slots.clock is None and slots.part is None and (slots.day or slots.weekday):
        slots.clock = Clock(local.hour, local.minute, local.second)  # "this time tomorrow"
    reading = settings.next_weekday if settings.next_weekday != "language" else NEXT_WEEKDAY[language]
    timed = slots.clock is not None or slots.part is not None
    days = Reckoner(local.date(), timed, reading == "nearest", notes).days(slots)
    _refuse_incomplete(slots, days, timed)
    timer = Timer(slots.clock, slots.part, days is not None, local.replace(tzinfo=None), language, settings)
    return _Chooser(local, timer, notes, slots).chosen(days)


def _is_distance(slots: Slots) -> bool:
    """A distance alone, or "today in one hour"."""
    offset = slots.offset
    if offset is None or slots.weekday or slots.week or slots.year or slots.clock or slots.part:
        return False
    if offset.anchored and not slots.now:
        return False
    return slots.day is None or (slots.day == RelativeDay(0) and not (offset.days or offset.months))


def _distance(offset: Offset, local: datetime, notes: Notes) -> Resolved:
    wall = datetime.combine(added(local.date(), offset), local.time())
    start = aware(wall, local, notes) if offset.months or offset.days else local.astimezone(UTC)
    moment = future(start + timedelta(seconds=offset.seconds), local)
    return Resolved(moment, "minute" if offset.seconds else "day", notes)


def _refuse_incomplete(slots: Slots, days: Days | None, timed: bool) -> None:
    offset = slots.offset
    if offset is not None and offset.seconds and not (offset.anchored and timed):
        raise Refusal("conflict")
    if timed:
        return
    if days is None:
        raise Refusal("past" if slots.now else "unparsed")
    if slots.day == RelativeDay(0) and offset is None:
        raise Refusal("ambiguous")


@dataclass(frozen=True)
class _Chooser:
    """Tries the readings of each candidate date in turn."""

    local: datetime
    timer: Timer
    notes: Notes
    slots: Slots

    def chosen(self, days: Days | None) -> Resolved:
        today = self.local.date()
        dates = days.candidates if days else (today, today + timedelta(1))
        ahead = self._future_readings(dates)
        first = next(ahead, None)
        if first is None:
            raise Refusal("past", future=self._later(self.timer.readings(dates[-1])[0].wall))
        for key, values in first.assumed:
            self.notes.assume(key, **values)
        others = self._others(first, next(ahead, None), days)
        moment = future(aware(first.wall, self.local, self.notes) + self._shift(), self.local)
        return Resolved(moment, self._grain(), self.notes, self._alternatives(moment, others))

    def _others(self, first: Reading, second: Reading | None, days: Days | None) -> list[Reading]:
        """The readings that were possible too: the other half of the day, the other "next Friday", a week later."""
        is_open = any(key == "open_hour" for key, _ in first.assumed)
        others = [second] if second and is_open and second.wall.time() != first.wall.time() else []
        if days is None:
            return others
        others += [reading for day in days.alternatives for reading in self.timer.readings(day)]
        today = self.local.date()
        if self.slots.weekday and not self.slots.day and days.candidates[0] == today == first.wall.date():
            self.notes.assume("same_weekday")
            others += [reading for day in days.candidates[1:2] for reading in self.timer.readings(day)]
        return others

    def _future_readings(self, dates: tuple[date, ...]) -> Iterator[Reading]:
        for day in dates:
            for reading in self.timer.readings(day):
                if aware(reading.wall, self.local, Notes()) + self._shift() > self.local:
                    yield reading

    def _shift(self) -> timedelta:
        return timedelta(seconds=self.slots.offset.seconds if self.slots.offset else 0)

    def _grain(self) -> Grain:
        if self.slots.clock:
            return "minute"
        return "daypart" if self.slots.part else "day"

    def _alternatives(self, moment: datetime, others: list[Reading]) -> tuple[datetime, ...]:
        moments = [aware(reading.wall, self.local, Notes()) for reading in others]
        return tuple(sorted({each for each in moments if each > self.local and each != moment}))

    def _later(self, wall: datetime) -> datetime | None:
        """The nearest future reading of a phrase that is past: the other half of today, tomorrow, or a later year."""
        clock, now = self.slots.clock, self.local.replace(tzinfo=None)
        if wall.date() == now.date() or isinstance(self.slots.day, RelativeDay):
            half = wall + timedelta(hours=12)
            if wall.date() == half.date() == now.date() and _may_be_evening(clock) and half > now:
                return half
            return datetime.combine(now.date() + timedelta(1), wall.time())
        if self.slots.week or self.slots.weekday:
            return wall + timedelta(weeks=(now - wall) // timedelta(weeks=1) + 1)
        years = range(now.year, now.year + 2)
        later = (datetime.combine(_in_year(wall.date(), year), wall.time()) for year in years)
        return next((each for each in later if each > now), None)


def _may_be_evening(clock: Clock | None) -> bool:
    return clock is not None and clock.settled in ("literal", "bare") and clock.hour < 12


def _in_year(day: date, year: int) -> date:
    return day.replace(year=year, day=min(day.day, 28) if day.month == 2 else day.day)


def aware(wall: datetime, local: datetime, notes: Notes) -> datetime:
    """Take a wall clock time, give its moment in UTC. A time the clocks jump over moves forward by the jump; of a time
    that comes twice it is the first, unless that is past."""
    zone = local.tzinfo
    first = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    back = first.astimezone(zone).replace(tzinfo=None, fold=0)
    if back != wall.replace(fold=0):
        notes.assume("gap", time=back.time())
        return first
    second = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if second == first:
        return first
    past = first <= local
    notes.assume("second_overlap" if past else "overlap")
    return second if past else first


def future(moment: datetime, local: datetime) -> datetime:
    """Give the moment back; refuse one that is not ahead, or too far ahead."""
    if moment <= local:
        raise Refusal("past")
    if moment.date() > farthest(local.date()):
        raise Refusal("too_far")
    return moment
