"""Keys, tokens and long strings drawn by lot, told by their look alone."""

from __future__ import annotations

import math
import re
from collections import Counter

from selu_lab.memory.secrets.rule import Rule

_PRIVATE = re.compile(r"-----BEGIN [A-Z0-9 ]*(?:PRIVATE KEY|PGP MESSAGE)[A-Z ]*-----")
_ACCESS = re.compile(
    r"\b(?:sk-(?:\w{1,12}-){0,3}\w{16,}|[rs]k_(?:live|test)_\w{16,}|gh[pousr]_\w{30,}|github_pat_\w{22,}"
    r"|glpat-[\w-]{20,}|xox[abeoprs]-[\w-]{10,}|A(?:KIA|SIA)[0-9A-Z]{16}|AIza[\w-]{35}|hf_\w{30,}|npm_\w{36}"
    r"|pypi-[\w-]{40,}|SG\.[\w-]{16,}\.[\w-]{16,}|ya29\.[\w-]{20,})"
)
_TOKEN = re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\bBearer\s+[\w.~+/-]{16,}=*", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s:/@]+:[^\s:/@]+@", re.IGNORECASE)

_LONG = 24
_RUN = re.compile(rf"(?<![\w/.@#\\-])[\w+/-]{{{_LONG},}}={{0,2}}(?![\w/@\\-]|\.\w)")
_ADDRESS = re.compile(r"(?:\b[a-z][a-z0-9+.-]*://|\bwww\.)\S+", re.IGNORECASE)
_PIECE = re.compile(r"[A-ZÄÖÜ]?[^\W\d_A-ZÄÖÜ]+|[A-ZÄÖÜ]+|\d+")
_PIECE_LENGTH = 2.7  # a string drawn from letters and digits comes to 1.9, the name of a model to 2.9 and more


def _random_string(text: str) -> bool:
    """An address may hold a long id: it is made to be passed on."""
    return any(_drawn(match.group()) for match in _RUN.finditer(_ADDRESS.sub(" ", text)))


def _drawn(run: str) -> bool:
    """Whether characters look drawn by lot: mixed kinds, much information, no words and numbers to be seen in them."""
    kinds = [re.search(kind, run) for kind in ("[a-z]", "[A-Z]", "[0-9]")]
    pieces = _PIECE.findall(run)
    return all(kinds) and _bits(run) >= 3.5 and sum(map(len, pieces)) < _PIECE_LENGTH * len(pieces)


def _bits(run: str) -> float:
    """The information of one character in it."""
    return -sum(n / len(run) * math.log2(n / len(run)) for n in Counter(run).values())


KEYS = (
    Rule("private_key", lambda text: bool(_PRIVATE.search(text)), ("-----begin",)),
    Rule("access_key", lambda text: bool(_ACCESS.search(text)), longest=15),
    Rule("token", lambda text: bool(_TOKEN.search(text)), ("eyj", "bearer")),
    Rule("password_in_address", lambda text: bool(_IN_ADDRESS.search(text)), ("://",)),
)
LAST = (Rule("random_string", _random_string, digits=1, longest=_LONG),)
