"""Which file each language gets and why, and which files nobody gets."""

from __future__ import annotations

from collections.abc import Iterator

from selu_lab.errors import Where
from selu_lab.packages.check.passages import listed, mentions
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.check.tool_names import BUILT_IN
from selu_lab.packages.findings import Finding
from selu_lab.packages.prompts import PromptSet


def check_chosen(subject: Subject) -> Iterator[Finding]:
    """One info per language and set of prompts, in Selu's order of choice."""
    for prompts in subject.prompt_sets:
        for language in subject.languages:
            file = prompts.choose(language)
            yield Finding("info", "chosen-file", f"{language}: {file.why}", file.at())


def check_unreachable(subject: Subject) -> Iterator[Finding]:
    """A warning for every prompt file and bundle that no user ever gets."""
    for prompts in subject.prompt_sets:
        reached = {prompts.choose(language).path for language in subject.languages}
        for locale in prompts.texts:
            if prompts.path(locale) not in reached:
                yield _unreachable(subject, prompts, locale)
    bundles = subject.package.bundles
    reached_bundles = [bundles.chosen(language) for language in subject.languages]
    for locale, bundle in bundles.by_locale.items():
        if not any(bundle is reached for reached in reached_bundles):
            sentence = f"No user gets the bundle “{locale}”: it is not the code of a language."
            yield Finding("warning", "unreachable-file", sentence, Where(bundle.path), _CODES)


_CODES = "Name files after codes like de, en or de-AT; upper and lower case differ."


def _unreachable(subject: Subject, prompts: PromptSet, locale: str) -> Finding:
    path = prompts.path(locale)
    winners = [file.path.name for file in subject.chosen(prompts)]
    lost = _lost_guidance(subject, prompts, locale)
    sentence = f"No user gets {path.name}: {listed(winners) or 'another file'} comes first." + (
        f" Its guidance on {listed(lost)} is lost." if lost else ""
    )
    hint = _CODES if locale else f"Rename it to {prompts.stem}.en.md, or set i18n.default_locale to en."
    return Finding("warning", "unreachable-file", sentence, Where(path, 1), hint)


def _lost_guidance(subject: Subject, prompts: PromptSet, locale: str) -> list[str]:
    said = {mention.text for file in subject.chosen(prompts) for mention in mentions(file.text, BUILT_IN)}
    here = [mention.text for mention in mentions(prompts.texts[locale], BUILT_IN)]
    return [name for name in dict.fromkeys(here) if name not in said]
