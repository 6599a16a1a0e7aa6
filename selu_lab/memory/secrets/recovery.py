"""What gives an account or a wallet back: recovery codes and seed phrases."""

from __future__ import annotations

import re
from itertools import takewhile

from selu_lab.memory.secrets.rule import Rule
from selu_lab.memory.secrets.saying import Name, sayings

_CODES = Name(
    re.compile(r"(?:codes?|keys?|schlüssel)(?!\w|-\w)"),
    re.compile(r"(?:recovery|backup|wiederherstellungs|notfall|ersatz|emergency|rescue)[ -]?\Z"),
)
_PHRASE = Name(
    re.compile(
        r"(?:(?:recovery|backup)[ -]?(?:phrase|words|seed)|s(?<![^\W_]s)eed(?:[ -]?(?:phrase|words|wörter))?|mnemonic"
        r"|wiederherstellungs(?:phrase|wörter|satz)|wallet|ledger|trezor)(?!\w)"
    )
)
_GROUP = re.compile(r"[^\W_]{3,}")
_COUNTED_WORD = re.compile(r"(?:\d{1,2}[.):]?\s*)?([^\W\d_]{3,8})(?:[\s,;|]+|(?!\w))")
_FEWEST = 12  # words of a seed phrase (BIP 39)
_SENTENCE = frozenset(
    "the and for are was has had her his our der die das und ist von mit den dem ein nur wie but".split()
)
_CODE_LENGTH = 5


def _recovery_code(text: str) -> bool:
    """At least five characters in groups that hold a digit, directly after the name."""
    return any(_coded(said.rest) for _, after in _CODES.places(text) for said in sayings(after))


def _coded(rest: str) -> bool:
    groups = takewhile(lambda group: any(map(str.isdigit, group)) or group.isupper(), _GROUP.findall(rest[:60]))
    code = "".join(groups)
    return len(code) >= _CODE_LENGTH and any(map(str.isdigit, code)) and rest.lstrip(" \"'*_`([|")[:2].isalnum()


def _seed_phrase(text: str) -> bool:
    """Twelve short words in a row that make no sentence."""
    return any(_words(said.rest) for _, after in _PHRASE.places(text) for said in sayings(after))


def _words(rest: str) -> bool:
    words: list[str] = []
    at = len(rest) - len(rest.lstrip(" \"'*_`([:\n"))
    while len(words) < _FEWEST and (match := _COUNTED_WORD.match(rest, at)):
        words.append(match.group(1).lower())
        at = match.end()
    return len(words) == _FEWEST and _SENTENCE.isdisjoint(words)


_CODE_CUES = ("recovery", "backup", "wiederher", "notfall", "ersatz", "emergency", "rescue")
_PHRASE_CUES = ("phrase", "seed", "mnemonic", "wiederher", "wallet", "ledger", "trezor", "words")
RECOVERY = (
    Rule("recovery_code", _recovery_code, _CODE_CUES, digits=2),
    Rule("seed_phrase", _seed_phrase, _PHRASE_CUES),
)
