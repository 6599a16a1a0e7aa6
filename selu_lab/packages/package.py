"""One agent package, read whole: manifest, prompts, locale bundles and capabilities, with what reading had to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from selu_lab.packages.bundles import Bundles
from selu_lab.packages.capabilities import Capability, StubTool
from selu_lab.packages.files import whole_digest
from selu_lab.packages.findings import Finding
from selu_lab.packages.manifest import Manifest
from selu_lab.packages.prompts import PromptFile, PromptSet


@dataclass(frozen=True)
class AgentPackage:
    """An agent as its author wrote it. `digests` holds the SHA-256 of every file it was read from."""

    folder: Path
    manifest: Manifest
    prompts: PromptSet = field(repr=False)
    bundles: Bundles = field(repr=False)
    capabilities: tuple[Capability, ...]
    problems: tuple[Finding, ...]
    digests: Mapping[Path, str] = field(repr=False)

    @property
    def id(self) -> str:
        """The agent's id, as in `@id`."""
        return self.manifest.id

    def name(self, locale: str) -> str:
        """The agent's name for a user of this language: the bundle's, else the manifest's, else the id."""
        bundle = self.bundles.chosen(locale)
        names = (bundle.name if bundle else None, self.manifest.name, self.id)
        return next(name.strip() for name in names if name and name.strip())

    def description(self, locale: str) -> str:
        """What the bundle says the agent is for; empty when it says nothing."""
        bundle = self.bundles.chosen(locale)
        return (bundle.description or "").strip() if bundle else ""

    def prompt(self, locale: str) -> PromptFile:
        """The agent prompt a user of this language gets, and why."""
        return self.prompts.choose(locale)

    @property
    def summary(self) -> str:
        """The first non-empty line of the plain `agent.md`: how Selu's registry introduces the agent to others."""
        lines = (line.strip() for line in self.prompts.texts.get("", "").split("\n"))
        return next((line for line in lines if line), "")

    @property
    def tools(self) -> tuple[StubTool, ...]:
        """The tools of all capabilities, in the order of the folders."""
        return tuple(tool for capability in self.capabilities for tool in capability.tools)

    def tool(self, name: str) -> StubTool | None:
        """The tool the model calls by this name (`<capability id>__<tool>`), or None."""
        return next((tool for tool in self.tools if tool.name == name), None)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The problems that would break this agent in Selu."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def digest(self) -> str:
        """One SHA-256 over all files: it changes whenever the package does."""
        return whole_digest(self.folder, self.digests)
