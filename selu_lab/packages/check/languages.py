"""System prompts in another language than the user's, or in two: capability prompts have their own default."""

from __future__ import annotations

from collections.abc import Iterator

from selu_lab.packages.check.language import language_name, language_of
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.findings import Finding
from selu_lab.packages.locales import base
from selu_lab.packages.prompts import PromptFile


def check_languages(subject: Subject) -> Iterator[Finding]:
    """A warning per capability whose prompt is in another language than the agent's; an info for foreign prompts."""
    for language in subject.languages:
        agent = subject.package.prompt(language)
        written = language_of(agent.text)
        if written and base(language) in ("de", "en") and written != base(language):
            sentence = f"For {language} the agent prompt {subject.file_name(agent)} is {language_name(written)}."
            yield Finding("info", "foreign-language", sentence, agent.at())
        for capability in subject.package.capabilities:
            yield from _mixed(subject, language, agent, capability.prompt(language))


def _mixed(subject: Subject, language: str, agent: PromptFile, capability: PromptFile) -> Iterator[Finding]:
    one, other = language_of(agent.text), language_of(capability.text)
    if one and other and one != other:
        sentence = (
            f"For {language} the system prompt mixes languages: {subject.file_name(agent)} is {language_name(one)},"
            f" {subject.file_name(capability)} is {language_name(other)}."
        )
        hint = "Write both in both languages; the default language of capability prompts is always en."
        yield Finding("warning", "mixed-languages", sentence, capability.at(), hint)
