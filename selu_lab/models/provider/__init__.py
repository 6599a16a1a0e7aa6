"""Everything litellm can reach, behind our own retries, time limits, delta assembly and error sentences."""

from __future__ import annotations

from selu_lab.models.provider.access import Provider
from selu_lab.models.provider.library import close, warm
from selu_lab.models.provider.model import ProviderModel

__all__ = ["Provider", "ProviderModel", "close", "warm"]
