"""English: the words of the time grammar."""

from __future__ import annotations

from selu_lab.reminders.when.words import Words, spread

_ONES = "zero one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
).split()


def _numbers() -> dict[str, int]:
    table = {word: number for number, word in enumerate(_ONES + _TEENS)} | {"a hundred": 100, "one hundred": 100}
    for tens, word in enumerate(_TENS, start=2):
        table |= {f"{word} {one}" if unit else word: tens * 10 + unit for unit, one in enumerate(_ONES)}
    years = {f"two thousand {joint}{word}": 2000 + n for word, n in table.items() if n < 50 for joint in ("", "and ")}
    return table | years


def _ordinals() -> dict[str, int]:
    # "second" alone is a unit as often as a rank; `normal.py` tells them apart.
    table = {word: number for number, word in enumerate(_ORDINALS, start=1) if word != "second"}
    for tens, word, rank in ((20, "twenty", "twentieth"), (30, "thirty", "thirtieth")):
        table |= {f"{word} {one}": tens + unit for unit, one in enumerate(_ORDINALS[:9], start=1)} | {rank: tens}
    return {word: number for word, number in table.items() if number <= 31}


_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"

ENGLISH = Words(
    language="en",
    numbers=_numbers(),
    ordinals=_ordinals(),
    weekdays=spread(
        {
            "monday mon": 0,
            "tuesday tues tue": 1,
            "wednesday weds wed": 2,
            "thursday thurs thur thu": 3,
            "friday fri": 4,
            "saturday sat": 5,
            "sunday sun": 6,
        }
    ),
    months=spread(
        {
            "january jan": 1,
            "february feb": 2,
            "march mar": 3,
            "april apr": 4,
            "may": 5,
            "june jun": 6,
            "july jul": 7,
            "august aug": 8,
            "september sept sep": 9,
            "october oct": 10,
            "november nov": 11,
            "december dec": 12,
        }
    ),
    units={
        "s": "second",
        "sec": "second",
        "secs": "second",
        "second": "second",
        "seconds": "second",
        "m": "minute",
        "min": "minute",
        "mins": "minute",
        "minute": "minute",
        "minutes": "minute",
        "'": "minute",
        "h": "hour",
        "hr": "hour",
        "hrs": "hour",
        "hour": "hour",
        "hours": "hour",
        "d": "day",
        "day": "day",
        "days": "day",
        "w": "week",
        "wk": "week",
        "wks": "week",
        "week": "week",
        "weeks": "week",
        "fortnight": "fortnight",
        "fortnights": "fortnight",
        "mo": "month",
        "month": "month",
        "months": "month",
        "mth": "month",
        "mths": "month",
        "quarter": "quarter",
        "quarters": "quarter",
        "qtr": "quarter",
        "y": "year",
        "yr": "year",
        "yrs": "year",
        "year": "year",
        "years": "year",
    },
    relative_days={"today": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1, "tmw": 1, "tomorow": 1, "tommorow": 1}
    | {"tommorrow": 1, "2morrow": 1, "yesterday": -1},
    parts={
        r"morning|breakfast(?: ?time)?": "morning",
        r"noon|mid ?day|lunch(?: ?time)?": "noon",
        r"after lunch": "after_lunch",
        r"after ?noon|arvo": "afternoon",
        r"after (?:work|school)|(?:the )?(?:end|close) of business|cob": "after_work",
        r"evening|dinner(?: ?time)?|supper": "evening",
        r"night|nite|night ?time|bed ?time": "night",
        rf"(?:the )?end of(?: (?:the |my )?day|(?= (?:today|tomorrow|(?:this |the |next )?{_DAYS})))|eod": "end_of_day",
    },
    named_days={
        r"new year'?s?(?: day)?": "new_year",
        r"valentine'?s?(?: day)?": "valentine",
        r"labou?r day": "labour_day",
        r"halloween|hallowe'en": "halloween",
        r"(?:st\.?|saint) patrick'?s?(?: day)?": "saint_patrick",
        r"(?:guy fawkes|bonfire) (?:night|day)": "bonfire_night",
        r"(?:shrove tuesday|pancake (?:day|tuesday))": "shrove_tuesday",
        r"ash wednesday": "ash_wednesday",
        r"maundy thursday": "maundy_thursday",
        r"(?:christmas|xmas|x mas) eve": "christmas_eve",
        r"(?:christmas|xmas|x mas)(?: day)?": "christmas",
        r"boxing day": "boxing_day",
        r"new year(?:'?s)? eve|nye": "new_years_eve",
        r"good friday": "good_friday",
        r"easter(?: sunday)?": "easter",
        r"easter monday": "easter_monday",
        r"whit ?sunday|pentecost": "whitsun",
        r"whit ?monday": "whit_monday",
    },
    cities={"tokyo": "Asia/Tokyo", "moscow": "Europe/Moscow", "german": "Europe/Berlin", "uk": "Europe/London"}
    | {"british": "Europe/London", "japan": "Asia/Tokyo", "vienna": "Europe/Vienna", "rome": "Europe/Rome"}
    | {"eastern": "America/New_York", "central": "America/Chicago", "mountain": "America/Denver"}
    | {"pacific": "America/Los_Angeles", "zurich": "Europe/Zurich"},
    fillers=frozenset(
        "at on by in the of for around about approximately approx roughly exactly precisely sharp dot please from "
        "o'clock remind me starting circa ca reminder and sometime".split()
    ),
    recurring=(
        r"\b(?:every|each|everyday|always|repeat\w*|recurring|recurrent|regularly|whenever|all week\w*)\b"
        r"|\b(?:bi|semi|tri)? ?(?:daily|weekly|monthly|yearly|hourly|nightly|fortnightly|quarterly|annual|annually)\b"
        r"|\b(?:bi|semi)(?:weekly|monthly|annually|annual|yearly)\b|\b(?:once|twice|thrice) (?:a|an|per|every|in a)\b"
        r"|\btimes? (?:a|an|per|each) |\b(?:per|a) annum\b|\bper (?:second|minute|hour|day|week|month|year|quarter)\b"
        r"|\b(?:weekdays|workdays|weekends|weeknights|mornings|afternoons|evenings|nights|noons)\b"
        rf"|(?<!\d )\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\ball (?:{_DAYS}|days)\b"
    ),
    ambiguous=(
        r"\b(?:or|between|either)\b|\bfrom\b.{1,40}\b(?:to|till|until|through)\b|\bthrough\b"
        r"|\b\d{1,2}(?::\d\d)? ?(?:-|–) ?\d{1,2}(?::\d\d)? (?:am_|pm_)|\d:\d\d ?(?:-|–) ?\d{1,2}:\d\d"
        r"|(?:am_|pm_) ?(?:-|–|to|until|till) ?\d{1,2}(?::\d\d)? (?:am_|pm_)"
        rf"|\b{_DAYS} (?:to|till|until|-|–) {_DAYS}"
    ),
)
