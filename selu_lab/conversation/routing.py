"""Which agent a text goes to: `@id text`, else the conversation's agent, else `default` (selu.md 7)."""

from __future__ import annotations

import re
from collections.abc import Collection

_MENTION = re.compile(r"\A\s*@([\w.-]+)(?:[ \t:,]+|(?=\n)|\Z)", re.UNICODE)


def route(typed: str, agents: Collection[str], current: str) -> tuple[str, str]:
    """Give the agent and the text it is told.

    A mention is lower-cased and counts for this turn only; one of an unknown agent leaves the text as it was.
    """
    mention = _MENTION.match(typed)
    if mention and mention.group(1).lower() in agents:
        return mention.group(1).lower(), typed[mention.end() :].strip() or typed
    return current if current in agents else first_choice(agents), typed


def first_choice(agents: Collection[str]) -> str:
    """The agent that answers when nobody was chosen: `default`, else the first there is."""
    return "default" if "default" in agents else next(iter(agents), "default")
