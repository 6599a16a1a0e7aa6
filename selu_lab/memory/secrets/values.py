"""What can be the value of a password, and what is only the sentence going on."""

from __future__ import annotations

import re

# What follows "password:" without being one: where it is kept, that it is unknown, that it changed.
NO_VALUE = frozenset(
    """
    a an the in on at is are was not no none unknown secret safe stored saved kept written changed forgotten lost
    hidden required needed wrong old new my your his her our their always very too never same different weak strong
    somewhere known printed attached managed shared reset expired important private confidential hanging under behind
    inside near with by for from to and or but only still also now ? - der die das ein eine im in am an auf bei beim
    nicht kein keine unbekannt geheim sicher gespeichert abgelegt notiert geändert vergessen verloren versteckt nötig
    falsch alt neu mein dein sein ihr unser immer sehr zu nie gleich anders schwach stark irgendwo bekannt gedruckt
    wichtig privat siehe see ask frag frage fragen unter hinter neben mit von vom für und oder aber nur noch auch jetzt
    wieder abgelaufen weg redacted masked null true false string empty leer optional password passwort kennwort tresor
    vault zettel notizbuch notebook ordner bitwarden 1password keepass keepassxc lastpass dashlane icloud whatsapp
    office365 microsoft365
    """.split()
)
WORD = re.compile(r"[*_`\"']{0,3}\s*[*_`(\[<|\"'„“‚‘{]{0,3}(?P<value>\S{4,})")
_PLACEHOLDER = re.compile(r"(?:[*xX.•·?_#-])+|\$\{.*|\$[A-Z_]+|%\w+%|\{\{.*|…")
_ADDRESS = re.compile(r"https?:|www\.|[\w.+-]+@[\w-]+\.\w+$", re.IGNORECASE)
_COUNTED = re.compile(r"\d{1,3}(?:-[a-zäöü]+|x|h|st|nd|rd|th|,\d+)?", re.IGNORECASE)  # "12-digit", "3x", "24h"
_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{4}-\d\d(?:-\d\d)?|\d{1,2}/\d{1,2}/\d{2,4}")
_SYMBOL = re.compile(r"[!@#$%&*+=~§€?^\\]\w")
_INNER_CAPITAL = re.compile(r"[a-zäöüß][A-ZÄÖÜ]")
_PASSPHRASE = re.compile(r"[^\W\d_]{4,}(?:[-_.][^\W\d_]{4,}){2,}")
_END = re.compile(
    r"[\"'*_`)}\]>!?“”‘’«»]*\s*(?:\d[\w!?.]*\s*)?(?:$|[.,;\n(|/–-]|(?:und|and|für|for|aber|but|merken|bitte|please)\b)"
)
_SHORTEST = 4


def bare(value: str) -> str:
    """A value without the quotes, marks and punctuation around it."""
    return value.strip("\"'„“”‚‘’`«»*_<(").rstrip(".,;!?)}]>|\"'*_`“”‘’")


def possible(value: str) -> bool:
    """Whether this is neither a word about the value, nor a stand-in for it, nor an address."""
    said_about = value.casefold() in NO_VALUE or _COUNTED.fullmatch(value)
    return len(value) >= _SHORTEST and not (said_about or _PLACEHOLDER.fullmatch(value) or _ADDRESS.match(value))


def chosen(value: str) -> bool:
    """Whether this is no word of a sentence: digits, signs or capitals inside, or a chain of words."""
    signs = _SYMBOL.search(value) or _INNER_CAPITAL.search(value) or _PASSPHRASE.fullmatch(value)
    return bool(signs) or any(map(str.isdigit, value)) or (value.isupper() and len(value) > 5)


def mixed(value: str, shortest: int) -> bool:
    """Whether a possible value has letters and digits together: it then needs no verb to be taken for one."""
    kinds = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    return kinds and len(value) >= shortest and possible(value)


def number_or_date(value: str) -> bool:
    """Whether this may also be a year, a day, an amount."""
    return value.isdigit() or bool(_DATE.fullmatch(value))


def dated(value: str) -> bool:
    """Whether this is a day."""
    return bool(_DATE.fullmatch(value))


def ends(rest: str) -> bool:
    """Whether the clause ends here: a value that looks like a word stands at the end of what is said."""
    return bool(_END.match(rest))
