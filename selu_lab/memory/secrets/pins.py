"""The numbers of cards and phones: PIN, PUK, TAN, CVC."""

from __future__ import annotations

import re

from selu_lab.memory.secrets.digits import tells_digits
from selu_lab.memory.secrets.rule import Rule
from selu_lab.memory.secrets.saying import Name

# A compound needs one of these before "pin": medicines and names end in it, too.
_OF = """
    karten bank handy sim giro konto tür safe app online tresor geräte tablet phone visa kredit start eltern geheim
    card door unlock lock router wallet ausweis kinder alarm jugendschutz sicherheits
""".split()
_PIN = Name(
    re.compile(
        rf"(?:pin(?:(?<![^\W_]pin)|{'|'.join(f'(?<={word}pin)' for word in _OF)})"
        r"(?:[ -]?(?:code|nummer|number|nr\.?|no\.|ec|sim|visa|amex|mastercard|giro|bank|sparkasse|dkb|handy))?"
        r"|puk|cv[cv]2?(?:[ -]?code)?|geheim(?:zahl|nummer)|karten-?prüf(?:nummer|ziffer|zahl|code)"
        r"|prüf(?:ziffer|nummer)(?=[^.\n]{0,30}karte)|card verification \w+"
        r"|tan(?:(?<=\b[im]tan)|(?<=-tan)|(?<=pushtan)|(?<![^\W_]tan)(?=(?: ist| lautet)?\W+\d{6}\b)))(?!\w|-\w)"
    )
)

_CUES = ("pin", "tan", "puk", "cv", "geheim", "prüf", "card")
PINS = (Rule("pin", lambda text: tells_digits([_PIN], text), _CUES, digits=3),)
