"""Ids and tool names that cannot be called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selu_lab.errors import Where
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.findings import Finding

_CALLABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what OpenAI-style and Anthropic interfaces accept as a tool's name


def check_identifiers(subject: Subject) -> Iterator[Finding]:
    """Errors for names that break calls, a warning for an agent id no mention can reach."""
    package = subject.package
    if package.id != package.id.lower():
        sentence = f"Nobody can mention this agent: “@{package.id}” is looked up as “@{package.id.lower()}”."
        yield Finding(
            "warning", "id-not-mentionable", sentence, Where(package.folder / "agent.yaml"), "Use lower case."
        )
    for capability in package.capabilities:
        if "__" in capability.id:
            sentence = f"Selu splits tool names at the first “__”, so no tool of “{capability.id}” can be called."
            where = Where(capability.folder / "manifest.yaml")
            yield Finding("error", "capability-id", sentence, where, "Use a single “_” or “-” in the capability's id.")
    for tool in package.tools:
        if not _CALLABLE.fullmatch(tool.name):
            sentence = f"Model providers refuse the tool name “{tool.name}”."
            hint = "Use at most 64 letters, digits, “_” and “-”, capability id included."
            yield Finding("error", "tool-name", sentence, tool.where, hint)
