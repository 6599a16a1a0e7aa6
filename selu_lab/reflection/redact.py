"""Secrets are taken out before a model, a lesson or the store of a reflection sees a conversation."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from pydantic import JsonValue

from selu_lab.lessons.guard import FindSecret

SECRET = "[secret left out]"

# Longer than most words, of mixed kinds, without a space: what a generated or clever password looks like.
_MIXED = re.compile(r"(?<!\S)(?=\S*[a-zäöü])(?=\S*[A-ZÄÖÜ_])(?=\S*\d)[^\s/:]{9,}(?!\S)")


def redact(text: str, find_secret: FindSecret) -> str:
    """Replace every word that makes a line of the text hold a secret."""
    if not find_secret(text) and not _MIXED.search(text):
        return text
    return "\n".join(_line(line, find_secret) for line in text.split("\n"))


def redact_arguments(arguments: Mapping[str, JsonValue], find_secret: FindSecret) -> dict[str, JsonValue]:
    """`redact` for every string inside a call's arguments; a value is judged together with its key."""
    return {key: _value(key, value, find_secret) for key, value in arguments.items()}


def _value(key: str, value: JsonValue, find_secret: FindSecret) -> JsonValue:
    if isinstance(value, str):
        return SECRET if find_secret(f"{key}: {value}") or _MIXED.search(value) else value
    if isinstance(value, list):
        return [_value(key, item, find_secret) for item in value]
    return redact_arguments(value, find_secret) if isinstance(value, dict) else value


def _line(line: str, find_secret: FindSecret) -> str:
    words = line.split(" ")
    hidden = {at for at, word in enumerate(words) if _MIXED.fullmatch(word)}
    while find_secret(_visible(words, hidden)):
        guilty = next((at for at in range(len(words)) if _guilty(words, hidden, at, find_secret)), None)
        if guilty is None:
            return SECRET
        hidden.add(guilty)
    return " ".join(SECRET if at in hidden else word for at, word in enumerate(words))


def _visible(words: Sequence[str], hidden: AbstractSet[int]) -> str:
    return " ".join(word for at, word in enumerate(words) if at not in hidden)


def _guilty(words: Sequence[str], hidden: AbstractSet[int], at: int, find_secret: FindSecret) -> bool:
    """Whether hiding this word leaves no secret; a sign word like "password" is kept and its value taken."""
    value = re.search(r"\d|\w\W\w|[A-Z]", words[at])
    return at not in hidden and bool(value) and not find_secret(_visible(words, hidden | {at}))
