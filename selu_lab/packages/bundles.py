"""Locale bundles (`i18n/<locale>.yaml`): an agent's name and its approval texts, per language.

One bundle is chosen as a whole, in the same order as the prompts; nothing falls through to another language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TypeVar

from selu_lab.packages.block import Block
from selu_lab.packages.locales import choose

T = TypeVar("T")


@dataclass(frozen=True)
class ApprovalText:
    """What a user reads when a tool asks for approval; without a message only the label is shown."""

    label: str
    message: str | None = None


@dataclass(frozen=True)
class Bundle:
    """The texts of one language; a text that is missing is None."""

    path: Path
    name: str | None
    description: str | None
    display_names: Mapping[str, Mapping[str, str | None]]
    approvals: Mapping[str, tuple[str | None, str | None]]


@dataclass(frozen=True)
class Bundles:
    """All bundles of a package, by locale."""

    default_locale: str = ""
    by_locale: Mapping[str, Bundle] = field(default_factory=dict)

    def chosen(self, locale: str) -> Bundle | None:
        """The one bundle a user of this language gets, or None."""
        return self.by_locale.get(choose(self.by_locale, locale, self.default_locale) or "")

    def approval(self, capability_id: str, tool: str, locale: str) -> ApprovalText:
        """The approval text of a tool: approval label, else display name, else its name made readable."""
        label, message, display_name = None, None, None
        if bundle := self.chosen(locale):
            keys = [f"{first}__{second}" for first, second in product(_spellings(capability_id), _spellings(tool))]
            label, message = _first(bundle.approvals, keys) or (None, None)
            names = _first(bundle.display_names, _spellings(capability_id)) or {}
            display_name = _first(names, _spellings(tool))
        return ApprovalText(_filled(label) or _filled(display_name) or readable(tool), _filled(message))


def read_bundle(block: Block, path: Path) -> Bundle:
    """Read a bundle's known keys; a value that is not text is a mistake of the block, unknown keys are ignored."""
    agent = block.block("agent")
    texts = [agent.optional_text(key) if agent else None for key in ("name", "description", "long_description")]
    _read_steps(block)
    names = {cap: _display_names(inner) for cap, inner in block.named("capabilities").items()}
    approval = block.block("approval")
    tools = approval.named("tools") if approval else {}
    approvals = {name: (tool.optional_text("label"), tool.optional_text("message")) for name, tool in tools.items()}
    return Bundle(path, texts[0], texts[1], names, approvals)


def readable(identifier: str) -> str:
    """A tool's name as words: `place_order` becomes “Place order”."""
    words = " ".join(identifier.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:]


def _read_steps(block: Block) -> None:
    # The Lab shows neither install steps nor schedules; they are read so that their mistakes and unknown keys show.
    for step in block.named("install_steps").values():
        step.optional_text("label"), step.optional_text("description")
    if automation := block.block("automation"):
        for schedule in automation.named("schedules").values():
            for key in ("label", "prompt", "cron_description"):
                schedule.optional_text(key)


def _display_names(capability: Block) -> dict[str, str | None]:
    for credential in capability.named("credentials").values():
        credential.optional_text("description")
    names = {}
    for name, tool in capability.named("tools").items():
        names[name] = tool.optional_text("display_name")
        tool.optional_text("description")
        for parameter in tool.named("input").values():
            parameter.optional_text("description")
    return names


def _spellings(key: str) -> list[str]:
    """A key as written, then the spellings Selu tolerates: lower case, `-` for `_` and the other way round."""
    low, under, dash = key.lower(), key.replace("-", "_"), key.replace("_", "-")
    return list(dict.fromkeys([key, low, under, dash, under.lower(), dash.lower()]))


def _first(table: Mapping[str, T], keys: list[str]) -> T | None:
    return next((table[key] for key in keys if key in table), None)


def _filled(text: str | None) -> str | None:
    return text.strip() or None if text else None
