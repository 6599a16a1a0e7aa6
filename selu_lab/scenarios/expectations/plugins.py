"""Expectations of others: an installed package offers them as entry points of the group `selu_lab.expectations`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from selu_lab.errors import LabError
from selu_lab.scenarios.expectations.base import Check

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "selu_lab.expectations"


def plugin(key: str) -> type[Check] | None:
    """The expectation that is offered under this key, None where there is none.

    Raises LabError when it cannot be used. Looking for it costs some ten milliseconds, so
    nobody looks for a key that Selu Lab knows itself; for the same reason none of those can be replaced.
    """
    point = _offered().get(key)
    return _loaded(point) if point else None


def plugins() -> Mapping[str, type[Check]]:
    """All that are offered, by their keys; raises like `plugin`."""
    return {key: _loaded(point) for key, point in _offered().items()}


@cache
def _offered() -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.value)}


def _loaded(point: EntryPoint) -> type[Check]:
    package = point.dist.name if point.dist else "a package"
    try:
        kind = point.load()
    except Exception as error:  # whatever an import of foreign code may raise
        sentence = f"The expectation “{point.name}” of {package} cannot be loaded ({type(error).__name__})."
        raise LabError(sentence, hint=f"Update or remove {package}.") from error
    if not (isinstance(kind, type) and issubclass(kind, Check)):
        sentence = f"The expectation “{point.name}” of {package} is no subclass of Check."
        raise LabError(sentence, hint="See `selu_lab.scenarios.expectations.base`.")
    return kind
