"""The codes of doors, locks, alarms and phones."""

from __future__ import annotations

import re

from selu_lab.memory.secrets.digits import tells_digits
from selu_lab.memory.secrets.rule import Rule
from selu_lab.memory.secrets.saying import Name

_LOCKED = (
    r"(?:door|gate|alarm|entry|entrance|safe|vault|lock|locker|garage|keypad|key ?box|lobby|phone|tablet|ipad|laptop"
    r"|screen|parental|security|access|login|otp|2fa|building|emergency|tür|tor|haus|garagen|schloss|tresor|eingangs"
    r"|keller|schlüssel(?:box|kasten)|sperre?|sicherheits|display|geräte|einmal|anmelde|freischalt|koffer|spind|zutritts|handy"
    r"|zahlen|notfall)"
)
_THING = (
    r"(?:door|gate|alarm|entr|safe|vault|lock|garage|keypad|box|lobby|phone|tablet|house|building|shed|office|home"
    r"|tür|tor\b|haus|schloss|tresor|eingang|keller|kasten|koffer|spind|handy|wohnung|büro|schuppen|fach|rad\b)"
)
_ABOUT = r"(?:fürs?|for|of|zum|zur|vom|von|to|am|an|on)"
_OTHERS = """
    zip postal area country dialling dress discount promo voucher error booking sort tax status exit icd qr bar
    color colour
""".split()
_NO_OTHER = "".join(f"(?<!{word}[ -])" for word in _OTHERS)
_ALONE = re.compile(rf"(?<![\w-]){_NO_OTHER}\Z")
_AT_THING = re.compile(rf"{_THING}[\w-]*[ :,-]{{1,2}}(?:\w+[ :-]{{1,2}}){{0,2}}{_NO_OTHER}\Z")
_CODES = (
    Name(re.compile(r"(?:codes?|combination|kombination|combo)(?!\w|-\w)"), re.compile(rf"{_LOCKED}s?[ -]?\Z")),
    Name(re.compile(rf"(?:combination|kombination)(?=\s+{_ABOUT}\s[^.\n]{{0,30}}{_THING})")),
    Name(re.compile(rf"code(?=\s+{_ABOUT}\s[^.,\n]{{0,60}}(?:[:=]|\b(?:ist|is|lautet|war|was)\b))"), _ALONE),
    Name(re.compile(r"(?:codes?|combination|kombination)(?!\w|-\w)"), _AT_THING),
    Name(
        re.compile(r"(?:schloss|lock)(?=[\w\s]{0,30}(?::|\sist\s|\sis\s))"),
        re.compile(r"(?:zahlen|fahrrad|koffer|vorhänge|nummern|bike |suitcase )\Z"),
    ),
)
_CODE_FOR = re.compile(rf"code(?<![\w-]code)\s+\d{{3,10}}\s+{_ABOUT}\s[^.,\n]{{0,30}}?{_THING}")


def _access_code(text: str) -> bool:
    return bool(_CODE_FOR.search(text.lower())) or tells_digits(_CODES, text)


_CUES = ("code", "combination", "kombination", "combo", "schloss", "lock")
LOCKS = (Rule("access_code", _access_code, _CUES, digits=3),)
