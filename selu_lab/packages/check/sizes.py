"""Prompts that are empty, too large, or hold what a reader cannot see."""

from __future__ import annotations

from collections.abc import Iterator

from selu_lab.packages.check.subject import Subject
from selu_lab.packages.findings import Finding
from selu_lab.text import hidden_characters, tokens

_ROOM = 128_000 - 16_384 - 2_048  # Selu's context budget in tokens: window, less reply and margin (`context_budget.rs`)
_LARGE = 0.25  # system sections never leave the context, so a quarter of the room is already lost for good


def check_empty(subject: Subject) -> Iterator[Finding]:
    """A warning for every language that gets an empty agent prompt."""
    for language in subject.languages:
        file = subject.package.prompt(language)
        if not file.text.strip():
            state = "empty" if file.path.is_file() else "missing"
            sentence = f"For {language} the agent has no prompt: {file.path.name} is {state}."
            yield Finding("warning", "empty-prompt", sentence, file.at())


def check_size(subject: Subject) -> Iterator[Finding]:
    """A warning for a prompt that takes a large part of the context."""
    for file in subject.read_prompts():
        share = tokens(file.text) / _ROOM
        if share > _LARGE:
            sentence = f"{file.path.name} takes about {tokens(file.text):,} tokens, {share:.0%} of the room of a turn."
            yield Finding(
                "warning", "large-prompt", sentence, file.at(), "Shorten it: a prompt never leaves the context."
            )


def check_hidden(subject: Subject) -> Iterator[Finding]:
    """A warning for every line with invisible or direction-changing characters."""
    for file in subject.read_prompts():
        for number, line in enumerate(file.text.split("\n"), start=1):
            if hidden_characters(line):
                sentence = "This line holds invisible characters: the model reads something else than you see."
                yield Finding("warning", "hidden-characters", sentence, file.at(number))
