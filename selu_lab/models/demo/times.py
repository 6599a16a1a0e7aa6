"""Find the time phrases of a message, word for word, so that they can be handed on as they are."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = (
    r"(?:\d+(?:[.,]\d+)?|eine[rmn]?|eins?|zwei(?:einhalb)?|drei(?:einhalb)?|vier|fünf|sechs|sieben|acht|neun|zehn|elf"
    r"|zwölf"
    r"|fünfzehn|vierzehn|zwanzig|dreißig|vierzig|fünfundvierzig|anderthalb|eineinhalb|ein paar|an?|one|two|three|four"
    r"|five"
    r"|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty(?:-five)?|a couple of|a few)"
)
_UNIT = (
    r"(?:sekunden?|sek|minuten?|min(?:ute)?s?|stunden?|std|h|hrs?|hours?|seconds?|tage?n?|days?|wochen?|weeks?"
    r"|monate?n?|months?|jahre?n?|years?|viertelstunde|dreiviertelstunde|fortnight|half an hour|m)(?![a-zäöüß])\.?"
)
_LENGTH = (
    rf"(?:(?:half an hour)|{_NUMBER}\s*(?:einhalb |halben |halbe |half )?{_UNIT}"
    rf"(?:\s*(?:und|and)?\s*(?:a half|{_NUMBER}\s*{_UNIT}))?|(?:one|two|an?) (?:hours? )?and a half(?: hours?)?)"
)
_WEEKDAY = (
    r"(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
    r"|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekdays|weekends?)"
)
_MONTH = (
    r"(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
    r"|january|february|march|may|june|july|october|december)"
)
_PART_DE = r"(?:früh|vormittags?|(?:nach)?mittags?|abends?|nachts?|morgens)"
_PART_EN = r"(?:morning|afternoon|evening|night|noon|midnight)"
_WHICH = (
    r"(?:(?:am|an|diese[nrsm]?|(?:über)?nächste[nrsm]?|kommende[nrsm]?|bis|ab|on|this|next|coming|by) "
    r"(?:coming |kommenden |nächsten )?)?"
)
_HOUR = (
    r"(?:[01]?\d|2[0-4]|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
)
_AT = r"(?:um|gegen|ab|punkt|at|around|about|by|so gegen|so um)"
_MINUTES = r"(?:fünf|zehn|zwanzig|viertel|five|ten|twenty|(?:a )?quarter|\d{1,2})"
_ZONE = r"(?:\s+(?:utc|gmt|mez|mesz|cet|cest|est|pst|(?:\w+ )?\w+ time|\w+er zeit))?"
_CLOCK = (
    rf"(?:(?:{_AT}\s+)?(?:"
    rf"{_HOUR}:\d{{2}}(?:\s*uhr|\s*h\b|\s*[ap]\.?m\b\.?)?|\d{{1,2}}[.:]\d{{2}}\s*uhr"
    rf"|{_HOUR}\s*(?:uhr(?:\s+\d{{1,2}})?|o'clock|[ap]\.?m\b\.?|h\b)"
    rf"|{_MINUTES}\s+(?:vor|nach|past|to)\s+(?:halb\s+)?{_HOUR}|(?:halb|viertel|dreiviertel|half past)\s+{_HOUR}"
    rf"|mitternacht|mittag|noon|midnight)|{_AT}\s+{_HOUR}(?:\s+(?:oder|or)\s+{_HOUR})?)(?:\s+(?:früh|morgens|abends"
    r"|nachts))?"
    rf"{_ZONE}"
)
_DATE = (
    rf"(?:{_WHICH}(?:dem |den |the )?(?:\d{{4}}-\d{{2}}-\d{{2}}(?:[t ]\d{{2}}:\d{{2}}(?::\d{{2}})?(?:z"
    rf"|[+-]\d{{2}}:\d{{2}})?)?"
    rf"|\d{{1,2}}\.\s?\d{{1,2}}\.(?:\d{{4}}|\d{{2}})?|\d{{1,2}}\.\s?{_MONTH}(?: \d{{4}})?"
    rf"|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}(?: \d{{4}})?|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?"
    rf"|\w{{3,}}ten {_MONTH})|(?:am|zum) \d{{1,2}}\.(?!\d)|on the \d{{1,2}}(?:st|nd|rd|th)"
    rf"|(?:an )?heiligabend|(?:an )?silvester|(?:on )?christmas eve|(?:on )?new year's eve)"
)
_DAY = (
    r"(?:heute|(?:über)?morgen(?! (?:ist|wird))|vorgestern|gestern|today|tomorrow|tonight|yesterday"
    r"|the day (?:after tomorrow|before yesterday))"
)
_DAYTIME = (
    rf"(?:(?:am|in der|diesen|in the|this|at|im)\s+(?:späten |frühen |early |late )?"
    rf"(?:morgen|vormittag|nachmittag|mittag|abend|nacht|{_PART_EN})|{_PART_DE}|{_PART_EN})"
)
_WEEK = (
    r"(?:(?:(?:über)?nächste[nr]?|kommende[nr]?|diese[nr]?|next|this|the following) (?:woche|monat|jahr|week|month"
    r"|year)"
    r"|(?:am |an |(?:at |on |over )?(?:the |this |next )?|dieses |nächstes |kommendes )(?:wochenende|weekend)"
    r"|(?:(?:at )?the )?end of (?:the |this |next )?(?:week|month|year)|ende (?:der|dieser|nächster|des"
    r"|dieses) (?:woche|monats|jahres)"
    r"|anfang (?:nächster|der) woche)"
)
_RECURRING = (
    rf"(?:(?:immer |always )?(?:jede[nrsm]?|alle|every)\s+(?:other |second |zweiten? )?(?:{_NUMBER}\s*{_UNIT}|{_UNIT}"
    rf"|{_WEEKDAY}"
    rf"|werktag|morgen|abend|mittag|nacht|{_PART_EN}|single day)(?:\s?(?:morgen|abend|früh|nachmittag))?|täglich"
    r"|wöchentlich|monatlich|jährlich|werktags"
    rf"|daily|weekly|monthly|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|immer (?:morgens|abends))"
)
# "in 20 Minuten", "20 minutes ago": a bare length is no point in time.
_SPAN = (
    rf"(?:(?P<in>in (?:etwa |ca\. |about |circa )?|vor )?{_LENGTH}(?(in)| (?:from now|later|ago|from today"
    r"|from tomorrow"
    rf"|from {_WEEKDAY})))"
)
_DAYNAME = rf"(?:{_WHICH}{_WEEKDAY}(?:\s?(?:morgen|vormittag|nachmittag|mittag|abend|früh|nacht))?(?: after next)?)"
_FIXES_HOUR = rf"(?P<hour>{_SPAN}|{_CLOCK})"
_ATOM = re.compile(
    r"(?<![\w@.-])(?<!guten )(?<!good )"
    rf"(?:{_RECURRING}|{_DATE}|{_FIXES_HOUR}|{_WEEK}|{_DAYNAME}|{_DAY}(?:\s+(?:morgen|abend))?|{_DAYTIME})(?![\w@-])",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*,?\s+(?:(?:oder|or)\s+)?", re.IGNORECASE)
_FILLER = re.compile(
    r"\b(?:bitte|please|ja|ok(?:ay)?|dann|then|am besten|so|sagen wir|let's say|und zwar|gern|yes)\b|[\s,.!?:]+",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TimePhrase:
    """A time phrase as it stands in a text, from character `start` to `end`; `clock` tells whether it fixes an hour."""

    text: str
    start: int
    end: int
    clock: bool


def time_phrases(text: str) -> tuple[TimePhrase, ...]:
    """Every time phrase of the text, in order; what stands side by side ("freitag um 14 uhr") is one phrase."""
    found: list[TimePhrase] = []
    for atom in _ATOM.finditer(text):
        start, clock = atom.start(), bool(atom["hour"])
        if found and _BETWEEN.fullmatch(text, found[-1].end, start):
            last = found.pop()
            start, clock = last.start, last.clock or clock
        found.append(TimePhrase(text[start : atom.end()], start, atom.end(), clock))
    return tuple(found)


def only_a_time(text: str) -> bool:
    """Whether the text is a time phrase and nothing else, as the answer to "when?" is."""
    phrases = time_phrases(text)
    return bool(phrases) and not _FILLER.sub("", without(text, phrases))


def without(text: str, phrases: tuple[TimePhrase, ...]) -> str:
    """The text with these phrases cut out."""
    for phrase in reversed(phrases):
        text = f"{text[: phrase.start]} {text[phrase.end :]}"
    return re.sub(r"\s+", " ", re.sub(r"\s+([,.!?])", r"\1", text)).strip(" ,;:")
