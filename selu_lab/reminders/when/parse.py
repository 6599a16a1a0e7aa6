"""Reading a time expression: guard, ISO, refusals, slots, the other language, dateparser, and the moment it means."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from selu_lab.reminders.when.conventions import DATE_ORDER, WhenSettings
from selu_lab.reminders.when.fallback import fallback_date
from selu_lab.reminders.when.grammar import read
from selu_lab.reminders.when.iso import iso_moment
from selu_lab.reminders.when.messages import when_error
from selu_lab.reminders.when.normal import canonical, guarded, spoken
from selu_lab.reminders.when.notes import Notes
from selu_lab.reminders.when.refusals import refuse
from selu_lab.reminders.when.resolve import Resolved, aware, future, resolve
from selu_lab.reminders.when.result import Refusal, When
from selu_lab.reminders.when.rules.zones import zone_named
from selu_lab.reminders.when.speech import describe, language_of
from selu_lab.reminders.when.words import Words
from selu_lab.reminders.when.words_de import GERMAN
from selu_lab.reminders.when.words_en import ENGLISH


def parsed(text: str, now: datetime, zone: str, language: str, settings: WhenSettings) -> When:
    """Do what `selu_lab.reminders.when.parse_when` promises."""
    try:
        place = zone_named(zone)
        resolved = _Parser(now, place, settings).resolved(text, language_of(language))
    except OverflowError:  # beyond year 9999
        raise when_error(Refusal("too_far"), token="", example=_example(now), language=language) from None
    except Refusal as refusal:
        token = spoken(refusal.token, text, "de") if refusal.token else ""
        raise when_error(refusal, token=token, example=_example(now), language=language) from None
    return _told(resolved, now, zone, language)


def _example(now: datetime) -> datetime:
    return (now + timedelta(1)).replace(hour=18, minute=0)


def _told(resolved: Resolved, now: datetime, zone: str, language: str) -> When:
    place = ZoneInfo(zone)
    fire_at = resolved.moment.astimezone(place)
    return When(
        fire_at=fire_at,
        wall_clock=fire_at.replace(tzinfo=None),
        zone=zone,
        interpretation=describe(fire_at, now, zone, language),
        grain=resolved.grain,
        confidence=resolved.notes.confidence(),
        assumptions=resolved.notes.told(language_of(language)),
        alternatives=tuple(each.astimezone(place) for each in resolved.alternatives),
    )


class _Parser:
    """The steps, in the order in which they may answer."""

    def __init__(self, now: datetime, zone: ZoneInfo, settings: WhenSettings) -> None:
        self.now, self.zone, self.settings = now, zone, settings
        self.local = now.astimezone(zone)

    def resolved(self, text: str, language: str) -> Resolved:
        """Give the moment a phrase means; raises Refusal."""
        text = guarded(text)
        if moment := iso_moment(text):
            return self._iso(moment)
        first, second = (GERMAN, ENGLISH) if language == "de" else (ENGLISH, GERMAN)
        try:
            return self._read(text, first)
        except Refusal as refusal:
            if refusal.code != "unparsed" or not any(character.isalpha() for character in text):
                raise
            try:
                return self._read(text, second)
            except Refusal as other:
                if other.code != "unparsed":
                    raise
            return self._fallback(text, first, refusal)

    def _iso(self, moment: datetime) -> Resolved:
        notes = Notes()
        if moment.tzinfo is None:
            moment = aware(moment, self.local, notes)
        return Resolved(future(moment, self.local), "minute", notes)

    def _read(self, text: str, words: Words) -> Resolved:
        spelled = canonical(text, words)
        refuse(spelled, words)
        order = self.settings.date_order
        slots = read(spelled, words, DATE_ORDER[words.language] if order == "language" else order)
        return resolve(slots, now=self.now, zone=self.zone, language=words.language, settings=self.settings)

    def _fallback(self, text: str, words: Words, refusal: Refusal) -> Resolved:
        found = fallback_date(canonical(text, words), self.local.replace(tzinfo=None), words)
        if found is None:
            raise refusal
        notes = Notes()
        notes.assume("fallback")
        if found.clock is None:
            notes.assume("day_hour", time=self.settings.day_hour)
        wall = datetime.combine(found.day, found.clock or self.settings.day_hour)
        moment = future(aware(wall, self.local, notes), self.local)
        return Resolved(moment, "minute" if found.clock else "day", notes)
