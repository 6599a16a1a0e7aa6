"""Secrets are told by the shape of their value, never by a bare word: "I always forget my password" is no secret."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One shape of secret: what it is called, the pattern of its value, and a check that the pattern cannot make.

    One of the `cues` (lower case) must be there: looking for them is quick, and most texts hold none.
    """

    name: str
    pattern: re.Pattern[str]
    holds: Callable[[str], bool] = bool
    cues: tuple[str, ...] = ()


def find_secret(text: str) -> str | None:
    """The name of the first rule that the text breaks, None when it holds no secret. The value goes nowhere."""
    lowered = text.lower()
    possible = (rule for rule in _RULES if not rule.cues or any(cue in lowered for cue in rule.cues))
    return next((rule.name for rule in possible for value in _values(rule, text) if rule.holds(value)), None)


def _values(rule: Rule, text: str) -> Iterator[str]:
    """What the pattern's named group `value` matched, or else the whole match."""
    for match in rule.pattern.finditer(text):
        yield match.groupdict().get("value") or match.group()


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
    lengths = {"2": (16,), "3": (14, 15, 16), "4": (16, 19), "5": (16,), "6": (16, 19)}
    return len(digits) in lengths.get(digits[:1], ()) and luhn(digits)


def _in_groups(check: Callable[[str], bool]) -> Callable[[str], bool]:
    """The check for a number written in groups, where the last groups may be the sentence going on."""

    def holds(text: str) -> bool:
        groups = re.split("[ -]", text)
        return any(check("".join(groups[:count])) for count in range(1, len(groups) + 1))

    return holds


def _random(text: str) -> bool:
    """Whether a long run of characters looks drawn by lot: mixed kinds and much information per character."""
    kinds = [re.search(kind, text) for kind in ("[a-z]", "[A-Z]", "[0-9]")]
    counts = Counter(text)
    bits = -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())
    return all(kinds) and bits >= 3.5


# What follows "password:" without being one: where it is kept, that it is unknown, that it changed.
_NO_VALUE = frozenset(
    """
    a an the in on at is are was not no none unknown secret safe stored saved kept written changed forgotten lost
    hidden required needed wrong old new my your his her our their always very too never same different weak strong
    somewhere known printed attached managed shared reset expired important private confidential hanging under behind
    inside near with by for from to and or but only still also now ? - der die das ein eine im in am an auf bei beim
    nicht kein keine unbekannt geheim sicher gespeichert abgelegt notiert geändert vergessen verloren versteckt nötig
    falsch alt neu mein dein sein ihr unser immer sehr zu nie gleich anders schwach stark irgendwo bekannt gedruckt
    wichtig privat siehe see ask frag frage fragen unter hinter neben mit von vom für und oder aber nur noch auch jetzt
    wieder abgelaufen weg
    """.split()
)


def _spoken(value: str) -> bool:
    """Whether what follows "password is …" can be a password and not the sentence going on."""
    value = value.strip("\"'„“”‚‘’`")
    bare = value.rstrip(".,;!?)")
    plain = bare.isalpha() and (bare.islower() or bare.istitle())
    return len(bare) >= 4 and bare.casefold() not in _NO_VALUE and not plain


def _written(value: str) -> bool:
    """Whether what follows "password:" is a value: here a plain word counts too."""
    bare = value.strip("\"'„“”‚‘’`").rstrip(".,;!?)")
    return len(bare) >= 4 and bare.casefold() not in _NO_VALUE


def _mixed(value: str) -> bool:
    """Whether what follows "password" without a verb is one: letters and digits together."""
    return _spoken(value) and any(char.isalpha() for char in value) and any(char.isdigit() for char in value)


_WORD = (
    r"(?:pass ?(?:word|wort|phrase|code)|passwd|pwd|pw|kennwort|losung|zugangscode|api[ _-]?key|api[ _-]?schlüssel"
    r"|secret[ _-]?key|access[ _-]?(?:key|token)|token|client[ _-]?secret)"
)
_NAMED = r"[\w-]{0,40}" + _WORD
_FOR = r"(?:\s+(?:für|for|of|to|von|vom|zum|zur|im|beim|bei|in|at)(?:\s+[\w.-]+){1,3}?)?"
_VALUE = r"(?P<value>\S{4,})"
_IS = r"\s+(?:is|ist|lautet|war|heißt|=)\s+(?:now\s+|jetzt\s+|immer\s+|still\s+)?"
_I = re.IGNORECASE
_CUES = ("pass", "pwd", "pw", "kennwort", "losung", "code", "key", "schlüssel", "token", "secret")
_PIN_CUES = ("pin", "tan", "puk", "cvc", "cvv", "geheimzahl")

_RULES = (
    Rule("private_key", re.compile(r"-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|PGP MESSAGE)[A-Z ]*-----")),
    Rule(
        "access_key",
        re.compile(
            r"\b(?:sk-[\w-]{16,}|[rs]k_(?:live|test)_\w{16,}|gh[pousr]_\w{30,}|github_pat_\w{22,}|glpat-[\w-]{20,}"
            r"|xox[abeoprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|ASIA[0-9A-Z]{16}|AIza[\w-]{35}|hf_\w{30,}|npm_\w{36}"
            r"|pypi-[\w-]{40,}|SG\.[\w-]{16,}\.[\w-]{16,}|ya29\.[\w-]{20,})"
        ),
    ),
    Rule("token", re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\bBearer\s+[\w.~+/-]{16,}=*", _I)),
    Rule("password_in_address", re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s:/@]+:(?P<value>[^\s:/@]+)@", _I)),
    Rule("account_number", re.compile(r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,4}){3,9}\b"), _in_groups(iban)),
    Rule("card_number", re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){13,22}(?!\w)"), _in_groups(card)),
    Rule("password", re.compile(rf"\b{_NAMED}\b{_FOR}\s*[:=]\s*{_VALUE}", _I), _written, _CUES),
    Rule("password", re.compile(rf"\b{_NAMED}\b{_FOR}{_IS}{_VALUE}", _I), _spoken, _CUES),
    Rule("password", re.compile(rf"\b{_NAMED}\b{_FOR}\s+(?P<value>\S{{6,}})", _I), _mixed, _CUES),
    Rule(
        "access_code",
        re.compile(
            r"\b(?:\w*(?:door|gate|alarm|entry|safe|lock|garage|keypad|tür|tor|haus|garagen|schloss|tresor)[ -]?code"
            rf"|code(?=\s+(?:für|for|of|zum|zur|vom|to)\s)){_FOR}(?:\s*[:=]\s*|{_IS}|\s+)(?P<value>\d{{4,10}})\b",
            _I,
        ),
        cues=("code",),
    ),
    Rule(
        "pin",
        re.compile(
            rf"\b(?:\w*-?pin(?:[ -]?(?:code|nummer|number))?|tan|puk|cvc|cvv|geheimzahl)\b{_FOR}"
            r"(?:\s*[:=]\s*|\s+(?:is|ist|lautet)\s+|\s+)(?P<value>\d{3,8})\b(?!\s*(?:uhr|euro|€|%|\.\d))",
            _I,
        ),
        cues=_PIN_CUES,
    ),
    Rule("random_string", re.compile(r"(?<![\w/.@-])[\w+/-]{24,}={0,2}(?![\w/.@-])"), _random),
)
