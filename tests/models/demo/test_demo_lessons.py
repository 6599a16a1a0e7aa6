"""An active lesson of a kind the rulebook knows visibly changes the answers."""

import pytest

from selu_lab.context.messages import Message
from tests.models.demo.demo_asking import Reply, after, reply, request

STORED = {"ok": True, "status": "stored", "note_id": "n1"}
TOLD = ("memory_remember", {"content": "Nutzer ist Vegetarier"}, STORED)


def stored(*lessons: str, language: str = "German (Deutsch)") -> Reply:
    """The confirmation of a note under these lessons."""
    return reply(request(*after("Merk dir, dass ich Vegetarier bin", TOLD), lessons=lessons, language=language))


def sentences(text: str) -> int:
    """How many sentences a simple text has."""
    return sum(text.count(mark) for mark in (". ", "! ", "? ")) + 1


def test_without_a_lesson_the_answer_is_friendly_and_long_winded() -> None:
    assert sentences(stored().text) == 3


@pytest.mark.parametrize(
    ("lesson", "most"),
    [
        ("Antworte kürzer.", 1),
        ("Halte Antworten kurz und knapp.", 1),
        ("Fasse dich kurz.", 1),
        ("Keep your answers short.", 1),
        ("Reply briefly.", 1),
        ("Antworte in höchstens zwei Sätzen.", 2),
        ("Antworte kurz, zwei bis drei Sätze reichen.", 2),
        ("Answer in at most two sentences.", 2),
    ],
)
def test_a_lesson_on_length_limits_the_sentences(lesson: str, most: int) -> None:
    text = stored(lesson).text
    assert sentences(text) == min(most, 3)
    assert "Nutzer ist Vegetarier" in text


def test_one_sentence_is_kept_even_with_two_things_to_say() -> None:
    results = (TOLD, ("store_set", {"key": "punkte", "value": "3"}, {"ok": True, "key": "punkte"}))
    got = reply(request(*after("Merk dir, dass ich Vegetarier bin", *results), lessons=["Antworte kurz."]))
    assert sentences(got.text) == 1
    assert "Vegetarier" in got.text
    assert "punkte = 3" in got.text


@pytest.mark.parametrize(
    ("lesson", "said", "question"),
    [
        ("Frage erst, bevor du etwas speicherst.", "Ich bin Vegetarier.", "Soll ich „Nutzer ist Vegetarier“"),
        ("Ask before storing anything.", "Ich bin Vegetarier.", "Soll ich „Nutzer ist Vegetarier“"),
        ("Frag vor dem Setzen einer Erinnerung nach.", "Erinnere mich morgen um 9 an Tofu", "Soll ich die Erinnerung"),
        ("Ask me first.", "Punktestand ist 3:2", "Soll ich den Stand"),
        (
            "Zeig Mails immer erst und frag, bevor du sie schickst.",
            "Schick eine Mail an anna@x.example, dass ich komme",
            "Soll ich mail__send_mail",
        ),
    ],
)
def test_ask_first_asks_and_acts_on_yes_only(lesson: str, said: str, question: str) -> None:
    asked = reply(request(said, lessons=[lesson]))
    assert asked.tools == ()
    assert asked.text.startswith(question)
    history = (Message("user", said), Message("assistant", asked.text))
    assert reply(request(*history, "Ja, mach das", lessons=[lesson])).calls == reply(request(said)).calls
    refused = reply(request(*history, "Nein, lieber nicht", lessons=[lesson]))
    assert refused.tools == ()
    assert "lasse ich es" in refused.text


def test_a_lesson_that_asks_before_sending_leaves_storing_alone() -> None:
    assert reply(request("Ich bin Vegetarier.", lessons=["Ask before sending anything."])).tools == ("memory_remember",)


def test_a_yes_without_a_question_does_nothing() -> None:
    history = (Message("user", "Ich bin Vegetarier."), Message("assistant", "Das ist schön."))
    assert reply(request(*history, "Ja")).tools == ()


@pytest.mark.parametrize("lesson", ["Setze Erinnerungen direkt, ohne nachzufragen.", "Set reminders directly."])
def test_set_reminders_directly_wins_over_guidance_that_asks(lesson: str) -> None:
    asking = "Verwende set_reminder. Frag immer, bevor du eine Erinnerung setzt."
    said = "Erinnere mich morgen um 9 an den Müll"
    assert reply(request(said, guidance=asking)).tools == ()
    assert reply(request(said, guidance=asking, lessons=[lesson])).tools == ("set_reminder",)


@pytest.mark.parametrize(
    ("lesson", "start"), [("Antworte auf Englisch.", "Noted"), ("Always reply in English.", "Noted")]
)
def test_a_lesson_on_language_wins_over_the_setting(lesson: str, start: str) -> None:
    assert stored(lesson).text.startswith(start)


def test_the_users_own_words_ask_for_a_language_too() -> None:
    assert reply(request("Bitte auf Englisch antworten")).text.startswith("Das") is False
    assert "Understood" in reply(request("antworte bitte auf Englisch")).text


@pytest.mark.parametrize("lesson", ["Suche nur in den Notizen, wenn es relevant ist.", "Search only when relevant."])
def test_search_only_when_relevant_keeps_relevant_searches(lesson: str) -> None:
    assert reply(request("Wie heißt unser Kinderarzt?", lessons=[lesson])).tools == ("memory_search",)
    assert reply(request("how many grams is a cup of flour", lessons=[lesson])).tools == ()


@pytest.mark.parametrize("lesson", ["Sieze den Nutzer.", "Address the user formally."])
def test_formal_address(lesson: str) -> None:
    assert "können Sie es dort ändern" in stored(lesson).text


def test_iso_dates() -> None:
    result = {"ok": True, "interpretation": "Freitag, 4. Dezember 2026, 08:00, in 1 Tag 18 Std."}
    told = after("Erinnere mich …", ("set_reminder", {"prompt": "Müll", "when": "Freitag um 8"}, result))
    assert "4. Dezember 2026" in reply(request(*told)).text
    assert "Freitag, 2026-12-04, 08:00" in reply(request(*told, lessons=["Gib Daten im ISO-Format an."])).text


@pytest.mark.parametrize("lesson", ["Keine Emojis.", "Do not use emoji."])
def test_no_emoji(lesson: str) -> None:
    assert "🙂" in reply(request("Danke!")).text
    assert "🙂" not in reply(request("Danke!", lessons=[lesson])).text


def test_a_correction_holds_for_the_rest_of_the_conversation() -> None:
    long = reply(request("Hallo")).text
    history = (Message("user", "Hallo"), Message("assistant", long), Message("user", "zu lang, antworte kürzer"))
    assert sentences(reply(request(*history)).text) == 1
    assert sentences(reply(request(*history, Message("assistant", "Gut."), "Was kannst du?")).text) == 1


def test_a_lesson_the_rulebook_does_not_know_changes_nothing() -> None:
    assert stored("Nenne Wochen als Tabelle.").text == stored().text


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("Antworte künftig kürzer", "Verstanden, daran halte ich mich"),
        ("Frag mich bitte immer vorher", "Verstanden, daran halte ich mich"),
        ("Durchsuche nicht bei jeder Nachricht meine Notizen", "Verstanden, daran halte ich mich"),
        ("Fang künftig jede Antwort mit einem Witz an", "Verstanden; selbst umsetzen kann ich diesen Wunsch"),
    ],
)
def test_a_correction_is_acknowledged_in_one_sentence_and_only_what_it_can_keep_is_promised(
    said: str, start: str
) -> None:
    text = reply(request(said)).text
    assert text.startswith(start)
    assert sentences(text) == 1
