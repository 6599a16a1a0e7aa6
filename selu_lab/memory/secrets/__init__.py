"""Secrets are told by the shape of their value, never by a bare word: "I always forget my password" is no secret."""

from __future__ import annotations

import re

from selu_lab.memory.secrets.keys import KEYS, LAST
from selu_lab.memory.secrets.locks import LOCKS
from selu_lab.memory.secrets.logins import LOGINS
from selu_lab.memory.secrets.numbers import NUMBERS
from selu_lab.memory.secrets.passwords import PASSWORDS
from selu_lab.memory.secrets.pins import PINS
from selu_lab.memory.secrets.recovery import RECOVERY
from selu_lab.memory.secrets.rule import glance
from selu_lab.text import visible

SECRET_LEFT_OUT = "[secret left out]"
"""What stands where a secret was taken out of a text."""

_RULES = (*KEYS, *NUMBERS, *PASSWORDS, *LOGINS, *RECOVERY, *LOCKS, *PINS, *LAST)
_UNUSUAL = re.compile("[^\t\n -~ÄÖÜäöüß„“‚‘’–…€°→]")  # German and English need no folding, and folding costs time
_DIGIT = re.compile(r"(?![0-9])\d")  # of other scripts


def find_secret(text: str) -> str | None:
    """The name of the first rule that the text breaks, None when it holds no secret. The value goes nowhere."""
    if _UNUSUAL.search(text):
        text = _DIGIT.sub(lambda digit: str(int(digit.group())), visible(text))
    seen = glance(text)
    return next((rule.name for rule in _RULES if rule.possible(seen) and rule.found(text)), None)
