"""The prompt files of an agent or a capability, and which of them a user's language gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.packages.files import PackageFolder
from selu_lab.packages.locales import base, candidates, choose
from selu_lab.packages.mistakes import MistakesError
from selu_lab.text import without_controls


@dataclass(frozen=True)
class PromptFile:
    """A chosen prompt. `locale` is "" for the plain file; `why` says in one sentence how it was chosen.

    Lines count from 1; a file that is missing or empty has `last_line` 0.
    """

    text: str
    path: Path
    locale: str
    why: str
    first_line: int
    last_line: int

    def at(self, line: int = 1) -> Where:
        """A place in this file."""
        return Where(self.path, line if self.last_line else None)


@dataclass(frozen=True)
class PromptSet:
    """All prompt files of one stem (`agent` or `prompt`), by locale; the plain file has the locale ""."""

    folder: Path
    stem: str
    default_locale: str
    texts: Mapping[str, str]

    def choose(self, locale: str) -> PromptFile:
        """The prompt a user of this language gets. The plain file comes last, even after other languages' files."""
        chosen = choose([name for name in self.texts if name], locale, self.default_locale) or ""
        text = self.texts.get(chosen, "")
        lines = text.count("\n") + (not text.endswith("\n")) if text else 0
        return PromptFile(text, self.path(chosen), chosen, self._why(chosen, locale), 1, lines)

    def path(self, locale: str) -> Path:
        """The path of a locale's file, whether it exists or not."""
        return self.folder / (f"{self.stem}.{locale}.md" if locale else f"{self.stem}.md")

    def _why(self, chosen: str, locale: str) -> str:
        name = self.path(chosen).name
        if not chosen:
            tried = ", ".join(candidates(locale, self.default_locale))
            there = name in (self.path(have).name for have in self.texts)
            return f"No prompt file for {tried}, so {name}" + (" is used." if there else ", which does not exist.")
        if chosen == locale:
            return f"{name} is in the user's language, {locale}."
        if chosen == base(locale):
            return f"No prompt file for {locale}, so {name}, the language without its region, is used."
        if chosen in (self.default_locale, base(self.default_locale)):
            return f"No prompt file for {locale}, so {name}, the default language, is used."
        return f"No prompt file for {locale} or the default language, so {name}, English, is used."


def read_prompts(package: PackageFolder, folder: Path, stem: str, default_locale: str) -> PromptSet:
    """Read all prompt files of a stem; raises MistakesError that names those that cannot be read or are not UTF-8."""
    texts: dict[str, str] = {}
    mistakes: list[LabError] = []
    for locale, path in package.prompts(folder, stem).items():
        try:
            texts[locale] = without_controls(package.read(path))
        except LabError as error:
            mistakes.append(error)
    if mistakes:
        raise MistakesError(mistakes)
    return PromptSet(folder, stem, default_locale, texts)
