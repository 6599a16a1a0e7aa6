"""Named keys and tokens, and user names with their passwords: "api key …", "login: anna / …"."""

from __future__ import annotations

import re

from selu_lab.memory.secrets.rule import Rule
from selu_lab.memory.secrets.saying import Name, sayings
from selu_lab.memory.secrets.values import WORD, bare, mixed

_ENDED = r"(?!\w|-[^\W\d])"
_KEY = Name(
    re.compile(rf"(?:key|token|secret|schlüssel){_ENDED}"),
    re.compile(r"(?:api|secret|access|client|encryption|auth|totp|otp|2fa|private[rn]?)[ _-]?\Z"),
)
_TOKEN_OR_SECRET = Name(re.compile(rf"(?:token|secret){_ENDED}"), re.compile(r"(?<![^\W_])\Z"))
# "pass" alone is a way over the mountains, or a ticket.
_PASS = Name(
    re.compile(r"pass(?=[\"'*]*\s*[:=])"),
    re.compile(r"\b(?:user(?:name)?|login|benutzer(?:name)?|e-?mail|account|konto)\b.{1,60}?\W\Z|^\W*\Z"),
)
_SHORTEST = ((_KEY, 8), (_TOKEN_OR_SECRET, 8), (_PASS, 6))
_LOGIN = Name(re.compile(r"(?:zugangsdaten|anmeldedaten|login|credentials)"))
_PAIR = re.compile(r"[^\n:]{0,40}?[:\s]\s*(?=\S*[a-z])[^\s:/|]+(?:\s*[/|]\s*|:)(?P<value>[^\s/]{4,})", re.IGNORECASE)


def _key(text: str) -> bool:
    return any(
        _tells(WORD.match(said.rest), shortest)
        for name, shortest in _SHORTEST
        for _, after in name.places(text)
        for said in sayings(after)
        if not said.gap or said.link != "bare"
    )


def _login(text: str) -> bool:
    return any(_tells(_PAIR.match(after), 5) for _, after in _LOGIN.places(text))


def _tells(match: re.Match[str] | None, shortest: int) -> bool:
    return mixed(bare(match["value"]), shortest) if match else False


LOGINS = (
    Rule("password", _login, ("zugangsdaten", "anmeldedaten", "login", "credentials")),
    Rule("password", _key, ("key", "schlüssel", "token", "secret", "pass:", "pass=", 'pass"'), digits=1),
)
