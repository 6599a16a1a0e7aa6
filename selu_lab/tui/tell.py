"""Numbers and times as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from selu_lab.events import Usage


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 token", "1,204 tokens"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def money(cost: float | None) -> str:
    """US dollars; None is a price nobody knows."""
    if cost is None:
        return "price unknown"
    if cost == 0:
        return "no cost"
    return f"${cost:.4f}" if cost < 0.1 else f"${cost:.2f}"


def used(usage: Usage) -> str:
    """What a conversation has used: "1,204 tokens, $0.0021"; empty where nobody counted."""
    tokens = usage.tokens_in + usage.tokens_out
    return f"{tokens:,} tokens, {money(usage.cost)}" if tokens else ""


def seconds(value: float) -> str:
    """A duration of work: "0.03 s", "1.2 s", "75 s"."""
    if value < 1:
        return f"{value:.2f} s"
    return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"


def countdown(left: timedelta) -> str:
    """How long until something is due, in its two largest units."""
    whole = int(left.total_seconds())
    if whole <= 0:
        return "due now"
    units = (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))
    parts: list[str] = []
    for name, size in units:
        amount, whole = divmod(whole, size)
        if amount or parts:
            parts.append(f"{amount} {name}" if amount else "")
    return "in " + " ".join(part for part in parts[:2] if part)


def flow(parts: Iterable[str], width: int) -> str:
    """Parts with dots between them, in as many lines as the width takes; a line breaks only between two parts."""
    lines: list[str] = []
    for part in parts:
        joined = f"{lines[-1]} · {part}" if lines else part
        lines[-1:] = [joined] if len(joined) <= width or not lines else [lines[-1], part]
    return "\n".join(lines)


def clock(at: datetime, zone: str) -> str:
    """The time of day in a zone: "14:05"."""
    return f"{at.astimezone(ZoneInfo(zone)):%H:%M}"


def day(at: datetime, zone: str) -> str:
    """Date and time in a zone: "Tue 2026-03-03 14:05"."""
    return f"{at.astimezone(ZoneInfo(zone)):%a %Y-%m-%d %H:%M}"
