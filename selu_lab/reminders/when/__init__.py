"""Natural-language times for reminders: one phrase, one moment in the future, or a clear refusal."""

from selu_lab.reminders.when.conventions import WhenSettings
from selu_lab.reminders.when.parse import parse_when
from selu_lab.reminders.when.result import When, WhenError
from selu_lab.reminders.when.speech import describe

__all__ = ["When", "WhenError", "WhenSettings", "describe", "parse_when"]
