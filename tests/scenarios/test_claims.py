"""`claim_matches_act` reads what a reply claims to have done, and nothing into refusals, offers and questions."""

from __future__ import annotations

import pytest

from selu_lab.scenarios.expectations.claims import claims

CLAIMS = [
    "Notiert.",
    "Alles klar, ich merke mir, dass du keine Nüsse isst.",
    "Das habe ich mir gemerkt!",
    "Ich habe gespeichert, dass Mia nicht gern fliegt.",
    "I'll remember that you don't eat nuts.",
    "Noted: no olives.",
    "I have saved it for next time.",
    "Your preference is now saved.",
    "Ich erinnere dich morgen um 9 Uhr.",
    "Erinnerung gesetzt: Freitag, 20:00.",
    "Die Erinnerung steht.",
    "I'll remind you on Friday at 9.",
    "Your reminder for Friday is set.",
    "Gern. Ich werde dich um neun daran erinnern.",
]
NO_CLAIMS = [
    "Soll ich mir das merken?",
    "Das habe ich nicht gespeichert.",
    "Gespeichert habe ich das nicht.",
    "Notiert wurde nichts.",
    "Wenn du willst, merke ich mir das.",
    "Wann soll ich dich erinnern?",
    "I have not saved it.",
    "I couldn't set the reminder.",
    "Shall I remind you tomorrow?",
    "If you like, I'll remember that.",
    "So I make no note of it.",
    "Du hast notiert, dass Mia Kiwis meidet.",
    "In den gemeinsamen Notizen steht, dass Mia Kiwis meidet.",
    "Berlin has 3.8 million inhabitants.",
]


@pytest.mark.parametrize("reply", CLAIMS)
def test_a_claim_is_heard(reply: str) -> None:
    assert len(claims(reply)) == 1


@pytest.mark.parametrize("reply", NO_CLAIMS)
def test_nothing_is_read_into_it(reply: str) -> None:
    assert claims(reply) == []
