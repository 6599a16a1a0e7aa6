"""What a repaired call teaches: the demo model compares the call that failed with the one that worked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from selu_lab.models.demo.reflection_cues import Tongue

_AMOUNT = re.compile(r"\d+(?:[.,]\d+)?\s*[^\W\d]+.*")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?")
_CLOCK = re.compile(r"\d{2}:\d{2}")
_PHONE = re.compile(r"\+\d[\d ]{6,}")
_TEXTS: Mapping[str, tuple[str, str]] = {
    "apart": (
        "Gib bei `{tool}` die Menge als Zahl in `{field}` und die Einheit getrennt davon in `{other}` an.",
        "With `{tool}`, give the amount as a number in `{field}` and the unit separately in `{other}`.",
    ),
    "number": (
        "Gib `{field}` bei `{tool}` als reine Zahl an, nicht als Text.",
        "Give `{field}` of `{tool}` as a plain number, not as text.",
    ),
    "date": (
        "Gib das Datum in `{field}` bei `{tool}` im ISO-Format JJJJ-MM-TT (YYYY-MM-DD) an.",
        "Give the date in `{field}` of `{tool}` in ISO format (YYYY-MM-DD).",
    ),
    "clock": (
        "Gib die Uhrzeit in `{field}` bei `{tool}` im Format HH:MM an.",
        "Give the time in `{field}` of `{tool}` as HH:MM.",
    ),
    "phone": (
        "Gib die Telefonnummer in `{field}` bei `{tool}` mit Landesvorwahl an, beginnend mit +.",
        "Give the phone number in `{field}` of `{tool}` in international format, beginning with +.",
    ),
    "list": (
        "Gib `{field}` bei `{tool}` als Liste mit einzelnen Einträgen an.",
        "Give `{field}` of `{tool}` as a list of single entries.",
    ),
    "renamed": (
        "Verwende bei `{tool}` das Feld `{field}` statt `{other}`.",
        "With `{tool}`, use the field `{field}` instead of `{other}`.",
    ),
    "missing": (
        "Gib bei `{tool}` immer auch `{field}` an, der Aufruf scheitert sonst.",
        "Always give `{field}` with `{tool}`, the call fails without it.",
    ),
    "surplus": (
        "Lass bei `{tool}` das Feld `{field}` weg.",
        "Leave the field `{field}` out with `{tool}`.",
    ),
    "value": (
        "Gib `{field}` bei `{tool}` in der Form an, die das Tool erwartet: {shape}.",
        "Give `{field}` of `{tool}` in the form the tool expects: {shape}.",
    ),
}
_SHAPES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)+"), "kleingeschrieben und mit Bindezeichen", "lower case, joined words"),
    (re.compile(r"[A-Z]{2,4}"), "als Kürzel in Großbuchstaben", "an abbreviation in capitals"),
    (re.compile(r"[a-z]+"), "ein Wort in Kleinbuchstaben", "one word in lower case"),
    (re.compile(r"\S+@\S+"), "als E-Mail-Adresse", "an e-mail address"),
    (re.compile(r"\d+"), "nur Ziffern", "digits only"),
    (re.compile(r"[\w-]+\d+"), "als Kennung statt als Name", "an id instead of a name"),
    (re.compile(r".+"), "vollständig und ausgeschrieben", "complete and written out"),
)


def repair_lesson(tool: str, failed: Mapping[str, JsonValue], worked: Mapping[str, JsonValue], tongue: Tongue) -> str:
    """The rule that makes the first call work, or "" when both are the same."""
    changed = [field for field, value in worked.items() if field in failed and failed[field] != value]
    added = [field for field in worked if field not in failed]
    gone = [field for field in failed if field not in worked]
    kind, field, other = _kind(failed, worked, changed, added, gone)
    if not kind:
        return ""
    shape = _shape(worked.get(field), tongue)
    return _TEXTS[kind][tongue == "en"].format(tool=tool, field=field, other=other, shape=shape)


def _kind(
    failed: Mapping[str, JsonValue],
    worked: Mapping[str, JsonValue],
    changed: Sequence[str],
    added: Sequence[str],
    gone: Sequence[str],
) -> tuple[str, str, str]:
    for field in changed:
        if _is_number(worked[field]) and added and _AMOUNT.fullmatch(str(failed[field])):
            return "apart", field, added[0]
        if form := _form(worked[field]):
            return form, field, ""
    if added and gone:
        form = _form(worked[added[0]])
        return (form, added[0], "") if form and form != "number" else ("renamed", added[0], gone[0])
    if added:
        return "missing", added[0], ""
    if changed:
        return "value", changed[0], ""
    return ("surplus", gone[0], "") if gone else ("", "", "")


def _form(value: JsonValue) -> str:
    if _is_number(value):
        return "number"
    if isinstance(value, list):
        return "list"
    text = str(value)
    forms = (("date", _ISO), ("clock", _CLOCK), ("phone", _PHONE))
    return next((form for form, pattern in forms if pattern.fullmatch(text)), "")


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shape(value: JsonValue, tongue: Tongue) -> str:
    found = next((shape for shape in _SHAPES if shape[0].fullmatch(str(value))), _SHAPES[-1])
    return found[2] if tongue == "en" else found[1]
