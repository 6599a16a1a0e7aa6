"""Reading an agent package from its folder, with Selu's rules about what a broken file costs (`agents/loader.rs`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.packages.block import Block
from selu_lab.packages.bundles import Bundle, Bundles, read_bundle
from selu_lab.packages.capabilities import Capability, StubTool, read_answers, read_capability, with_answers
from selu_lab.packages.files import PackageFolder
from selu_lab.packages.findings import Finding, Severity, from_error, ordered
from selu_lab.packages.manifest import read_manifest
from selu_lab.packages.mistakes import MistakesError
from selu_lab.packages.package import AgentPackage
from selu_lab.packages.prompts import PromptSet, read_prompts
from selu_lab.text import clean
from selu_lab.yamlfile import parse

_HINTS: Mapping[str, str] = {
    "memory": "Selu has no such setting: the memory tools are offered all the same. Their tool policies decide.",
    "tools": "Approval texts belong under approval.tools.<capability id>__<tool>.",
    "system_prompt": "The prompt is agent.md.",
}


class BrokenPackageError(MistakesError):
    """A package that cannot be used; `problems` is what else there is to say about its files."""

    def __init__(self, mistakes: Iterable[LabError], problems: tuple[Finding, ...]) -> None:
        super().__init__(mistakes)
        self.problems = problems


def load_package(folder: Path) -> AgentPackage:
    """Read one agent package; raises BrokenPackageError when `agent.yaml` or an agent prompt is missing or broken.

    A broken manifest drops its capability, a broken bundle is left out (Selu would lose the whole agent): both are
    reported in `problems`, as is everything that was ignored.
    """
    return _Loader(PackageFolder(folder)).package()


class _Loader:
    def __init__(self, package: PackageFolder) -> None:
        self._package = package
        self._problems: list[Finding] = []

    def package(self) -> AgentPackage:
        root = self._package.root
        digests = self._package.digests()
        block = self._block(root / "agent.yaml")
        manifest, findings = read_manifest(block)
        self._problems += findings if block.readable else []
        self._report_ignored(block)
        prompts = self._prompts(block, root, "agent", manifest.default_locale)
        bundles = self._bundles(manifest.default_locale)
        capabilities = self._capabilities(bundles)
        if block.mistakes:
            raise BrokenPackageError(block.mistakes, ordered(self._problems))
        return AgentPackage(root, manifest, prompts, bundles, capabilities, ordered(self._problems), digests)

    def _bundles(self, default_locale: str) -> Bundles:
        found: dict[str, Bundle] = {}
        for path in self._package.bundles():
            if path.stem in found:
                sentence = f"Two bundles are for “{path.stem}”; the Lab reads the .yaml one, Selu either."
                self._report("warning", "duplicate-bundle", sentence, Where(path))
            elif bundle := self._bundle(path):
                found[path.stem] = bundle
        return Bundles(default_locale, found)

    def _bundle(self, path: Path) -> Bundle | None:
        block = self._block(path)
        bundle = read_bundle(block, path)
        self._report_ignored(block)
        before = "Selu would not load this agent, because a locale bundle is broken; the Lab leaves the bundle out."
        return None if self._reported(block, "broken-bundle", before) else bundle

    def _capabilities(self, bundles: Bundles) -> tuple[Capability, ...]:
        kept: dict[str, Capability] = {}
        for folder in self._package.capabilities():
            capability = self._capability(folder, bundles)
            if capability and capability.id in kept:
                sentence = (
                    f"Capability “{capability.id}” is dropped: {kept[capability.id].folder.name} has the same id."
                )
                self._report("error", "dropped-capability", sentence, Where(folder / "manifest.yaml"))
            elif capability:
                kept[capability.id] = capability
        return tuple(kept.values())

    def _capability(self, folder: Path, bundles: Bundles) -> Capability | None:
        path = folder / "manifest.yaml"
        if not path.is_file():
            self._report("warning", "no-manifest", f"The folder {folder.name} has no manifest.yaml.", Where(folder))
            return None
        block = self._block(path)
        capability = read_capability(block, folder, self._prompts(block, folder, "prompt", "en"), bundles)
        self._report_ignored(block)
        if self._reported(block, "dropped-capability", f"Capability “{folder.name}” is dropped."):
            return None
        self._report_tools(capability, path)
        return with_answers(capability, self._answers(folder, {tool.tool for tool in capability.tools}))

    def _answers(self, folder: Path, tools: set[str]) -> dict[str, str]:
        path = folder / "canned.yaml"
        if not path.is_file():
            return {}
        block = self._block(path)
        answers = read_answers(block)
        self._report_ignored(block)
        if self._reported(block, "broken-answers", "The canned answers are left out.", "warning"):
            return {}
        for name in sorted(set(answers) - tools):
            sentence = f"The canned answer for “{name}” belongs to no tool of this capability."
            self._report("warning", "unused-answer", sentence, Where(path))
        return answers

    def _report_tools(self, capability: Capability, path: Path) -> None:
        if capability.dynamic:
            sentence = (
                f"Capability “{capability.id}” asks its container for its tools; the Lab runs none and offers none."
            )
            self._report("info", "dynamic-tools", sentence, Where(path))
        for tool in capability.tools:
            if tool.recommended_policy is None:
                sentence = (
                    f"“{tool.tool}” has no recommended policy that Selu knows: it is blocked until the user sets one."
                )
                hint = "Write recommended_policy: allow, ask or block."
                self._report("warning", "no-policy", sentence, tool.where, hint)
        for tool in _repeated(capability.tools):
            self._report("warning", "duplicate-tool", f"The tool “{tool.tool}” is given twice.", tool.where)

    def _reported(self, block: Block, kind: str, before: str, severity: Severity = "error") -> bool:
        """Report a block's mistakes; tells whether there were any."""
        try:
            block.sound()
        except MistakesError as error:
            self._problems += from_error(error, kind, block.where, before=before, severity=severity)
            return True
        return False

    def _report_ignored(self, block: Block) -> None:
        for key, where in block.ignored():
            self._report("warning", "ignored-key", f"The key “{key}” is ignored.", where, _HINTS.get(key, ""))

    def _report(self, severity: Severity, kind: str, sentence: str, where: Where, hint: str = "") -> None:
        self._problems.append(Finding(severity, kind, clean(sentence), where, hint))

    def _prompts(self, block: Block, folder: Path, stem: str, default_locale: str) -> PromptSet:
        """The prompts; those that cannot be read are mistakes of the block they belong to."""
        try:
            return read_prompts(self._package, folder, stem, default_locale)
        except LabError as error:
            block.mistakes.append(error)
            return PromptSet(folder, stem, default_locale, {})

    def _block(self, path: Path) -> Block:
        try:
            return Block(parse(self._package.read(path), path))
        except LabError as error:
            return Block.unreadable(error, Where(path))


def _repeated(tools: tuple[StubTool, ...]) -> list[StubTool]:
    return [tool for index, tool in enumerate(tools) if tool.tool in {earlier.tool for earlier in tools[:index]}]
