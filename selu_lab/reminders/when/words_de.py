"""German: the words of the time grammar. Umlauts are folded away (ä, ae and a alike), so "für" is written "fur"."""

from __future__ import annotations

from selu_lab.reminders.when.words import Words, spread

_UNITS = "null eins zwei drei vier funf sechs sieben acht neun".split()
_STEMS = ["", "ein", *_UNITS[2:]]
_TEENS = "zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn".split()
_TENS = "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig".split()
_ORDINALS = (
    "erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft dreizehnt vierzehnt funfzehnt sechzehnt "
    "siebzehnt achtzehnt neunzehnt"
).split()


def _numbers() -> dict[str, int]:
    table = {word: number for number, word in enumerate(_UNITS + _TEENS)} | {
        "zwo": 2,
        "hundert": 100,
        "einhundert": 100,
    }
    for tens, word in enumerate(_TENS, start=2):
        table |= {f"{stem}und{word}" if unit else word: tens * 10 + unit for unit, stem in enumerate(_STEMS)}
    years = {f"zweitausend{joint}{word}": 2000 + n for word, n in table.items() if 9 < n < 50 for joint in ("", "und")}
    return table | years


def _ordinals() -> dict[str, int]:
    stems = {stem: number for number, stem in enumerate(_ORDINALS, start=1)} | {"siebent": 7}
    stems |= {f"{word}st": n for word, n in _numbers().items() if 20 <= n <= 31}
    return {stem + ending: n for stem, n in stems.items() for ending in ("e", "er", "en", "es", "em")}


_DAY = r"(?:tags?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonnabends?|sonntags?)"

