"""Tell a secret by the shape of its value, so that it is refused and never repeated."""

from __future__ import annotations

import re

_NAME = (
    r"(?:passw(?:or)?d|passwort|kennwort|passphrase|passcode|pwd?|pin(?:-?(?:code|nummer))?|geheimzahl|tan|puk|cvv|cvc|"
    r"(?:api[- ]?|secret[- ]?|access[- ]?|private[- ]?)key|api[- ]?schlüssel|(?:api[- ]?|access[- ]?|zugangs)?token|"
    r"(?:door|gate|alarm|tür|safe|zahlen|unlock|entry)[- ]?(?:code|kombination|combination)|zugangscode|seed phrase"
    r"|login)"
)
_LINK = (
    r"(?:\s+(?:für|for|of|zu[mr]?|vo[nm]|am|im|to|beim?|on|the|das|den|die|my|mein\w*|our"
    r"|unser\w*)\s+[^\s:=]+(?:\s+[^\s:=]+){0,3}?)?"
)
_IS = (
    r"\s*(?:\s(?:is|ist|lautet|heißt|war|was|=)\s|[:=]\s*|\s(?=\S*\d))(?:now |jetzt |still |noch |folgende[srn]? "
    r"|auf )?"
)
_EMPTY_VALUE = (
    r"(?!(?:wichtig|important|falsch|wrong|abgelaufen|expired|vergessen|forgotten|weg|gone|neu|new|sicher|safe|secure|"
    r"geändert|changed|zu|too|not|nicht|kein\w*|ein\w*|an?|the|der|die|das|in|im|on|required|nötig|due|fällig"
    r"|hinterlegt)\b)"
)
_NAMED = re.compile(rf"\b{_NAME}\b{_LINK}{_IS}{_EMPTY_VALUE}[\"'„“»]?(?P<value>[^\s\"'„“»]{{3,}})", re.IGNORECASE)
_REVERSED = re.compile(
    rf"(?<!\S)(?P<value>\S{{4,80}})\s+(?:is|ist)\s+(?:the|my|our|das|die|der|mein\w*|unser\w*)\s+(?:\w+\s+)?{_NAME}\b",
    re.IGNORECASE,
)
_SHAPES = re.compile(
    r"\b(?:sk-[\w-]{8,}|gh[pousr]_\w{8,}|xox[abp]-[\w-]{8,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{16,}"
    r"|[a-z]{2,5}_(?=\w*\d)\w{12,}"
    r"|eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]+)?)|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
_LONG = re.compile(r"(?<![\w@/.:-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{20,}(?![\w@/.])")
_CARD = re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)")


def secret_values(text: str) -> tuple[str, ...]:
    """The secrets the text holds: named ones with a value, well-known token shapes, card numbers that check."""
    found = [match["value"].rstrip(".,;!?)") for match in (*_NAMED.finditer(text), *_REVERSED.finditer(text))]
    found += [match.group() for match in (*_SHAPES.finditer(text), *_LONG.finditer(text))]
    found += [match.group() for match in _CARD.finditer(text) if _luhn(match.group())]
    return tuple(dict.fromkeys(value for value in found if value))


def _luhn(number: str) -> bool:
    """The check digit of card numbers (ISO/IEC 7812)."""
    digits = [int(digit) for digit in number if digit.isdecimal()][::-1]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
