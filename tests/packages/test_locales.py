"""Which language's file is chosen, compared with a plain reading of Selu's rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.packages.locales import candidates, choose
from selu_lab.packages.prompts import PromptSet

LOCALES = st.sampled_from(["de", "de-AT", "de_DE", "DE", "en", "en-GB", "fr", "pt_BR", "no", "backup", ""])


@pytest.mark.parametrize(
    ("requested", "default", "order"),
    [
        ("de-DE", "fr", ("de-DE", "de", "fr", "en")),
        ("de_DE", "en_US", ("de_DE", "de", "en_US", "en")),
        ("en", "de", ("en", "de")),
        ("de", "", ("de", "en")),
        ("DE", "en", ("DE", "en")),
    ],
)
def test_order_of_candidates(requested: str, default: str, order: tuple[str, ...]) -> None:
    assert candidates(requested, default) == order


@given(LOCALES, LOCALES)
def test_candidates_are_distinct_never_empty_and_end_in_reach_of_english(requested: str, default: str) -> None:
    order = candidates(requested, default)
    assert len(set(order)) == len(order)
    assert "" not in order
    assert "en" in order
    assert not requested or order[0] == requested


@given(st.sets(LOCALES.filter(bool)), LOCALES, LOCALES, st.booleans())
def test_plain_file_is_read_only_when_no_candidate_has_one(
    have: set[str], requested: str, default: str, plain: bool
) -> None:
    texts = dict.fromkeys(have, "text\n") | ({"": "plain\n"} if plain else {})
    chosen = PromptSet(Path("x"), "agent", default, texts).choose(requested)
    wanted = choose(have, requested, default)
    assert chosen.locale == (wanted or "")
    assert (chosen.text == "plain\n") == (wanted is None and plain)
    assert (chosen.last_line == 0) == (wanted is None and not plain)
    assert all(
        earlier not in have
        for earlier in candidates(requested, default)[: _position(chosen.locale, requested, default)]
    )


def _position(locale: str, requested: str, default: str) -> int:
    order = candidates(requested, default)
    return order.index(locale) if locale else len(order)


@pytest.mark.parametrize(
    ("requested", "have", "why"),
    [
        ("de", ["de", ""], "agent.de.md is in the user's language, de."),
        ("de-AT", ["de"], "No prompt file for de-AT, so agent.de.md, the language without its region, is used."),
        ("en", ["de", ""], "No prompt file for en, so agent.de.md, the default language, is used."),
        ("fr", ["en", ""], "No prompt file for fr or the default language, so agent.en.md, English, is used."),
        ("fr", [""], "No prompt file for fr, de, en, so agent.md is used."),
        ("fr", [], "No prompt file for fr, de, en, so agent.md, which does not exist."),
        ("de", ["DE", ""], "No prompt file for de, en, so agent.md is used."),
    ],
)
def test_the_reason_is_told(requested: str, have: list[str], why: str) -> None:
    assert PromptSet(Path("x"), "agent", "de", dict.fromkeys(have, "text")).choose(requested).why == why
