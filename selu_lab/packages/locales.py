"""Which language's text is chosen: Selu's order of candidates (`agents/localization.rs`)."""

from __future__ import annotations

import re
from collections.abc import Collection

_PARTS = re.compile(r"[-_]")


def candidates(requested: str, default_locale: str) -> tuple[str, ...]:
    """The locales tried one after the other: requested, its base, the default, its base, `en`; each once."""
    order = (requested, base(requested), default_locale, base(default_locale), "en")
    return tuple(dict.fromkeys(locale for locale in order if locale))


def choose(available: Collection[str], requested: str, default_locale: str) -> str | None:
    """The first candidate that is available, spelled exactly so, or None."""
    return next((locale for locale in candidates(requested, default_locale) if locale in available), None)


def base(locale: str) -> str:
    """The language of a locale: `de` of `de-AT` and of `de_AT`."""
    return _PARTS.split(locale, maxsplit=1)[0]
