"""Digits that a name is followed by: a code, and no year, no amount, no time."""

from __future__ import annotations

import re
from collections.abc import Iterable

from selu_lab.memory.secrets.saying import Name, Said, sayings
from selu_lab.memory.secrets.values import dated, ends

_UNIT = (
    r"(?:(?:uhr|h|euro|eur|mg|µg|g|kg|ml|l|mm|cm|m|km|stellen|stellig|zeichen|ziffern|digits?|characters?|times|mal"
    r"|tage?n?|days?|jahren?|years?|grad|degrees?|ie|iu|am|pm)\b|[€$%])"
)
_DIGITS = re.compile(
    rf"[\s\"'*_`(\[<|„“‚‘{{#]*(?P<value>\d(?:[ -]?\d){{2,11}})(?!\w|[.,/:-]\d| ?-?\d|\s*{_UNIT})", re.IGNORECASE
)
_TURNED = re.compile(
    r"(?<![\w.,-])\d{3,10}\s+(?:ist|is|war|was|=)\s+(?:the|my|our|his|her|die|der|meine?|unsere?|seine?|ihre?)"
    r"\s+(?:[\w'’-]+\s+){0,2}?[\w-]*\Z",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
# The pins of a circuit and the ports of a network are numbered, too: "Pin 1883 ist MQTT".
_WIRED = re.compile(
    r"\s+(?:ist|is|=|geht an|goes to)\s+(?:mqtt|gnd|masse|ground|vcc|sda|scl|[tr]x|gpio|pwm|led|spi|uart|reset"
    r"|https?|ssh|smtp|imap|dns|usb)\b",
    re.IGNORECASE,
)


def tells_digits(names: Iterable[Name], text: str) -> bool:
    """Whether the text says the digits of something that has one of these names, before or after it."""
    return any(
        _TURNED.search(before) or any(map(_is_said, sayings(after)))
        for name in names
        for before, after in name.places(text)
    )


def _is_said(said: Said) -> bool:
    match = _DIGITS.match(said.rest)
    if not match or dated(match["value"]) or _WIRED.match(said.rest, match.end()):
        return False
    return ends(said.rest[match.end() :]) or said.link == "bare" or not _YEAR.fullmatch(match["value"])
