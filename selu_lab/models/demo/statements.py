"""Turn what a user says about themselves into a statement that stands alone: "ich mag Tee" → "Nutzer mag Tee"."""

from __future__ import annotations

import re

from selu_lab.models.demo.forms import (
    ADVERBS_EN,
    JOINED_DE,
    JOINED_EN,
    MODALS_DE,
    NO_SUBJECT_DE,
    NOT_VERBS_DE,
    PREFIXES_DE,
    THIRD_DE,
    THIRD_EN,
)
from selu_lab.models.demo.language import Lang

_SUBJECT_DE = {"ich": "Nutzer", "wir": "Nutzer und Familie"}
_OWNER_DE = re.compile(r"^(mein|unser)(?:e|er|s)?\s+", re.IGNORECASE)
_CLAUSE_VERB_DE = re.compile(
    r"\s(?=(?:ist|sind|heißt|heißen|lautet|hat|haben|mag|mögen|isst|trinkt|wohnt|wohnen|arbeitet|verträgt|geht|gehen"
    r"|spielt|liebt|hasst"
    r"|braucht|kommt|kann|muss|darf|will|fährt|steht|liegt|bevorzugt|spricht|findet|lernt|beginnt|macht|trägt)\b)"
)
_POSSESSIVES_DE = (("mein", "sein"), ("unser", "ihr"))
_WORDS_EN = {
    "my": "their", "me": "them", "mine": "theirs", "myself": "themselves", "our": "their", "us": "them",
    "ours": "theirs",
    "i": "they", "we": "they", "i'm": "they are", "we're": "they are", "i've": "they have", "we've": "they have",
    "i'd": "they would", "i'll": "they will", "am": "are", "ourselves": "themselves",
}  # fmt: skip
_SHORT_EN = {"i'm": "i am", "i've": "i have", "i'd": "i would", "i'll": "i will", "we're": "we are", "we've": "we have"}


def statement(text: str, language: Lang) -> str:
    """The user's words as a sentence in the third person, without adding anything; the language is the text's."""
    text = text.strip(" ,.;:!?–-")
    made = _german(text) if language == "de" else _english(text)
    return made[:1].upper() + made[1:]


def verb_second(clause: str) -> str:
    """A German clause with the verb at its end ("ich kein Huhn mag") in the order of a main clause."""
    words = clause.split()
    if len(words) < 3 or words[-1][:1].isupper() or words[0].lower() in NO_SUBJECT_DE:
        return clause
    size = _subject_size(words)
    subject, middle, verb = words[:size], words[size:-1], words[-1]
    if not _finite(verb, subject):
        return clause
    for prefix in PREFIXES_DE:
        if verb.startswith(prefix) and len(verb) > len(prefix) + 3 and verb not in THIRD_DE:
            return " ".join((*subject, verb[len(prefix) :], *middle, prefix))
    return " ".join((*subject, verb, *middle))


def _finite(verb: str, subject: list[str]) -> bool:
    """Whether the word can be the verb of that subject: "ich … -e", "wir … -en", others "-t", or a known form."""
    known = verb in THIRD_DE or verb in THIRD_DE.values() or verb in MODALS_DE or verb in {"sind", "haben"}
    endings = {"ich": ("e",), "wir": ("en", "rn", "ln")}.get(subject[0].lower(), ("t", "en"))
    return known or (verb.endswith(endings) and verb not in NOT_VERBS_DE and verb.islower())


def _subject_size(words: list[str]) -> int:
    size = 1
    if re.fullmatch(r"(?:mein|unser|dein|sein|ihr|kein)(?:e|er|s)?|der|die|das|eine?", words[0], re.IGNORECASE):
        size = 2
        if len(words) > 4 and words[2][:1].isupper() and words[1][:1].isupper():
            size = 3
    if len(words) > size + 3 and words[size] == "und" and words[size + 1][:1].isupper():
        size += 2
    return min(size, len(words) - 1)


def _german(text: str) -> str:
    if match := re.match(r"dass?\s+", text, re.IGNORECASE):
        text = verb_second(text[match.end() :])
    words = text.split()
    if not words:
        return text
    head = words[0].lower()
    if head in _SUBJECT_DE:
        return _subject_first_de(words, head)
    if owner := _OWNER_DE.match(text):
        return _owned_de(text[owner.end() :], "des Nutzers" if owner[1].lower() == "mein" else "der Familie")
    if head in {"mir", "uns"}:
        return f"{'Dem Nutzer' if head == 'mir' else 'Nutzer und Familie'} {_rest_de(words[1:], 'mir')}"
    return _rest_de(words, "")


