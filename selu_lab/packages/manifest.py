"""`agent.yaml`: what an agent says about itself, with the defaults Selu gives (`agents/loader.rs`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from selu_lab.packages.block import Block
from selu_lab.packages.findings import Finding

DEFAULT_TEMPERATURE = 0.7
IDLE_MINUTES = 30


@dataclass(frozen=True)
class ModelChoice:
    """The model an agent was written for. Selu takes the real one from its database; the Lab from its settings."""

    provider: str
    model_id: str
    temperature: float


@dataclass(frozen=True)
class Manifest:
    """The facts of `agent.yaml`. `routing`: auto, inline or delegate, as written; `isolation`: shared or per_thread."""

    id: str
    name: str
    routing: str
    default_locale: str
    supported_locales: tuple[str, ...]
    idle_timeout_minutes: int
    isolation: str
    model: ModelChoice | None


def read_manifest(block: Block) -> tuple[Manifest, list[Finding]]:
    """Read `agent.yaml`; a missing field, a wrong type, an unknown value or a bad id is a mistake of the block."""
    findings: list[Finding] = []
    default_locale, supported = _languages(block, findings)
    idle, isolation = _session(block, findings)
    manifest = Manifest(
        id=_agent_id(block),
        name=block.text("name"),
        routing=block.choice("routing", ("auto", "inline", "delegate"), "auto"),
        default_locale=default_locale,
        supported_locales=supported,
        idle_timeout_minutes=idle,
        isolation=isolation,
        model=_model(block),
    )
    _read_setup(block)
    return manifest, findings


def _agent_id(block: Block) -> str:
    agent_id = block.text("id")
    if block.is_empty("id") or re.search(r"[\s@]", agent_id):
        sentence = "An agent's id must not be empty and must hold neither white space nor “@”."
        block.mistake(sentence, block.place("id"))
    return agent_id


def _languages(block: Block, findings: list[Finding]) -> tuple[str, tuple[str, ...]]:
    inner = block.block("i18n")
    if inner is None:
        sentence = "Without an i18n block Selu's default language is empty, not en."
        findings.append(Finding("info", "no-i18n-block", sentence, block.where, "Write i18n.default_locale."))
        return "", ()
    return inner.text_or("default_locale", "en"), inner.texts("supported_locales")


def _session(block: Block, findings: list[Finding]) -> tuple[int, str]:
    inner = block.block("session")
    if inner is None:
        sentence = "Without a session block Selu's idle timeout is 0 minutes: the session is idle at the next sweep."
        hint = f"Write session.idle_timeout_minutes, for example {IDLE_MINUTES}."
        findings.append(Finding("warning", "no-session-block", sentence, block.where, hint))
        return 0, "shared"
    inner.text_or("trigger", "mention")
    idle = inner.whole("idle_timeout_minutes", IDLE_MINUTES)
    return idle, inner.choice("isolation", ("shared", "per_thread"), "shared")


def _model(block: Block) -> ModelChoice | None:
    inner = block.optional_block("model")
    if inner is None:
        return None
    return ModelChoice(inner.text("provider"), inner.text("model_id"), inner.number("temperature", DEFAULT_TEMPERATURE))


def _read_setup(block: Block) -> None:
    """Read what the Lab does not play (install steps, schedules), as a mistake in it costs Selu the whole agent."""
    for capability in block.blocks("capabilities"):
        capability.text("id")
    for step in block.blocks("install_steps"):
        _read_step(step)
    if automation := block.block("automation"):
        for schedule in automation.blocks("schedules"):
            for key in ("id", "label", "prompt", "cron_expression", "cron_description"):
                schedule.text(key)


def _read_step(step: Block) -> None:
    step.text("id"), step.text("label"), step.choice("type", ("input", "test")), step.text_or("description", "")
    for key in ("default", "validation", "depends_on"):
        step.optional_text(key)
    if target := step.optional_block("store_as"):
        for key in ("scope", "capability_id", "credential_name"):
            target.text(key)
    if request := step.optional_block("request"):
        request.text("method"), request.text("url"), request.whole("expect_status", 200)
