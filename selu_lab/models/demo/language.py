"""Tell German from English by their commonest words."""

from __future__ import annotations

import re
from typing import Literal

Lang = Literal["de", "en"]

_GERMAN = frozenset(
    "ich du er sie es wir ihr der die das den dem ein eine einen einer mein meine unser und oder ist sind bin hat "
    "haben habe nicht kein keine "
    "mich mir dich dir uns zu zum zur mit für von auf an am im dass wie was wer wo wann bitte danke hallo ja nein "
    "morgen heute um uhr merk "
    "erinnere erinner auch mal noch schon nach bei aus sich war kann kannst moin servus".split()
)
_ENGLISH = frozenset(
    "i you he she it we they the a an my our your and or is are am has have not no me us to with for of on at in "
    "that how what who where "
    "i've i'd i'll we've we're got two when please thanks hello hi yes tomorrow today remember remind do does did "
    "can could it's i'm don't this was be will".split()
)


def guess(text: str) -> Lang | None:
    """The language most of the text's small words belong to; None when neither leads."""
    words = re.findall(r"[a-zäöüß']+", text.lower().replace("’", "'"))
    german = sum(word in _GERMAN for word in words) + sum(bool(re.search("[äöüß]", word)) for word in words)
    english = sum(word in _ENGLISH for word in words)
    if german == english:
        return None
    return "de" if german > english else "en"
