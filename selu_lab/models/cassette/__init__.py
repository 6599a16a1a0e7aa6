"""Cassettes: real answers, recorded once at the model's door, replayed for ever."""

from __future__ import annotations

from selu_lab.models.cassette.cassette import Cassette, CassetteMissError, RecordMode, record_mode
from selu_lab.models.cassette.inspect import Shown, show, verify
from selu_lab.models.cassette.model import CassetteModel, Pace, RecordedModels
from selu_lab.models.cassette.tape import BrokenTapeError

__all__ = [
    "BrokenTapeError",
    "Cassette",
    "CassetteMissError",
    "CassetteModel",
    "Pace",
    "RecordMode",
    "RecordedModels",
    "Shown",
    "record_mode",
    "show",
    "verify",
]