def _subject_first_de(words: list[str], head: str) -> str:
    verb = words[1] if len(words) > 1 else ""
    third = _third_de(verb) if head == "ich" else verb
    return " ".join(part for part in (_SUBJECT_DE[head], third, _rest_de(words[2:], head)) if part)


def _owned_de(text: str, owner: str) -> str:
    """„Zahnarzt heißt Weber“ → „Zahnarzt der Familie heißt Weber“; without a known verb the owner comes last."""
    verb = _CLAUSE_VERB_DE.search(text)
    if verb is None:
        return f"{text} ({owner})"
    return f"{text[: verb.start()]} {owner} {_rest_de(text[verb.end() :].split(), 'ich')}"


def _rest_de(words: list[str], subject: str) -> str:
    """The words behind the subject: "ich" with its verb, "mein" and "mich" become the third person too."""
    made = list(words)
    for index, word in enumerate(words):
        low = word.lower().strip(",")
        if low == "ich":
            made[index] = "er" if subject else "der Nutzer"
        elif low == "wir":
            made[index] = "sie" if subject else "Nutzer und Familie"
        elif low in {"mich", "mir"}:
            made[index] = ("sich" if subject == "ich" else "ihm" if low == "mir" else "ihn") + word[len(low) :]
        else:
            made[index] = _possessive_de(word)
    for index, word in enumerate(words):
        before = words[index - 1].lower() if index else ""
        if word.lower() == "ich":
            _turn_verb(made, index)
        elif subject == "ich" and before == "und" and word.rstrip(",.") in JOINED_DE:
            made[index] = _third_de(word)
    return " ".join(made)


def _turn_verb(words: list[str], index: int) -> None:
    """Conjugate the verb that belongs to the "ich" at this index: beside it, or at the clause's end."""
    for place in (index - 1, index + 1, len(words) - 1):
        if 0 <= place < len(words) and (third := _third_de(words[place])) != words[place]:
            words[place] = third
            return


def _third_de(verb: str) -> str:
    bare = verb.rstrip(",.")
    tail = verb[len(bare) :]
    if bare.lower() in THIRD_DE:
        return THIRD_DE[bare.lower()] + tail
    if not bare.islower() or not bare.endswith("e") or bare in NOT_VERBS_DE:
        return verb
    stem = bare[:-1]
    return stem + ("et" if stem.endswith(("t", "d")) else "t") + tail


def _possessive_de(word: str) -> str:
    for first, third in _POSSESSIVES_DE:
        if re.fullmatch(rf"{first}(?:e|en|em|er|es|s)?,?", word, re.IGNORECASE):
            return third + word[len(first) :]
    return word


def _english(text: str) -> str:
    text = re.sub(r"^that\s+(?=\S)", "", text.replace("’", "'"), flags=re.IGNORECASE)
    words = _SHORT_EN.get(text.split(" ")[0].lower(), text.split(" ")[0]).split() + text.split()[1:] if text else []
    if not words:
        return text
    head = words[0].lower()
    if head == "i":
        return f"The user {_third_en(words[1:])}"
    if head == "we":
        return f"The user and their family {_others_en(words[1:])}"
    if head in {"my", "our"}:
        return f"The {'user' if head == 'my' else 'family'}'s {_others_en(words[1:])}"
    return " ".join(words) if not _speaks_of_self(words) else f"The user says: {' '.join(words)}"


def _third_en(words: list[str]) -> str:
    """The words behind "I" with their first verb in the third person."""
    made = [*words]
    for index, word in enumerate(words):
        low = word.lower()
        if low not in ADVERBS_EN:
            made[index] = THIRD_EN.get(low) or _add_s(word)
            return " ".join((*made[: index + 1], _others_en(_joined_en(made[index + 1 :])))).strip()
    return " ".join(made)


def _joined_en(words: list[str]) -> list[str]:
    """ "… and work in Kiel": the verb beside an "and" has the same subject."""
    pairs = zip(["", *words], words, strict=False)
    joined = [before.lower() == "and" and word.lower() in JOINED_EN for before, word in pairs]
    return [
        THIRD_EN.get(word.lower()) or _add_s(word) if turn else word for turn, word in zip(joined, words, strict=True)
    ]


def _add_s(verb: str) -> str:
    return verb if verb.endswith("ed") else verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def _others_en(words: list[str]) -> str:
    return " ".join(
        _WORDS_EN.get(word.lower().rstrip(",."), word.rstrip(",.")) + word[len(word.rstrip(",.")) :] for word in words
    )


def _speaks_of_self(words: list[str]) -> bool:
    return any(word.lower().strip(",.") in {"i", "my", "me", "we", "our", "us", "i'm"} for word in words)
