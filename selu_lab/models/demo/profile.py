"""Look whether the profile, which is in the context anyway, already answers a question."""

from __future__ import annotations

import re

from selu_lab.models.demo.lexicon import any_of

_ASKING = frozenset(
    "was wer wo wann wie welche welcher welches what who where when which whats what's do does did i you my our me "
    "the a an is are am was were "
    "ich du mein meine meinen meiner unser unsere bin ist sind habe hab hast hat noch weißt know remember of for "
    "about über von der die das den "
    "dem mir mich we wir again denn eigentlich bitte please tell say sag heißt heiße called to in und and "
    "nochmal".split()
)
# Words that ask for the same thing, in both languages.
_SAME = (
    ("#live", any_of(r"^(?:wohn\w*|leb\w*|live\w*|living|wohnort|home|city|town|stadt|zuhause)$")),
    ("#mail", any_of(r"^(?:e-?mail[\w-]*|mail\w*|haupt-?e?-?mail\w*|\w*mailadresse)$")),
    ("#name", any_of(r"^(?:name\w*|vorname|nachname)$")),
    ("#work", any_of(r"^(?:arbeit\w*|beruf\w*|job\w*|work\w*|profession)$")),
    ("#phone", any_of(r"^(?:telefon\w*|handy\w*|phone|mobile)$")),
    ("#birthday", any_of(r"^(?:geburtstag\w*|geboren|birthday|born)$")),
    ("#diet", any_of(r"^(?:veget\w*|vegan\w*|ernähr\w*|diet|allerg\w*)$")),
    ("#dentist", any_of(r"^(?:zahn(?:arzt|ärztin)|dentist)$")),
    ("#pediatrician", any_of(r"^(?:kinder(?:arzt|ärztin)|p(?:a)?ediatrician)$")),
    ("#cat", any_of(r"^(?:katzen?|cats?)$")),
    ("#dog", any_of(r"^(?:hunde?|dogs?)$")),
    ("#child", any_of(r"^(?:kind|kinder|kids?|child|children)$")),
    ("#unit", any_of(r"^(?:einheit\w*|units?|metri\w*)$")),
)


def answer_in(facts: tuple[str, ...], question: str) -> str | None:
    """The fact (of lines "[Label] fact") that holds every telling word of the question; None when none does."""
    wanted = _keys(question)
    if not wanted:
        return None
    return next((re.sub(r"^\[[^\]]*\]\s*", "", fact) for fact in facts if wanted <= _keys(fact)), None)


def _keys(text: str) -> frozenset[str]:
    words = re.findall(r"[\w'-]+", re.sub(r"[\[\]]", " ", text.lower()))
    return frozenset(_key(word) for word in words if word not in _ASKING)


def _key(word: str) -> str:
    return next((group for group, pattern in _SAME if pattern.match(word)), word.removesuffix("'s")[:5])
