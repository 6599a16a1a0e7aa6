"""What a tool gave back is told as it is: found, stored, set, refused, failed; nothing is invented, nothing retried."""

import pytest

from tests.models.demo.demo_asking import Reply, after, reply, request

NOTE = {"id": "n1", "content": "Der Kinderarzt heißt Dr. Weber.", "agent": "haushalt", "score": 1.1}
OTHER = {"id": "n2", "content": "Die Katze heißt Mimi.", "agent": "default", "score": 0.3}


def found(result: object, language: str = "German (Deutsch)") -> Reply:
    """The answer to a search's result."""
    asked = after("Wie heißt unser Kinderarzt?", ("memory_search", {"query": "Kinderarzt"}, result))
    return reply(request(*asked, language=language))


def reminded(result: object, language: str = "German (Deutsch)") -> Reply:
    """The answer to a reminder's result."""
    arguments = {"prompt": "Müll rausbringen", "when": "jeden Montag um 9"}
    return reply(request(*after("Erinnere mich …", ("set_reminder", arguments, result)), language=language))


def remembered(result: object, language: str = "German (Deutsch)") -> Reply:
    """The answer to a note's result."""
    asked = after("Merk dir …", ("memory_remember", {"content": "Nutzer ist Vegetarier"}, result))
    return reply(request(*asked, language=language))


def test_the_best_note_is_quoted_with_its_agent_and_a_weak_one_is_not() -> None:
    text = found({"notes": [NOTE, OTHER]}).text
    assert "„Der Kinderarzt heißt Dr. Weber“" in text
    assert "haushalt" in text
    assert "Mimi" not in text


def test_a_note_that_fits_nearly_as_well_is_quoted_too() -> None:
    text = found({"notes": [NOTE, {**OTHER, "score": 1.0}]}, "English").text
    assert text.startswith('The shared notes say: "Der Kinderarzt heißt Dr. Weber"')
    assert "Mimi" in text


@pytest.mark.parametrize("result", [{"notes": []}, "no matching notes", "keine Treffer", "[]"])
def test_nothing_found_is_said_and_nothing_is_made_up(result: object) -> None:
    text = found(result).text
    assert text.startswith("Dazu ist in den gemeinsamen Notizen nichts gespeichert.")
    assert "Weber" not in text


def test_a_plain_text_result_is_quoted() -> None:
    assert "Hannah is allergic to hazelnuts" in found("1 note: Hannah is allergic to hazelnuts").text


def test_stored_is_confirmed_with_the_content() -> None:
    assert remembered({"ok": True, "status": "stored", "note_id": "n"}).text.startswith(
        "Notiert: „Nutzer ist Vegetarier“."
    )
    assert remembered({"ok": True, "status": "stored"}, "English").text.startswith('Noted: "Nutzer ist Vegetarier".')


def test_a_note_that_was_there_is_said_to_be_known() -> None:
    text = remembered({"ok": True, "status": "exists", "note_id": "n"}).text
    assert text.startswith("Das wusste ich schon")
    assert "Notiert" not in text


def test_near_notes_are_mentioned() -> None:
    near = {"ok": True, "status": "stored", "near": [{"content": "Nutzer isst kein Fleisch."}]}
    assert "„Nutzer isst kein Fleisch“" in remembered(near).text


def test_a_reminder_is_confirmed_with_interpretation_and_assumptions() -> None:
    result = {
        "ok": True,
        "interpretation": "Freitag, 4. Dezember 2026, 08:00, in 1 Tag 18 Std.",
        "assumptions": ["Morgen = 08:00"],
    }
    text = reminded(result).text
    assert "Freitag, 4. Dezember 2026, 08:00, in 1 Tag 18 Std." in text
    assert "Morgen = 08:00" in text


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("recurring", "nur einmalige Erinnerungen"),
        ("past", "liegt in der Vergangenheit"),
        ("ambiguous", "nicht eindeutig"),
        ("unparsed", "nicht verstanden"),
        ("invalid_date", "nicht verstanden"),
        ("too_far", "zu weit in der Zukunft"),
    ],
)
def test_a_refused_time_is_explained_in_plain_words(code: str, says: str) -> None:
    got = reminded({"ok": False, "error": code, "message": "m", "hint": "h"})
    assert says in got.text
    assert got.tools == ()
    assert "gesetzt:" not in got.text


@pytest.mark.parametrize(
    ("code", "german", "english"),
    [
        ("blocked", "gesperrt", "is blocked"),
        ("denied", "abgelehnt", "declined"),
        ("not_configured", "keine Berechtigung", "no permission"),
        ("timeout", "rechtzeitig keine Antwort", "no answer in time"),
    ],
)
def test_a_call_that_did_not_run_is_told_not_retried_and_the_user_is_asked(
    code: str, german: str, english: str
) -> None:
    result = {"ok": False, "error": code, "message": "m"}
    for language, says, asks in (("German", german, "Wie möchtest du"), ("English", english, "How would you like")):
        got = remembered(result, language)
        assert says in got.text
        assert asks in got.text
        assert got.tools == ()
        assert "Notiert" not in got.text


def test_the_reason_of_a_denial_is_repeated() -> None:
    assert "steht schon im Profil" in remembered({"error": "denied", "because": "steht schon im Profil"}).text


def test_any_other_error_is_told_with_its_message() -> None:
    assert (
        "at most 2,000 characters"
        in remembered({"ok": False, "error": "too_long", "message": "at most 2,000 characters."}).text
    )


def test_a_capabilitys_answer_is_shown() -> None:
    asked = after("Zeig mir meine Termine", ("calendar__list_events", {"day": "morgen"}, {"events": ["Judo 17:00"]}))
    text = reply(request(*asked)).text
    assert "calendar__list_events" in text
    assert "Judo 17:00" in text


def test_state_is_told_and_its_absence_too() -> None:
    asked = ("store_get", {"key": "punktestand"})
    assert "ist 3:2" in reply(request(*after("Punktestand?", (*asked, {"found": True, "value": "3:2"})))).text
    assert "kein Stand" in reply(request(*after("Punktestand?", (*asked, {"found": False, "value": None})))).text


@pytest.mark.parametrize(
    "result", ["", "{", "[1, 2]", "null", '{"notes": "x"}', '{"notes": [1]}', '{"error": {"a": 1}}']
)
@pytest.mark.parametrize("name", ["memory_search", "memory_remember", "set_reminder", "store_get", "unheard_of"])
def test_a_malformed_result_still_gets_an_answer(name: str, result: str) -> None:
    got = reply(request(*after("Hallo", (name, {}, result))))
    assert got.text
    assert got.finish == "stop"


def test_two_results_of_one_message_are_both_told() -> None:
    asked = after(
        "Merk dir, dass ich Vegetarier bin und erinnere mich morgen um 9 an Tofu",
        ("memory_remember", {"content": "Nutzer ist Vegetarier"}, {"ok": True, "status": "stored"}),
        ("set_reminder", {"prompt": "Tofu", "when": "morgen um 9"}, {"ok": False, "error": "denied"}),
    )
    text = reply(request(*asked)).text
    assert "Notiert: „Nutzer ist Vegetarier“" in text
    assert "set_reminder abgelehnt" in text


def test_nobody_there_to_approve_is_not_called_a_refusal_of_the_user_s() -> None:
    asked = after(
        "Erinnere mich morgen um 9 an Tofu",
        ("set_reminder", {"prompt": "Tofu", "when": "morgen um 9"}, {"ok": False, "error": "not_approved"}),
    )
    text = reply(request(*asked)).text
    assert "keine Antwort" in text
    assert "abgelehnt" not in text
