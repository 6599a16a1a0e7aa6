"""What guidance, lessons and the user's own corrections demand of an answer, as far as the rulebook knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from selu_lab.models.demo import rulebook as book
from selu_lab.models.demo.clauses import sentences
from selu_lab.models.demo.language import Lang


@dataclass(frozen=True)
class Ban:
    """An action that a sentence forbids: altogether (`topics` empty) or for matters that contain one of the topics."""

    action: str
    sentence: str
    topics: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Rules:
    """The demands in force. `sentences` is the most an answer may have; `ask`, `on_request` and bans name actions."""

    sentences: int | None = None
    language: Lang | None = None
    formal: bool = False
    iso_dates: bool = False
    no_emoji: bool = False
    ask: frozenset[str] = frozenset()
    on_request: frozenset[str] = frozenset()
    bans: tuple[Ban, ...] = field(default=())

    def banned(self, actions: Iterable[str], matter: str) -> Ban | None:
        """The first ban on one of these actions that covers the matter, or None."""
        wanted, stems = set(actions), stems_of(matter)
        return next((ban for ban in self.bans if ban.action in wanted and (not ban.topics or ban.topics & stems)), None)


def read_rules(texts: tuple[str, ...], tools: tuple[str, ...] = ()) -> Rules:
    """The rules of these texts, read in order: what comes later wins. `tools` are the names a sentence may forbid."""
    rules = Rules()
    for text in texts:
        rules = _read_text(rules, text, tools)
    return rules


@lru_cache(maxsize=256)
def _read_text(rules: Rules, text: str, tools: tuple[str, ...]) -> Rules:
    """One text's rules; kept, because the guidance is the same at every call."""
    for sentence in guidance_sentences(text):
        rules = _manner(rules, sentence)
        for clause in book.CLAUSE_END.split(sentence):
            rules = _restriction(rules, clause, sentence, tools)
    return rules


def guidance_sentences(text: str) -> tuple[str, ...]:
    """The sentences of Markdown: list items and headings end one, a wrapped line does not."""
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*+#>|]|\d+[.)])\s*)", re.sub(r"[*`]+", "", text))
    lines = (re.sub(r"^[\s#>+*|-]+|\s+", " ", block).strip() for block in blocks)
    return tuple(sentence for line in lines for sentence in sentences(line))


def stems_of(text: str) -> frozenset[str]:
    """The first five letters of every word that says something, and the topic groups the text belongs to."""
    words = re.findall(r"[\w-]{4,}", text.lower())
    plain = {word[:5] for word in words if word not in book.NO_TOPIC and not book.NO_TOPIC_STEM.match(word)}
    return frozenset(plain | {f"#{name}" for name, pattern in book.TOPICS.items() if pattern.search(text)})


def _manner(rules: Rules, sentence: str) -> Rules:
    """How to answer: length, language, form of address, dates, emoji."""
    if book.SHORT.search(sentence) and not book.NOT_SHORT.search(sentence):
        rules = replace(rules, sentences=_limit(sentence))
    elif book.LONG.search(sentence):
        rules = replace(rules, sentences=None)
    for language, pattern in book.REPLY_IN.items():
        if pattern.search(sentence):
            rules = replace(rules, language=language)
    if book.FORMAL.search(sentence):
        rules = replace(rules, formal=True)
    elif book.INFORMAL.search(sentence):
        rules = replace(rules, formal=False)
    return replace(
        rules,
        iso_dates=rules.iso_dates or bool(book.ISO_DATES.search(sentence)),
        no_emoji=rules.no_emoji or bool(book.NO_EMOJI.search(sentence)),
    )


def _limit(sentence: str) -> int:
    found = book.SENTENCES.findall(sentence)
    return max((book.COUNTS.get(count.lower()) or int(count) for count in found), default=1)


def _restriction(rules: Rules, clause: str, sentence: str, tools: tuple[str, ...]) -> Rules:
    """What may be done: ask before, only on request, never."""
    actions = frozenset(name for name, pattern in book.ACTIONS.items() if pattern.search(clause))
    named = frozenset(tool for tool in tools if re.search(rf"(?<!\w){re.escape(tool)}(?!\w)", clause))
    if book.ASK_FIRST.search(clause) and not book.NOT_ASK.search(clause):
        whole = frozenset(name for name, pattern in book.ACTIONS.items() if pattern.search(sentence)) - {"search"}
        return replace(rules, ask=rules.ask | (actions - {"search"} or whole or {"any"}))
    if book.DIRECTLY.search(clause) and (book.NOT_ASK.search(sentence) or actions == {"remind"}):
        return replace(rules, ask=rules.ask - actions if actions else frozenset())
    if not actions | named:
        return rules
    if book.ON_REQUEST.search(clause):
        return replace(rules, on_request=rules.on_request | actions | named)
    if not book.FORBIDS.search(clause) or book.CONDITION.search(clause):
        return rules
    topics = stems_of(book.STRIP.sub(" ", clause))
    return replace(rules, bans=(*rules.bans, *(Ban(action, sentence, topics) for action in sorted(actions | named))))
