"""What users say, in German and English, leads to the right calls and to no others."""

import json

import pytest

from tests.models.demo.demo_asking import reply, request
from tests.models.demo.demo_english import ENGLISH
from tests.models.demo.demo_fresh import FRESH
from tests.models.demo.demo_german import GERMAN

LANGUAGES = {"de": "German (Deutsch)", "en": "English"}
ALL = [("de", *case) for case in GERMAN] + [("en", *case) for case in ENGLISH]


@pytest.mark.parametrize(
    ("language", "said", "tools", "holds"), ALL, ids=[f"{case[0]}: {case[1][:50]}" for case in ALL]
)
def test_an_utterance_leads_to_its_calls_and_no_others(
    language: str, said: str, tools: tuple[str, ...], holds: str
) -> None:
    got = reply(request(said, language=LANGUAGES[language]))
    assert got.tools == tools
    assert bool(got.text) != bool(tools)
    if holds:
        assert any(holds in value for value in got.calls[0][1].values()), json.dumps(got.calls, ensure_ascii=False)


@pytest.mark.parametrize(("language", "said", "tools"), FRESH, ids=[case[1][:50] for case in FRESH])
def test_a_second_set_of_utterances(language: str, said: str, tools: tuple[str, ...]) -> None:
    assert reply(request(said, language=LANGUAGES[language])).tools == tools
