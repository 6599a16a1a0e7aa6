"""What guidance, lessons and the user's own corrections demand of an answer, as far as the rulebook knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from selu_lab.models.demo import rulebook as book
from selu_lab.models.demo.clauses import LONGEST_CLAUSE, sentences
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


def read_rules(guidance: str, demands: tuple[str, ...] = (), tools: tuple[str, ...] = ()) -> Rules:
    """The rules of an agent's guidance and of the demands on it (lessons, corrections); what comes later wins.

    `tools` are the names a sentence may forbid. Guidance speaks of many cases, so it is read more strictly: only
    what holds in every case counts.
    """
    rules = _read_text(Rules(), guidance, tools, strict=True)
    for demand in demands:
        rules = _read_text(rules, demand, tools, strict=False)
    return rules


def known_demand(text: str) -> bool:
    """Whether the rulebook knows what is demanded; searching and reminding are done as wanted anyway."""
    return read_rules("", (text,)) != Rules() or bool(_actions(text) & {"search", "remind"} or "/remind" in text)


@lru_cache(maxsize=256)
def _read_text(rules: Rules, text: str, tools: tuple[str, ...], *, strict: bool) -> Rules:
    """One text's rules; kept, because the guidance is the same at every call."""
    for sentence in guidance_sentences(text.replace("/remind", " ")):
        rules = _manner(rules, sentence, book.SHORT_ALWAYS if strict else book.SHORT)
        for clause in book.CLAUSE_END.split(sentence):
            rules = _asking(rules, clause, sentence, strict=strict)
            rules = _restriction(rules, clause, sentence, tools)
    return rules


def guidance_sentences(text: str) -> tuple[str, ...]:
    """The sentences of Markdown: list items and headings end one, a wrapped line does not."""
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*+#>|]|\d+[.)])\s*)", re.sub(r"[*`]+", "", text))
    lines = (re.sub(r"^[\s#>+*|-]+|\s+", " ", block).strip() for block in blocks)
    return tuple(sentence for line in lines for sentence in sentences(line) if len(sentence) <= LONGEST_CLAUSE)


def stems_of(text: str) -> frozenset[str]:
    """The first five letters of every word that says something, and the topic groups the text belongs to."""
    words = re.findall(r"[\w-]{4,}", text.lower())
    plain = {word[:5] for word in words if word not in book.NO_TOPIC}
    return frozenset(plain | {f"#{name}" for name, pattern in book.MATTERS.items() if pattern.search(text)})


def _manner(rules: Rules, sentence: str, short: re.Pattern[str]) -> Rules:
    """How to answer: length, language, form of address, dates, emoji."""
    if short.search(sentence) and not book.NOT_SHORT.search(sentence):
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
    found = (match[1] or match[2] for match in book.SENTENCES.finditer(sentence))
    return min((book.COUNTS.get(count.lower()) or int(count) for count in found), default=1)


def _asking(rules: Rules, clause: str, sentence: str, *, strict: bool) -> Rules:
    """Whether to ask the user before acting. Guidance counts only when it names the deed and sets no condition."""
    actions = _actions(clause) - {"search"}
    if book.ASK_FIRST.search(clause) and not book.NOT_ASK.search(clause):
        deeds = actions or _actions(sentence) - {"search"}
        if not strict:
            return replace(rules, ask=rules.ask | (deeds or {"any"}))
        return replace(rules, ask=rules.ask | deeds) if book.ASK_ALWAYS.match(sentence) else rules
    if not strict and book.DIRECTLY.search(clause) and (book.NOT_ASK.search(sentence) or actions == {"remind"}):
        return replace(rules, ask=rules.ask - actions if actions else frozenset())
    return rules


def _restriction(rules: Rules, clause: str, sentence: str, tools: tuple[str, ...]) -> Rules:
    """What is done only on request or never."""
    named = frozenset(tool for tool in tools if re.search(rf"(?<!\w){re.escape(tool)}(?!\w)", clause))
    actions = _actions(clause) | named
    if not actions:
        return rules
    if book.ON_REQUEST.search(clause):
        return replace(rules, on_request=rules.on_request | actions)
    if not book.FORBIDS.search(clause) or book.CONDITION.search(clause) or book.ASK_FIRST.search(clause):
        return rules
    rest = book.STRIP.sub(" ", re.sub("|".join(map(re.escape, named)) or "$^", " ", clause))
    wholly = bool(book.WHOLLY.match(rest))
    topics = frozenset() if wholly else _topics(rest)
    if not topics and not wholly:
        return rules
    return replace(rules, bans=(*rules.bans, *(Ban(action, sentence, topics) for action in sorted(actions))))


def _actions(text: str) -> frozenset[str]:
    return frozenset(name for name, pattern in book.ACTIONS.items() if pattern.search(text))


def _topics(text: str) -> frozenset[str]:
    """What a ban is about; a general word for a matter ("health data") stands for all that belongs to it."""
    plain = {stem for stem in stems_of(text) if not stem.startswith("#")}
    return frozenset(plain | {f"#{name}" for name, pattern in book.TOPICS.items() if pattern.search(text)})
