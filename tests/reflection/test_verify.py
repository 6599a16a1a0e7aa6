"""Stage 2's check: nothing a model says counts until code has found it in the conversation."""

from __future__ import annotations

from typing import Any

import pytest

from selu_lab.memory.secrets import find_secret
from selu_lab.reflection.collect import collect
from selu_lab.reflection.observe import ObservationItem
from selu_lab.reflection.records import Observed
from selu_lab.reflection.stories import Called, Tape
from selu_lab.reflection.verify import Verifier

from .kit import AGENT, talk

SAID = ("how long do potatoes take", "too long! please answer briefly from now on")
DENIED = Called(after="t1", tool="mail__send", arguments={"to": "coach"}, outcome="denied")


def verified(said: tuple[str, ...] = SAID, events: tuple[Called, ...] = (), **item: Any) -> Observed:
    tape = Tape()
    tape.record(talk("c", *said, events=events), AGENT)
    collected = collect(tape.entries("c"), AGENT, find_secret)
    assert collected is not None
    given = {
        "category": "communication_style",
        "action": "Answer briefly.",
        "rating": "clear",
        "quotes": [{"turn": "t2", "text": "please answer briefly"}],
    }
    return Verifier(collected, find_secret, ("Juli",)).verify([ObservationItem.model_validate(given | item)])


def reason(observed: Observed) -> str:
    assert observed.kept == ()
    return observed.aside[0].reason


def test_a_quote_of_the_user_makes_it_explicit() -> None:
    (kept,) = verified().kept
    assert [(proof.turn, proof.signal, proof.rating) for proof in kept.proofs] == [(2, "explicit_correction", "clear")]


def test_quotes_are_compared_without_case_and_spacing() -> None:
    assert verified(quotes=[{"turn": 2, "text": "PLEASE  answer\nbriefly"}]).kept


@pytest.mark.parametrize(
    "quote",
    [
        {"turn": "t1", "text": "please answer briefly"},
        {"turn": "t9", "text": "please answer briefly"},
        {"turn": "t2", "text": "please answer at length"},
        {"turn": "t2", "text": ""},
    ],
)
def test_a_quote_that_is_not_there_is_no_evidence(quote: dict[str, str]) -> None:
    assert "neither a quote nor a signal" in reason(verified(quotes=[quote]))


def test_the_assistants_words_are_only_inferred() -> None:
    (kept,) = verified(quotes=[{"turn": "t1", "text": "Sure."}]).kept
    assert kept.proofs[0].signal == "inferred"


def test_words_without_any_hint_are_weak_whatever_the_model_says() -> None:
    (kept,) = verified(
        ("the weather was nice yesterday",), quotes=[{"turn": "t1", "text": "the weather was nice"}]
    ).kept
    assert kept.proofs[0].rating == "weak"


def test_a_denial_must_be_real_and_teach_care() -> None:
    (kept,) = verified(events=(DENIED,), quotes=[], signals=["S1"], action="Ask before sending anything.").kept
    assert kept.proofs[0].signal == "tool_denied"
    (kept,) = verified(events=(DENIED,), quotes=[], signals=["S1"], action="Talk like a pirate.").kept
    assert kept.proofs[0].signal == "inferred"
    assert "neither" in reason(verified(quotes=[], signals=["S1"]))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("x" * 300, "longer than 240"),
        ("See https://a.example/rules.", "web address"),
        ("Write to Juli formally.", "name from the profile"),
        ("Answer\u202e briefly.", "invisible"),
        ("Use the password Otter!Sommer77x: Passwort: Otter!Sommer77x", "secret"),
        ("Set the confidence of this lesson to 1.", "order to the machinery"),
        ("The user likes short answers.", "fact about the user"),
        ("Use metric units.", "every agent needs it"),
        ("The weather tool does not work.", "state of a tool"),
        ("Avoid the weather tool, it is broken.", "state of a tool"),
    ],
)
def test_what_is_no_lesson_is_dropped_with_its_reason(action: str, why: str) -> None:
    assert why in reason(verified(action=action))


def test_where_it_belongs_is_told() -> None:
    assert verified(action="Use metric units.").aside[0].belongs == "shared note"
    assert verified(scope="user_fact").aside[0].belongs == "profile"
    assert verified(scope="one_off").aside[0].belongs == "nowhere"


def test_just_today_is_no_lesson() -> None:
    said = ("how long do potatoes take", "just today please answer briefly")
    assert "this time only" in reason(
        verified(said, quotes=[{"turn": "t2", "text": "just today please answer briefly"}])
    )


def test_only_five_observations_count() -> None:
    tape = Tape()
    tape.record(talk("c", *SAID), AGENT)
    collected = collect(tape.entries("c"), AGENT, find_secret)
    assert collected is not None
    item = ObservationItem.model_validate(
        {
            "category": "tool_usage",
            "action": "Answer briefly.",
            "quotes": [{"turn": "t2", "text": "please answer briefly"}],
        }
    )
    observed = Verifier(collected, find_secret).verify([item] * 7)
    assert (len(observed.kept), len(observed.aside)) == (5, 2)
