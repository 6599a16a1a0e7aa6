"""Natural-language times for reminders: one phrase, one moment in the future, or a clear refusal."""

from __future__ import annotations

from datetime import datetime

from selu_lab.reminders.when.conventions import WhenSettings
from selu_lab.reminders.when.result import When, WhenError
from selu_lab.reminders.when.speech import describe

__all__ = ["When", "WhenError", "WhenSettings", "describe", "parse_when"]

_CONVENTIONS = WhenSettings()


def parse_when(text: str, *, now: datetime, zone: str, language: str, settings: WhenSettings = _CONVENTIONS) -> When:
    """Take a phrase, the aware moment it was said at, the user's zone (IANA) and language, give the moment it means.

    The user's language ("de…", else English) is read first, the other one only where that fails. Raises WhenError, in
    the user's language, for everything that is not exactly one moment in the future.
    """
    from selu_lab.reminders.when.parse import parsed  # the grammar costs 0.1 s that a start without reminders saves

    return parsed(text, now, zone, language, settings)
