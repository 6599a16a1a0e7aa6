"""Passwords and passphrases: "password: …", "das Passwort für … ist …", "… is my password"."""

from __future__ import annotations

import re

from selu_lab.memory.secrets.rule import Rule
from selu_lab.memory.secrets.saying import Name, Said, sayings
from selu_lab.memory.secrets.values import NO_VALUE, WORD, bare, chosen, dated, ends, mixed, number_or_date, possible

_ENDED = r"(?!\w|-[^\W\d])"
_PASSWORD = Name(
    re.compile(
        r"(?:pass(?<!\dpass)(?:[ -]?(?:words?|worte?s?|wörter|phrases?|codes?)|wd)|p(?<![^\W_]p)wd?"
        rf"|kennw(?:ort|orts|örter)|zugangscode){_ENDED}"
    )
)
_NETWORK_KEY = Name(
    re.compile(rf"(?:schlüssel|key){_ENDED}"),
    re.compile(r"(?:wlan|wi-?fi|wpa\d?|netzwerk|network|router|hotspot)[ -]?\Z"),
)
_QUOTED = re.compile(r"\s*[\"'„“”‚‘’`«»](?P<value>[^\"'„“”‚‘’`«»\n]{4,60})[\"'“”‘’`«»]")
_WORDS = re.compile(r"\s*(?P<value>[a-zäöüß]{3,}(?: [a-zäöüß]{3,}){3,7})(?:[.!,;]|\s*(?:$|\n))")
_AND_NUMBER = re.compile(r"\s*(?P<value>[^\W\d_]{4,}) \d{2,}(?:[!?.,;](?!\d)|\s*(?:$|\n))")
_TURNED = re.compile(
    r"(?P<value>\S{4,})\s+(?:is|ist|was|war|=)\s+(?:the|my|our|your|his|her|das|mein|unser|dein|sein|ihr)\b"
    r"(?:\s+[\w'’-]+){0,2}?\s+[\w-]*\Z",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:chang|set|updat|switch|geändert|änder|setz|stell|hab)\w*\b[^.\n]{0,40}\Z", re.IGNORECASE)
_TO = re.compile(r"[^.\n]{0,30}?\s(?:to|auf|in)\s+(?P<value>\S{4,})", re.IGNORECASE)
_ABOUT = frozenset("für fürs for of to von vom zu zum zur bei beim".split())


def _password(text: str) -> bool:
    return any(
        _turned(before) or _changed(before, after) or any(map(_is_said, sayings(after)))
        for name in (_PASSWORD, _NETWORK_KEY)
        for before, after in name.places(text)
    )


def _turned(before: str) -> bool:
    """Whether it is said the other way round: "… is my password"."""
    match = _TURNED.search(before)
    value = bare(match["value"]) if match else ""
    return possible(value) and chosen(value) and not number_or_date(value)


def _changed(before: str, after: str) -> bool:
    """Whether it was changed "to …"."""
    match = _TO.match(after) if _CHANGE.search(before) else None
    return mixed(bare(match["value"]), 5) if match else False


def _is_said(said: Said) -> bool:
    return _is_quoted(said) or _is_word(said) or _is_passphrase(said) or _is_word_and_number(said)


def _is_quoted(said: Said) -> bool:
    match = _QUOTED.match(said.rest) if said.link != "bare" else None
    return possible(bare(match["value"])) if match else False


def _is_word(said: Said) -> bool:
    """Whether a word counts as the value: what looks chosen nearly always, a plain one only after "password:"."""
    match = WORD.match(said.rest)
    value = bare(match["value"]) if match else ""
    if not possible(value) or (said.gap and dated(value)):
        return False
    closed = ends(said.rest.partition(value)[2])
    if said.link == "bare":
        return mixed(value, 6) and (closed or not said.gap)
    if chosen(value):
        return closed or not (said.link == "sign" or number_or_date(value))
    about = not said.gap or said.gap[0].lower() in _ABOUT or said.gap[0].startswith("(")
    return closed and about and said.link == "colon"


def _is_passphrase(said: Said) -> bool:
    """Four words or more in lower case, none of which would make a sentence of them."""
    match = _WORDS.match(said.rest) if said.link in ("colon", "verb") else None
    return NO_VALUE.isdisjoint(match["value"].split()) if match else False


def _is_word_and_number(said: Said) -> bool:
    """Whether it "is Cherry 2024", and no more."""
    match = _AND_NUMBER.match(said.rest) if said.link == "verb" else None
    return possible(match["value"]) if match else False


PASSWORDS = (Rule("password", _password, ("pass", "pw", "kennw", "zugangscode", "schlüssel", "key")),)