GERMAN = Words(
    language="de",
    numbers=_numbers(),
    ordinals=_ordinals(),
    weekdays=spread(
        {
            "montag mo": 0,
            "dienstag di": 1,
            "mittwoch mi": 2,
            "donnerstag do": 3,
            "freitag fr": 4,
            "samstag sonnabend sa": 5,
            "sonntag so": 6,
        }
    ),
    months=spread(
        {
            "januar janner jan": 1,
            "februar feber feb": 2,
            "marz mar mrz": 3,
            "april apr": 4,
            "mai": 5,
            "juni jun juno": 6,
            "juli jul": 7,
            "august aug": 8,
            "september sept sep": 9,
            "oktober okt": 10,
            "november nov": 11,
            "dezember dez": 12,
        }
    ),
    units={
        "s": "second",
        "sek": "second",
        "sekunde": "second",
        "sekunden": "second",
        "sec": "second",
        "min": "minute",
        "m": "minute",
        "minute": "minute",
        "minuten": "minute",
        "minutchen": "minute",
        "h": "hour",
        "std": "hour",
        "stdn": "hour",
        "stunde": "hour",
        "stunden": "hour",
        "stundchen": "hour",
        "d": "day",
        "tag": "day",
        "tage": "day",
        "tagen": "day",
        "w": "week",
        "wo": "week",
        "woche": "week",
        "wochen": "week",
        "monat": "month",
        "monate": "month",
        "monaten": "month",
        "quartal": "quarter",
        "quartale": "quarter",
        "quartalen": "quarter",
        "jahr": "year",
        "jahre": "year",
        "jahren": "year",
    },
    relative_days={"heute": 0, "heut": 0, "morgen": 1, "ubermorgen": 2, "gestern": -1, "vorgestern": -2}
    | {"uberubermorgen": 3},
    parts={
        r"morgens|vormittagszeit": "morning",
        r"fruh(?:e|s|morgens?|stucks?zeit)?": "early",
        r"fruhstuck": "morning",
        r"vormittags?": "forenoon",
        r"mittags?(?:s?zeit|s?pause)?|mittagessen": "noon",
        r"(?:nach dem|nach der|nachm) (?:mittag(?:essen)?|mittagspause)": "after_lunch",
        r"nachmittags?": "afternoon",
        r"(?:nach|zum) (?:(?:der|meiner) arbeit|dem feierabend|feierabend)|feierabend": "after_work",
        r"abends?|abendessen|abend ?brot": "evening",
        r"nachts?|nachte": "night",
        r"(?:zum |am |bis )?(?:ende des tages|tagesende)": "end_of_day",
    },
    named_days={
        r"neujahr(?:stag)?": "new_year",
        r"(?:heilige )?drei ?konige?|dreikonigstag": "epiphany",
        r"valentinstag": "valentine",
        r"tag der arbeit|maifeiertag": "labour_day",
        r"(?:tag der )?deutschen? einheit": "german_unity",
        r"halloween": "halloween",
        r"(?:sankt )?martins?tag": "martinmas",
        r"nikolaus(?:tag)?": "nicholas",
        r"heilig(?:er? ?)?abend|weihnachtsabend": "christmas_eve",
        r"weihnachten|(?:1\. |erster )?weihnachts(?:feier)?tag": "christmas",
        r"2\. weihnachts(?:feier)?tag": "boxing_day",
        r"silvester|sylvester": "new_years_eve",
        r"reformationstag": "reformation",
        r"allerheiligen": "all_saints",
        r"maria himmelfahrt": "assumption",
        r"rosenmontag": "rose_monday",
        r"faschingsdienstag|fastnacht(?:sdienstag)?": "shrove_tuesday",
        r"aschermittwoch": "ash_wednesday",
        r"grundonnerstag": "maundy_thursday",
        r"fronleichnam": "corpus_christi",
        r"karfreitag": "good_friday",
        r"ostern|ostersonntag": "easter",
        r"ostermontag": "easter_monday",
        r"(?:christi )?himmelfahrt(?:stag)?": "ascension",
        r"pfingsten|pfingstsonntag": "whitsun",
        r"pfingstmontag": "whit_monday",
    },
    cities={"new yorker": "America/New_York", "londoner": "Europe/London", "berliner": "Europe/Berlin"}
    | {"deutsch": "Europe/Berlin", "deutsche": "Europe/Berlin", "deutscher": "Europe/Berlin"}
    | {"wiener": "Europe/Vienna", "zurcher": "Europe/Zurich", "schweizer": "Europe/Zurich", "pariser": "Europe/Paris"}
    | {"tokioter": "Asia/Tokyo", "tokio": "Asia/Tokyo", "moskauer": "Europe/Moscow", "moskau": "Europe/Moscow"}
    | {
        "madrider": "Europe/Madrid",
        "istanbuler": "Europe/Istanbul",
        "sydneyer": "Australia/Sydney",
        "wien": "Europe/Vienna",
    }
    | {"zurich": "Europe/Zurich", "rom": "Europe/Rome", "romischer": "Europe/Rome", "pekinger": "Asia/Shanghai"},
    fillers=frozenset(
        "um am an im in der die das den dem des zu zur zum gegen ca circa zirka etwa ungefahr rund so bitte genau "
        "punkt exakt punktlich spatestens fruhestens bis ab uhr mal dann erst schon also von vom fur wieder noch "
        "nochmal irgendwann halt einfach erinnere erinner mich daran erinnerung und herum nun".split()
    ),
    recurring=(
        r"\bjed(?:e[nrsm]?|weden)\b|\b(?:immer|regelmassig\w*|jeweils|wiederholt|wiederholen\w*|wiederkehrend\w*)\b"
        r"|\balle[nrs]?\b|(?:taglich|wochentlich|monatlich|jahrlich|stundlich|minutlich|quartalsweise)"
        r"|\b(?:werk|wochen|arbeits|feier)tags\b|\b(?:mon|diens|donners|frei|sams|sonn)tags\b|\b(?:mittwochs|sonnabends)\b"
        r"|\b(?:an|unter) (?:den )?(?:wochen|werk|arbeits|feier)(?:tagen|enden)\b|\bwochenenden\b|\bwochenends\b"
        r"|(?:\bein|\d|\bzwei|\bdrei|\bmehr)mal\b.*\b(?:am|im|pro|die|in der) (?:tag|woche|monat|jahr)\b"
        rf"|\b(?:pro|je) (?:{_DAY}|woche|monat|jahr|stunde|quartal)\b"
    ),
    ambiguous=(
        r"\b(?:oder|bzw|beziehungsweise|entweder|zwischen|nacht (?:auf|zu|zum|von))\b|\bvon\b.{1,40}\bbis\b"
        r"|\b\d{1,2}(?::\d\d| uhr)? ?(?:bis|-|–) ?\d{1,2}(?::\d\d)? uhr\b|\d:\d\d ?(?:bis|-|–) ?\d"
        r"|\b(?:mo|di|mi|do|fr|sa|so)(?:\w*tag|\w*woch)? (?:bis|-|–) (?:mo|di|mi|do|fr|sa|so)"
    ),
)
