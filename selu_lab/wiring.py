"""What the settings mean for each part: limits, models, notes, time phrases."""

from __future__ import annotations

from datetime import time
from pathlib import Path

from selu_lab.context.budget import Budget
from selu_lab.conversation.parts import Limits
from selu_lab.memory.backends import Backend, Folder, Memory, Server
from selu_lab.memory.embedding import Embedder
from selu_lab.models.base import Sampling
from selu_lab.models.provider.access import Provider
from selu_lab.models.provider.embedder import ProviderEmbedder
from selu_lab.models.spending import Allowance
from selu_lab.reminders.when import WhenSettings
from selu_lab.reminders.when.conventions import PART_HOURS
from selu_lab.settings import Settings, environment


def notes_backend(settings: Settings, folder: Path | None) -> Backend:
    """Where the notes are kept: on a server, in the workspace's folder, or nowhere for long."""
    if settings.chroma_host:
        return Server(settings.chroma_host, settings.chroma_port, settings.chroma_remote)
    return Folder(folder / "notes") if folder else Memory()


def cautions(settings: Settings) -> tuple[str, ...]:
    """What the user should know of these settings at every start."""
    server = notes_backend(settings, None)
    if not isinstance(server, Server) or server.loopback:
        return ()
    return (f"The shared notes lie on {server}, beyond this machine: whoever reaches that server reads them.",)


def embedder(settings: Settings) -> Embedder | None:
    """The settings' embedding model, or None for the bundled one."""
    if not settings.embedding:
        return None
    prefixes = settings.embedding_note_prefix, settings.embedding_query_prefix
    return ProviderEmbedder(settings.embedding, provider(settings), *prefixes)


def limits(settings: Settings) -> Limits:
    """How turns are bounded."""
    return Limits(
        model=settings.model,
        sampling=_sampling(settings),
        budget=Budget(window=settings.context_tokens),
        allowance=Allowance(settings.max_cost, settings.max_total_tokens),
        max_rounds=settings.max_rounds,
        approval_seconds=settings.approval_seconds,
    )


def when_settings(settings: Settings) -> WhenSettings:
    """The user's reading of time phrases."""
    hours = settings.hours.model_dump()
    parts = {part: usual if hours.get(part) is None else time(hours[part]) for part, usual in PART_HOURS.items()}
    return WhenSettings(parts, time(settings.hours.day_only), settings.next_weekday, settings.date_order)


def provider(settings: Settings) -> Provider:
    """How models are reached: what the settings say, and the environment with `.env` for what they leave open."""
    return Provider(
        environment=environment(),
        base_url=settings.base_url or None,
        api_key=settings.api_key,
        timeout=settings.model_timeout,
        sampling=_sampling(settings),
        chosen=settings.model,
    )


def _sampling(settings: Settings) -> Sampling:
    return Sampling(settings.temperature, settings.seed, settings.max_tokens, settings.extra)
