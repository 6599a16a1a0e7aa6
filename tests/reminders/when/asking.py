"""What the tests of the conventions ask with: said on Wednesday, 6 May 2026, 14:30 in Berlin."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from selu_lab.reminders.when import When, WhenError, WhenSettings, parse_when

NOW = datetime(2026, 5, 6, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))


def when(language: str, text: str, now: datetime = NOW, settings: WhenSettings | None = None) -> When:
    return parse_when(text, now=now, zone="Europe/Berlin", language=language, settings=settings or WhenSettings())


def code(language: str, text: str) -> str:
    with pytest.raises(WhenError) as caught:
        when(language, text)
    return caught.value.code


def wall(found: When) -> str:
    return f"{found.wall_clock:%Y-%m-%d %H:%M}"
