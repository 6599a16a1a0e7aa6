"""Reading a phrase from left to right: at each place the longest rule wins, and a word no rule knows is a refusal."""

from __future__ import annotations

import re

from selu_lab.reminders.when.conventions import DateOrder
from selu_lab.reminders.when.result import Refusal
from selu_lab.reminders.when.rules import all_rules
from selu_lab.reminders.when.rules.zones import looks_like_zone
from selu_lab.reminders.when.slots import (
    CalendarDay,
    Clock,
    NamedDay,
    Now,
    NthWeekday,
    Offset,
    Part,
    Past,
    Piece,
    RelativeDay,
    Slots,
    Week,
    Weekday,
    Year,
    Zone,
)
from selu_lab.reminders.when.words import Words

_BETWEEN = re.compile(r"""(?:[\s,;.:!?()"'@~–—]|(?<=\w)-(?=\w)|(?<!\S)-(?=\s)|-$)+""")
_WORD = re.compile(r"[^\s,;:!?()]+")
_SLOT = {
    Offset: "offset", Now: "now", RelativeDay: "day", CalendarDay: "day", NthWeekday: "day", NamedDay: "day",
    Weekday: "weekday", Week: "week", Year: "year", Part: "part", Clock: "clock", Zone: "zone",
}  # fmt: skip


def read(text: str, words: Words, order: DateOrder) -> Slots:
    """Take a phrase in canonical spelling, give the slots it fills; refuse a token neither read nor a filler."""
    slots, place = Slots(), 0
    while place < len(text):
        if between := _BETWEEN.match(text, place):
            place = between.end()
            continue
        found = _longest(text, place, words, order)
        word = _WORD.match(text, place)
        token = word[0].rstrip(".") if word else text[place]
        if found:
            place, pieces = found
            for piece in pieces:
                _fill(slots, piece, token)
        elif token in words.fillers:
            place += len(token)
        else:
            raise Refusal("unknown_tz" if slots.clock and looks_like_zone(text[place:]) else "unparsed", token)
    return slots


def _longest(text: str, place: int, words: Words, order: DateOrder) -> tuple[int, tuple[Piece, ...]] | None:
    best, end = None, place
    for rule in all_rules(words, order):
        match = rule.pattern.match(text, place)
        if match and match.end() > end:
            best, end = (rule, match), match.end()
    if best is None:
        return None
    rule, match = best
    pieces = rule.build(match)
    return end, pieces if isinstance(pieces, tuple) else (pieces,)


def _fill(slots: Slots, piece: Piece, token: str) -> None:
    if isinstance(piece, Past):
        raise Refusal("past", token)
    slot = _SLOT[type(piece)]
    held = getattr(slots, slot)
    if isinstance(held, Part) and isinstance(piece, Part):
        piece = _one_part(held, piece, token)
    elif held is not None and held != piece:
        raise Refusal("conflict", token)
    setattr(slots, slot, piece)


def _one_part(first: Part, second: Part, token: str) -> Part:
    """ "Morgens früh" and "tonight in the evening" are one part of the day, said twice."""
    if "early" in (first.name, second.name):
        other = second if first.name == "early" else first
        return Part(other.name, -1)
    if {first.name, second.name} <= {"evening", "tonight", "night"}:
        return first
    if first == second:
        return first
    raise Refusal("conflict", token)
