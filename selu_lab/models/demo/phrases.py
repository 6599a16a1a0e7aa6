"""What the demo model says: the phrase table, and what turns its German from "du" into "Sie"."""

from __future__ import annotations

import tomllib
from pathlib import Path

from selu_lab.models.demo.language import Lang

LABEL = "demo model: rules, not a language model"
# Seen in an answer, these tell that a yes (or a time) is awaited.
ASKS_YES: tuple[str, ...] = ("Soll ich ", "Shall I ")
ASKS_WHEN: tuple[str, ...] = ("Wann soll ich ", "When should I ")

# key: the sentences of each language; the first tells it all, the others are friendly detail.
PHRASES: dict[str, dict[Lang, list[str]]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

# What was left undone, by action.
UNDONE: dict[str, dict[Lang, str]] = {
    "store": {"de": "habe ich das nicht gespeichert", "en": "I did not store that"},
    "search": {"de": "habe ich nicht gesucht", "en": "I did not search"},
    "remind": {"de": "habe ich keine Erinnerung gesetzt", "en": "I did not set a reminder"},
    "set": {"de": "habe ich den Stand nicht gesetzt", "en": "I did not set that state"},
    "send": {"de": "habe ich nichts verschickt", "en": "I did not send anything"},
    "": {"de": "habe ich es nicht getan", "en": "I did not do it"},
}

# What the user is asked to allow, by action; the arguments stand below it. Other tools have their manifest's copy.
ASKED: dict[str, dict[Lang, str]] = {
    "store": {
        "de": "Ich möchte das in den gemeinsamen Notizen festhalten.",
        "en": "I would like to keep this in the shared notes.",
    },
    "search": {
        "de": "Ich möchte in den gemeinsamen Notizen nachsehen.",
        "en": "I would like to look into the shared notes.",
    },
    "remind": {"de": "Ich möchte eine Erinnerung setzen.", "en": "I would like to set a reminder."},
    "set": {"de": "Ich möchte mir diesen Stand merken.", "en": "I would like to keep this state."},
    "send": {"de": "Ich möchte das verschicken.", "en": "I would like to send this."},
}

# For an author who wants the formal "Sie"; applied to the phrases above, never to a user's words.
FORMAL: tuple[tuple[str, str], ...] = (
    ("kannst du", "können Sie"),
    ("Du findest", "Sie finden"),
    ("und kannst sie", "und können sie"),
    ("wenn du es mir sagst", "wenn Sie es mir sagen"),
    ("Wenn du es mir sagst", "Wenn Sie es mir sagen"),
    ("Wenn du es möchtest, sag", "Wenn Sie es möchten, sagen Sie"),
    ("hattest du", "hatten Sie"),
    (
        "Sag einfach Bescheid, falls du es dir anders überlegst",
        "Sagen Sie einfach Bescheid, falls Sie es sich anders überlegen",
    ),
    ("änderst du", "ändern Sie"),
    ("möchtest du", "möchten Sie"),
    ("meinst du", "meinen Sie"),
    ("Du hast", "Sie haben"),
    ("dass du da bist", "dass Sie da sind"),
    ("sag mir einfach", "sagen Sie mir einfach"),
    ("sag mir gern", "sagen Sie mir gern"),
    ("Sag mir einfach", "Sagen Sie mir einfach"),
    ("Sag mir", "Sagen Sie mir"),
    ("Sag einfach", "Sagen Sie einfach"),
    ("Sag es", "Sagen Sie es"),
    ("Melde dich einfach", "Melden Sie sich einfach"),
    ("Schau bitte in deinem", "Schauen Sie bitte in Ihrem"),
    ("nenn sie mir bitte", "nennen Sie sie mir bitte"),
    ("Nenn mir", "Nennen Sie mir"),
    ("bei dir", "bei Ihnen"),
    ("für dich", "für Sie"),
    ("ich dich", "ich Sie"),
    ("In deinem Profil", "In Ihrem Profil"),
)
MONTHS = {
    "januar": 1,
    "jänner": 1,
    "february": 2,
    "februar": 2,
    "march": 3,
    "märz": 3,
    "april": 4,
    "may": 5,
    "mai": 5,
    "june": 6,
    "juni": 6,
    "july": 7,
    "juli": 7,
    "august": 8,
    "september": 9,
    "october": 10,
    "oktober": 10,
    "november": 11,
    "december": 12,
    "dezember": 12,
    "january": 1,
}
