"""What a refusal says, in German and English, and how to ask again."""

from __future__ import annotations

from datetime import datetime

from selu_lab.reminders.when.conventions import FARTHEST_YEARS, LONGEST
from selu_lab.reminders.when.result import Code, Refusal, WhenError
from selu_lab.reminders.when.speech import language_of, moment_in_words

_MESSAGES: dict[Code, tuple[str, str]] = {
    "empty": ("Es fehlt, wann erinnert werden soll.", "It is missing when to remind."),
    "too_long": (
        f"Die Zeitangabe hat mehr als {LONGEST} Zeichen.",
        f"The time expression has more than {LONGEST} characters.",
    ),
    "unparsed": (
        "Diese Zeitangabe ist nicht eindeutig zu lesen{token}.",
        "This time expression cannot be read{token}.",
    ),
    "invalid_date": ("Dieses Datum gibt es nicht{token}.", "There is no such date{token}."),
    "invalid_time": ("Diese Uhrzeit gibt es nicht{token}.", "There is no such time of day{token}."),
    "past": ("Dieser Zeitpunkt ist schon vorbei.", "That moment is already past."),
    "recurring": (
        "Erinnerungen feuern einmal, sie wiederholen sich nicht{token}.",
        "Reminders fire once, they do not recur{token}.",
    ),
    "ambiguous": (
        "Die Zeitangabe lässt offen, welcher Zeitpunkt gemeint ist{token}.",
        "The time expression leaves open which moment is meant{token}.",
    ),
    "conflict": (
        "Die Zeitangabe nennt zwei verschiedene Zeitpunkte{token}.",
        "The time expression names two different moments{token}.",
    ),
    "too_far": (
        f"Weiter als {FARTHEST_YEARS} Jahre voraus wird nicht erinnert.",
        f"Reminders are set at most {FARTHEST_YEARS} years ahead.",
    ),
    "unknown_tz": ("Diese Zeitzone ist unbekannt{token}.", "This time zone is unknown{token}."),
}
_ISO = (
    "Nenne Datum und Uhrzeit, am sichersten als ISO-Form wie {example}.",
    "Give a date and a time of day, most safely in ISO form such as {example}.",
)
_HINTS: dict[Code, tuple[str, str]] = {
    "recurring": ("Setze eine Erinnerung für das nächste Mal. ", "Set one reminder for the next time. "),
    "ambiguous": ("Nenne genau einen Zeitpunkt mit Uhrzeit. ", "Name exactly one moment with its time of day. "),
    "unknown_tz": (
        "Nenne die Zone als IANA-Namen wie Europe/Berlin. ",
        "Name the zone by its IANA name such as Europe/Berlin. ",
    ),
}
_NEXT = ("Der nächste passende Zeitpunkt wäre {moment} ({iso}). ", "The nearest moment like it is {moment} ({iso}). ")


def when_error(refusal: Refusal, *, token: str, example: datetime, language: str) -> WhenError:
    """Take a refusal and the word at fault as it was written, give the error; `example` shows the ISO form."""
    column = 0 if language_of(language) == "de" else 1
    quoted = f": „{token}“" if column == 0 else f": “{token}”"
    message = _MESSAGES[refusal.code][column].format(token=quoted if token else "")
    hint = _HINTS[refusal.code][column] if refusal.code in _HINTS else ""
    if refusal.future:
        moment = moment_in_words(refusal.future, language)
        hint += _NEXT[column].format(moment=moment, iso=f"{refusal.future:%Y-%m-%dT%H:%M}")
    return WhenError(refusal.code, message, hint + _ISO[column].format(example=f"{example:%Y-%m-%dT%H:%M}"), token)
