"""Reading an agent package from its folder, with Selu's rules about what a broken file costs (`agents/loader.rs`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.packages.block import Block
from selu_lab.packages.bundles import Bundle, Bundles, read_bundle
from selu_lab.packages.capabilities import Capability, StubTool, read_answers, read_capability, with_answers
from selu_lab.packages.files import PackageFolder
from selu_lab.packages.findings import Finding, Severity, from_error, ordered
from selu_lab.packages.manifest import read_manifest
from selu_lab.packages.package import AgentPackage
from selu_lab.packages.prompts import read_prompts
from selu_lab.text import clean
from selu_lab.yamlfile import parse

_HINTS: Mapping[str, str] = {
    "memory": "Selu has no such setting: the memory tools are offered all the same. Their tool policies decide.",
    "tools": "Approval texts belong under approval.tools.<capability id>__<tool>.",
    "system_prompt": "The prompt is agent.md.",
}


def load_package(folder: Path) -> AgentPackage:
    """Read one agent package; raises LabError when `agent.yaml` or an agent prompt is missing, broken or unreadable.

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
        self._problems += findings
        self._report_ignored(block)
        prompts = read_prompts(self._package, root, "agent", manifest.default_locale)
        bundles = self._bundles(manifest.default_locale)
        capabilities = self._capabilities(bundles)
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
        try:
            block = self._block(path)
            bundle = read_bundle(block, path)
        except LabError as error:
            before = "Selu would not load this agent, because a locale bundle is broken; the Lab leaves the bundle out."
            self._problems.append(from_error(error, "broken-bundle", Where(path), before=before))
            return None
        self._report_ignored(block)
        return bundle

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
        try:
            block = self._block(path)
            capability = read_capability(block, folder, read_prompts(self._package, folder, "prompt", "en"), bundles)
        except LabError as error:
            before = f"Capability “{folder.name}” is dropped."
            self._problems.append(from_error(error, "dropped-capability", Where(path), before=before))
            return None
        self._report_ignored(block)
        self._report_tools(capability, path)
        return with_answers(capability, self._answers(folder, {tool.tool for tool in capability.tools}))

    def _answers(self, folder: Path, tools: set[str]) -> dict[str, str]:
        path = folder / "canned.yaml"
        if not path.is_file():
            return {}
        try:
            block = self._block(path)
            answers = read_answers(block)
        except LabError as error:
            before = "The canned answers are left out."
            self._problems.append(from_error(error, "broken-answers", Where(path), before=before, severity="warning"))
            return {}
        self._report_ignored(block)
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
                    f"The recommended policy of “{tool.tool}” is none of allow, ask, block: the tool has no policy."
                )
                self._report("warning", "unknown-policy", sentence, tool.where)
        for tool in _repeated(capability.tools):
            self._report("warning", "duplicate-tool", f"The tool “{tool.tool}” is given twice.", tool.where)

    def _report_ignored(self, block: Block) -> None:
        for key, where in block.ignored():
            self._report("warning", "ignored-key", f"The key “{key}” is ignored.", where, _HINTS.get(key, ""))

    def _report(self, severity: Severity, kind: str, sentence: str, where: Where, hint: str = "") -> None:
        self._problems.append(Finding(severity, kind, clean(sentence), where, hint))

    def _block(self, path: Path) -> Block:
        return Block(parse(self._package.read(path), path))


def _repeated(tools: tuple[StubTool, ...]) -> list[StubTool]:
    return [tool for index, tool in enumerate(tools) if tool.tool in {earlier.tool for earlier in tools[:index]}]
