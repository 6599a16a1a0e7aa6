"""Account and card numbers, told by their check digits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from selu_lab.memory.secrets.rule import Rule


def luhn(digits: str) -> bool:
    """Whether a card number's check digit is right (ISO/IEC 7812)."""
    numbers = [int(digit) for digit in reversed(digits)]
    return sum(numbers[0::2]) % 10 == -sum(sum(divmod(2 * number, 10)) for number in numbers[1::2]) % 10


def iban(text: str) -> bool:
    """Whether an account number's check digits are right (ISO 13616, mod 97)."""
    compact = text.upper()
    turned = compact[4:] + compact[:4]
    return 15 <= len(compact) <= 34 and int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def card(digits: str) -> bool:
    """Whether digits are a payment card's number: length and first digit of the card schemes, check digit right."""
    return bool(_SCHEMES.fullmatch(digits)) and luhn(digits)


def _account(text: str) -> bool:
    """Even the account numbers with the most letters have ten digits; "am24 ist der Tag" has fewer."""
    return sum(map(str.isdigit, text)) >= _ACCOUNT_DIGITS and iban(text)


def _in_groups(pattern: re.Pattern[str], check: Callable[[str], bool]) -> Callable[[str], bool]:
    """Finds a number written in groups, where the last groups may be the sentence going on."""
    return lambda text: any(check(number) for match in pattern.finditer(text) for number in _beginnings(match.group()))


def _beginnings(text: str) -> Iterator[str]:
    groups = re.split(r"[^A-Za-z0-9]+", text)
    return ("".join(groups[:count]) for count in range(1, len(groups) + 1))


# A phone's IMEI has 15 digits, a right check digit and mostly begins with 35: no scheme has that.
_SCHEMES = re.compile(r"2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|[46]\d{15}(?:\d{3})?|5\d{15}")
_ACCOUNT_DIGITS = 10
_CARD_DIGITS = 14
_BETWEEN = r" ?[-./·_–] ?| {1,2}"
_ACCOUNT = re.compile(rf"\b[A-Za-z]{{2}}\d{{2}}(?:(?:{_BETWEEN})?[A-Za-z0-9]{{1,4}}){{3,9}}\b")
# Dots and slashes also part dates, so with them a number counts only in the groups that stand on a card.
_CARD = re.compile(
    r"\d(?:(?<![\w.+]\d)(?<!\d-\d)(?:[ -]?\d){13,22}(?!\w)"
    rf"|(?<!\w\d)\d{{3}}(?P<by>{_BETWEEN})\d{{4,6}}(?:(?P=by)\d{{3,5}}){{1,3}}(?!\w))"
)

NUMBERS = (
    Rule("account_number", _in_groups(_ACCOUNT, _account), digits=_ACCOUNT_DIGITS),
    Rule("card_number", _in_groups(_CARD, card), digits=_CARD_DIGITS),
)
