"""The personas of a lab: whose profile, notes, lessons and reminders they are, in which language and time zone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from selu_lab.errors import LabError
from selu_lab.storage import Database
from selu_lab.text import clean

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")


@dataclass(frozen=True)
class User:
    """A persona. `language` is "de" or "en" (production answers everything else in German), `timezone` an IANA name."""

    id: str
    name: str
    language: str = "de"
    timezone: str = "Europe/Berlin"


class Users:
    """The personas kept in a workspace; a new one has this language and time zone."""

    def __init__(self, database: Database, language: str = "de", timezone: str = "Europe/Berlin") -> None:
        self._database = database
        self._language = language
        self._timezone = timezone

    def get(self, user: str) -> User:
        """The persona of that id, a new one where none is kept; raises LabError for an id that cannot be.

        A new one is kept with its first conversation, not before: a mistyped id leaves nothing behind.
        """
        return self.find(user) or checked(User(user, user, self._language, self._timezone))

    def find(self, user: str) -> User | None:
        """The persona that is kept under that id, or None."""
        row = self._database.row("SELECT id, name, language, timezone FROM users WHERE id = ?", (user,))
        return User(*row) if row else None

    def all(self) -> list[User]:
        """All personas, by id."""
        return [User(*row) for row in self._database.rows("SELECT id, name, language, timezone FROM users ORDER BY id")]

    def put(self, user: User) -> User:
        """Store or change a persona; raises LabError for an id, language or time zone that cannot be."""
        checked(user)
        self._database.execute(
            "INSERT INTO users (id, name, language, timezone) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "name = excluded.name, language = excluded.language, timezone = excluded.timezone",
            (user.id, clean(user.name), user.language, user.timezone),
        )
        return user


def checked(user: User) -> User:
    """The persona; raises LabError for an id, language or time zone that cannot be."""
    if not _ID.fullmatch(user.id):
        raise LabError(
            f"“{clean(user.id)[:40]}” cannot be a user's id.",
            hint="Use up to 40 lower-case letters, digits, dots, dashes and underscores.",
        )
    if user.language not in ("de", "en"):
        raise LabError(f"The language “{clean(user.language)[:20]}” is not known.", hint="Use de or en.")
    check_timezone(user.timezone)
    return user


def check_timezone(name: str) -> ZoneInfo:
    """The zone of an IANA name; raises LabError for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        raise LabError(
            f"The time zone “{clean(name)[:40]}” is not known.", hint="Use a name such as Europe/Berlin."
        ) from error
