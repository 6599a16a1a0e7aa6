"""The user's profile: facts by category that only the user writes and every agent gets in every turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from selu_lab.errors import LabError
from selu_lab.ids import NewId
from selu_lab.memory.secrets import find_secret
from selu_lab.storage import Database
from selu_lab.text import clean

CATEGORIES = ("personal", "preferences", "location", "work", "other")
"""Production's categories in the order of injection; an unknown or missing one becomes "other" (selu.md 5)."""

INJECTED_PER_CATEGORY = 10
"""Of each category the newest ten are injected (selu.md 5)."""

LABELS = {
    "en": dict(zip(CATEGORIES, ("Personal", "Preferences", "Location", "Work & Skills", "Other"), strict=True)),
    "de": dict(zip(CATEGORIES, ("Persönliches", "Vorlieben", "Ort", "Arbeit & Können", "Sonstiges"), strict=True)),
}
"""What the user sees. In the context production prints the English ones whatever the language (selu.md 5)."""

LONGEST_FACT = 2_000


@dataclass(frozen=True)
class Fact:
    """One fact of a user's profile."""

    id: str
    category: str
    text: str
    created_at: datetime
    updated_at: datetime


class Profile:
    """The profiles of all users of a workspace."""

    def __init__(self, database: Database, new_id: NewId) -> None:
        self._database = database
        self._new_id = new_id

    def facts(self, user: str) -> list[Fact]:
        """All facts of a user, newest first."""
        rows = self._database.rows(
            "SELECT id, category, text, created_at, updated_at FROM profile WHERE user = ? "
            "ORDER BY updated_at DESC, rowid DESC",
            (user,),
        )
        return [
            Fact(row[0], row[1], row[2], datetime.fromisoformat(row[3]), datetime.fromisoformat(row[4])) for row in rows
        ]

    def injected(self, user: str) -> list[Fact]:
        """The facts every turn gets: by category in production's order, of each the newest ten, newest first."""
        facts = self.facts(user)
        return [
            fact
            for category in CATEGORIES
            for fact in [fact for fact in facts if fact.category == category][:INJECTED_PER_CATEGORY]
        ]

    def add(self, user: str, category: str, text: str, now: datetime) -> Fact:
        """Store a fact; raises LabError for a blank or too long one."""
        fact = Fact(self._new_id(), _category(category), _text(text), now, now)
        self._database.execute(
            "INSERT INTO profile (id, user, category, text, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
            (fact.id, user, fact.category, fact.text, now.isoformat(), now.isoformat()),
        )
        return fact

    def edit(
        self, user: str, fact: str, now: datetime, *, text: str | None = None, category: str | None = None
    ) -> Fact:
        """Change a fact's text or category; raises LabError when the user has no such fact."""
        old = self.get(user, fact)
        new_text = old.text if text is None else _text(text)
        new_category = old.category if category is None else _category(category)
        self._database.execute(
            "UPDATE profile SET text = ?, category = ?, updated_at = ? WHERE id = ? AND user = ?",
            (new_text, new_category, now.isoformat(), fact, user),
        )
        return self.get(user, fact)

    def delete(self, user: str, fact: str) -> Fact:
        """Delete a fact and give it back; raises LabError when the user has no such fact."""
        old = self.get(user, fact)
        self._database.execute("DELETE FROM profile WHERE id = ? AND user = ?", (fact, user))
        return old

    def get(self, user: str, fact: str) -> Fact:
        """The fact of that id; raises LabError when the user has none."""
        found = next((one for one in self.facts(user) if one.id == fact), None)
        if found is None:
            raise LabError(f"There is no profile fact “{clean(fact)[:40]}”.", hint="`selu-lab profile` lists them.")
        return found


_NAMING = re.compile(
    r"(?:\b(?:heiß\w*|heiss\w*|namens|name\s+ist|genannt|named|called|name\s+is|names\s+are)\s+"
    r"|\b(?:Frau|Herr|Dr\.|Mr\.?|Mrs\.?|Ms\.?|(?:[A-ZÄÖÜ]?[a-zäöüß]*(?:tochter|sohn|mann|frau|bruder|schwester|partner\w*))"
    r"|daughter|son|wife|husband|brother|sister|partner)\s+(?:ist\s+|is\s+)?)((?-i:[A-ZÄÖÜ][\w-]+))",
    re.IGNORECASE,
)


def names(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The names of people in some facts, as far as a cue word stands before them: no lesson may hold one."""
    return tuple(dict.fromkeys(match.group(1) for fact in facts for match in _NAMING.finditer(fact.text)))


def _category(category: str) -> str:
    return category if category in CATEGORIES else "other"


def _text(text: str) -> str:
    line = " ".join(clean(text).split())
    if not line:
        raise LabError("A profile fact cannot be empty.")
    if find_secret(line):
        raise LabError("This holds a secret, and every agent would get it in every turn.", hint="Leave the value out.")
    if len(line) > LONGEST_FACT:
        raise LabError(f"A profile fact has at most {LONGEST_FACT} characters, this one has {len(line)}.")
    return line
