"""Guidance one language has and another lacks: a localized file replaces the whole prompt, nothing is merged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations

from selu_lab.packages.check.passages import line_at, listed, mentions
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.check.tool_names import BUILT_IN, REMOVED, STORE
from selu_lab.packages.findings import Finding
from selu_lab.packages.prompts import PromptFile

_STORE_FAMILY = re.compile(rf"(?<!\w)(?:store_\*|{'|'.join(STORE)})(?!\w)")
_HEADING = re.compile(r"^#{1,6}\s", re.MULTILINE)


def check_gaps(subject: Subject) -> Iterator[Finding]:
    """A warning per pair of files of which one speaks of tools the other leaves out; an info when outlines differ."""
    for prompts in subject.prompt_sets:
        chosen = subject.chosen(prompts)
        for has, lacks in permutations(chosen, 2):
            if missing := _missing(subject, has, lacks):
                yield _gap(subject, has, lacks, missing)
        for one, other in combinations(chosen, 2):
            yield from _outline(subject, one, other)


def _missing(subject: Subject, has: PromptFile, lacks: PromptFile) -> dict[str, int]:
    there = _topics(subject, lacks.text)
    return {topic: line for topic, line in _topics(subject, has.text).items() if topic not in there}


def _topics(subject: Subject, text: str) -> dict[str, int]:
    """The tools a text speaks of, each with its first line; the four store tools count as one."""
    found: dict[str, int] = {}
    known = (set(BUILT_IN) | set(REMOVED) | subject.offered) - set(STORE)
    for mention in mentions(text, known | {name for name in subject.own_tools if "_" in name or _humped(name)}):
        found.setdefault(subject.own_tools.get(mention.text, mention.text), mention.line)
    if match := _STORE_FAMILY.search(text):
        found["store_*"] = line_at(text, match.start())
    return dict(sorted(found.items(), key=lambda item: item[1]))


def _humped(name: str) -> bool:
    return re.search(r"[a-z][A-Z]", name) is not None


def _gap(subject: Subject, has: PromptFile, lacks: PromptFile, missing: dict[str, int]) -> Finding:
    lines = sorted(set(missing.values()))
    sentence = (
        f"{subject.file_name(lacks)} (lines {lacks.first_line}–{lacks.last_line}) says nothing about"
        f" {listed(list(missing))}, but {subject.file_name(has)} does"
        f" ({'line' if len(lines) == 1 else 'lines'} {listed([str(line) for line in lines])})."
    )
    return Finding("warning", "language-gap", sentence, has.at(lines[0]), f"Say it in {lacks.path.name} too.")


def _outline(subject: Subject, one: PromptFile, other: PromptFile) -> Iterator[Finding]:
    headings = [len(_HEADING.findall(file.text)) for file in (one, other)]
    words = [len(file.text.split()) for file in (one, other)]
    if headings[0] != headings[1] or min(words) * 2 < max(words):
        sides = [
            f"{subject.file_name(file)} has {count} headings and {size} words"
            for file, count, size in zip((one, other), headings, words, strict=True)
        ]
        yield Finding("info", "language-outline", f"{sides[0]}, {sides[1]}.", one.at())
