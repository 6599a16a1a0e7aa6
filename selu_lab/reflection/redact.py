"""Secrets are taken out before a model, a lesson or the store of a reflection sees a conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from pydantic import JsonValue

from selu_lab.lessons.guard import FindSecret
from selu_lab.memory.secrets import SECRET_LEFT_OUT

# Longer than most words, of mixed kinds, without a space: what a generated or clever password looks like.
_MIXED = re.compile(r"(?<!\S)(?=\S*[a-zäöü])(?=\S*[A-ZÄÖÜ_])(?=\S*\d)[^\s/:]{9,}(?!\S)")


def redact(text: str, find_secret: FindSecret) -> str:
    """Replace every word that makes a line of the text hold a secret, or the whole text where several lines do."""
    if not find_secret(text) and not _MIXED.search(text):
        return text
    lines = "\n".join(_line(line, find_secret) for line in text.split("\n"))
    return _line(lines, find_secret) if find_secret(lines) else lines


def redact_arguments(arguments: Mapping[str, JsonValue], find_secret: FindSecret) -> dict[str, JsonValue]:
    """`redact` for every string inside a call's arguments; a value is judged together with its key."""
    return {key: _value(key, value, find_secret) for key, value in arguments.items()}


def _value(key: str, value: JsonValue, find_secret: FindSecret) -> JsonValue:
    if isinstance(value, str):
        return SECRET_LEFT_OUT if find_secret(f"{key}: {value}") or _MIXED.search(value) else value
    if isinstance(value, list):
        return [_value(key, item, find_secret) for item in value]
    return redact_arguments(value, find_secret) if isinstance(value, dict) else value


def _line(text: str, find_secret: FindSecret) -> str:
    words = re.split(r"(\s+)", text)  # every second one is space
    hidden = {at for at, word in enumerate(words) if _MIXED.fullmatch(word)}
    while find_secret(_visible(words, hidden)):
        guilty = next((at for at in _suspects(words) if _guilty(words, hidden, at, find_secret)), None)
        if guilty is None:
            return SECRET_LEFT_OUT
        hidden |= _group(words, guilty)
    return "".join(SECRET_LEFT_OUT if at in hidden else word for at, word in enumerate(words))


def _suspects(words: Sequence[str]) -> list[int]:
    """The words that can be a value, the likeliest first: with digits, with signs, with capitals; the last before the
    first, for a value stands behind the word that names it."""
    kinds = r"\d", r"\w\W\w", r"[A-Z]"
    ranked = [(kind, -at) for at, word in enumerate(words) for kind, sign in enumerate(kinds) if re.search(sign, word)]
    return list(dict.fromkeys(-at for _, at in sorted(ranked)))


def _group(words: Sequence[str], at: int) -> set[int]:
    """The word, with the groups of digits beside it that it is one number with."""
    group = {at}
    for step in (2, -2):
        place = at + step
        while re.search(r"\d", words[at]) and 0 <= place < len(words) and re.search(r"\d", words[place]):
            group.add(place)
            place += step
    return group


def _visible(words: Sequence[str], hidden: AbstractSet[int]) -> str:
    return "".join(" " if at in hidden else word for at, word in enumerate(words))


def _guilty(words: Sequence[str], hidden: AbstractSet[int], at: int, find_secret: FindSecret) -> bool:
    """Whether hiding this word leaves no secret."""
    return at not in hidden and not find_secret(_visible(words, hidden | {at}))
