"""Capabilities: what a manifest offers the model, as stubs with canned answers, since the Lab runs no containers.

The rules are those of `capabilities/manifest.rs`: a manifest that breaks one costs the agent that capability only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from selu_lab.errors import Where
from selu_lab.packages.block import Block
from selu_lab.packages.bundles import ApprovalText, Bundles
from selu_lab.packages.prompts import PromptFile, PromptSet
from selu_lab.yamlfile import Plain

Policy: TypeAlias = Literal["allow", "ask", "block"]
POLICIES: Mapping[str, Policy] = {"allow": "allow", "ask": "ask", "block": "block"}


@dataclass(frozen=True)
class StubTool:
    """A tool of a capability as the model sees it, with the answer it gives in the Lab.

    `recommended_policy` is Selu's effective one: as written, else ask for the old `requires_confirmation`; None when
    the manifest names no policy, or one that does not exist: then Selu blocks the tool (selu.md 1.3).
    """

    capability_id: str
    tool: str
    description: str
    input_schema: dict[str, Plain]
    recommended_policy: Policy | None
    answer: str
    where: Where
    bundles: Bundles = field(repr=False)

    @property
    def name(self) -> str:
        """The name the model calls: `<capability id>__<tool>`."""
        return f"{self.capability_id}__{self.tool}"

    def approval(self, locale: str) -> ApprovalText:
        """What the user reads when this tool asks for approval."""
        return self.bundles.approval(self.capability_id, self.tool, locale)


@dataclass(frozen=True)
class Capability:
    """One capability: its class (`tool` or `environment`), its prompts and its tools.

    A dynamic capability asks its container for its tools, so in the Lab it has none.
    """

    id: str
    kind: str
    folder: Path
    dynamic: bool
    tools: tuple[StubTool, ...]
    prompts: PromptSet = field(repr=False)

    def prompt(self, locale: str) -> PromptFile:
        """The prompt a user of this language gets. Its default language is always en, whatever the agent's is."""
        return self.prompts.choose(locale)


def read_capability(block: Block, folder: Path, prompts: PromptSet, bundles: Bundles) -> Capability:
    """Read a manifest; a missing field, a wrong type, an unknown value or a broken rule is a mistake of the block."""
    capability_id = block.text("id")
    kind = block.choice("class", ("tool", "environment"))
    block.text("image")
    dynamic = block.choice("tool_source", ("manifest", "dynamic"), "manifest") == "dynamic"
    block.text_or("discovery_tool_name", "list_tools")
    _read_container(block, kind)
    tools = tuple(_read_tool(tool, capability_id, bundles) for tool in block.blocks("tools"))
    if dynamic and tools:
        block.mistake("`tool_source: dynamic` needs `tools: []`.", block.place("tools"))
    return Capability(capability_id, kind, folder, dynamic, tools, prompts)


def read_answers(block: Block) -> dict[str, str]:
    """The canned answers of `canned.yaml` by tool: text as it is, a mapping as JSON; another value is a mistake."""
    tools = block.block("tools")
    return {name: _answer(tools, name, value) for name, value in tools.plain().items()} if tools else {}


def with_answers(capability: Capability, answers: Mapping[str, str]) -> Capability:
    """The capability with the given answers in place of the default ones."""
    tools = tuple(replace(tool, answer=answers.get(tool.tool, tool.answer)) for tool in capability.tools)
    return replace(capability, tools=tools)


def _answer(tools: Block, name: str, value: Plain) -> str:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        return value
    tools.mistake(f"The canned answer of “{name}” must be text or a mapping.", tools.place(name))
    return ""


def _read_tool(block: Block, capability_id: str, bundles: Bundles) -> StubTool:
    name = block.text("name")
    asks = block.flag("requires_confirmation", False)
    written = block.optional_text("recommended_policy")
    block.flag("terminal_on_success", False)
    return StubTool(
        capability_id=capability_id,
        tool=name,
        description=block.text("description"),
        input_schema=block.mapping("input_schema"),
        recommended_policy=POLICIES.get(written) if written is not None else "ask" if asks else None,
        answer=json.dumps({"ok": True, "tool": name}, ensure_ascii=False),
        where=block.where,
        bundles=bundles,
    )


def _read_container(block: Block, kind: str) -> None:
    """Read what only the container needs: a mistake there costs Selu the capability all the same."""
    if network := block.block("network"):
        network.choice("mode", ("none", "allowlist", "any"), "none"), network.texts("hosts")
    workspace = block.choice("filesystem", ("none", "temp", "workspace"), "none") == "workspace"
    for credential in block.blocks("credentials"):
        credential.text("name"), credential.choice("scope", ("user", "system"))
        credential.text_or("credential_type", "secret"), credential.text_or("description", "")
        credential.flag("required", True)
    if resources := block.block("resources"):
        for key in ("max_memory_mb", "max_cpu_seconds", "pids_limit"):
            resources.whole(key, 0)
        resources.number("max_cpu_fraction", 0.5)
    cache = block.block("cache")
    cached = cache.flag("enabled", False) if cache else False
    if kind == "tool" and (workspace or cached):
        place = block.place("filesystem" if workspace else "cache")
        block.mistake("A workspace or a cache needs `class: environment`.", place)
    _read_sharing(block, kind == "environment" or workspace)


def _read_sharing(block: Block, stateful: bool) -> None:
    sharing = block.optional_block("sharing")
    if sharing is None:
        return
    shared = sharing.choice("mode", ("exclusive", "shared"), "exclusive") == "shared"
    sharing.whole("max_concurrent", 1), sharing.whole("idle_timeout_seconds", 300)
    if shared and stateful:
        block.mistake("`sharing: shared` fits neither an environment nor a workspace.", sharing.where)
