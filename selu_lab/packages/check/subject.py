"""What every check looks at: a package, the tools the Lab offers, and which prompt each language gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from selu_lab.packages.package import AgentPackage
from selu_lab.packages.prompts import PromptFile, PromptSet

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z0-9]{2,8})*")  # `backup` of agent.backup.md is not one


@dataclass(frozen=True)
class Subject:
    """A package under check. `offered` holds the built-in tools' names, without the package's own tools."""

    package: AgentPackage
    offered: frozenset[str]

    @cached_property
    def prompt_sets(self) -> tuple[PromptSet, ...]:
        """The agent's prompts, then each capability's."""
        return (self.package.prompts, *(capability.prompts for capability in self.package.capabilities))

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """de and en, Selu's languages, and every further language the package has a file for."""
        named = {locale for prompts in self.prompt_sets for locale in prompts.texts}
        named |= set(self.package.bundles.by_locale)
        return tuple(dict.fromkeys(["de", "en", *sorted(name for name in named if _LANGUAGE.fullmatch(name))]))

    def chosen(self, prompts: PromptSet) -> tuple[PromptFile, ...]:
        """The distinct files of a set that some language gets, without missing and blank ones."""
        files = {file.path: file for file in (prompts.choose(language) for language in self.languages)}
        return tuple(file for file in files.values() if file.text.strip())

    def read_prompts(self) -> Iterator[PromptFile]:
        """Every prompt file that some language gets."""
        for prompts in self.prompt_sets:
            yield from self.chosen(prompts)

    @cached_property
    def own_tools(self) -> dict[str, str]:
        """The package's tools: the name a prompt may use (with or without capability) to the full name."""
        tools = self.package.tools
        return {tool.tool: tool.name for tool in tools} | {tool.name: tool.name for tool in tools}

    def file_name(self, file: PromptFile) -> str:
        """A prompt's path as the author says it: `agent.de.md`, `capabilities/trains/prompt.md`."""
        return file.path.relative_to(self.package.folder).as_posix()
