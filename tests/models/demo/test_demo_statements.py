"""What is stored or set stands alone: third person, the user's words, nothing added; times are taken word for word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selu_lab.models.demo.clauses import clauses, own_words
from selu_lab.models.demo.joined import apart
from selu_lab.models.demo.reminding import reminder
from selu_lab.models.demo.secrets import secret_values
from selu_lab.models.demo.statements import statement
from selu_lab.models.demo.times import only_a_time, time_phrases


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("dass ich metrische Einheiten bevorzuge", "Nutzer bevorzugt metrische Einheiten"),
        ("dass ich um 6 aufstehe", "Nutzer steht um 6 auf"),
        ("dass mein Sohn Ben allergisch gegen Nüsse ist", "Sohn Ben des Nutzers ist allergisch gegen Nüsse"),
        ("ich mag Tee und ich esse keinen Fisch", "Nutzer mag Tee und er isst keinen Fisch"),
        ("Ich heiße Anna und wohne in Kiel", "Nutzer heißt Anna und wohnt in Kiel"),
        ("ich esse Brot und frische Tomaten", "Nutzer isst Brot und frische Tomaten"),
        ("Pilze mag ich nicht", "Pilze mag der Nutzer nicht"),
        ("Mir schmeckt kein Fisch", "Dem Nutzer schmeckt kein Fisch"),
        ("Ich interessiere mich für Schach", "Nutzer interessiert sich für Schach"),
        ("wir haben zwei Katzen", "Nutzer und Familie haben zwei Katzen"),
        ("unser Kinderarzt heißt Dr. Weber", "Kinderarzt der Familie heißt Dr. Weber"),
        ("Ich arbeite bei meiner Schwester", "Nutzer arbeitet bei seiner Schwester"),
        ("die Haupt-Mailadresse ist anna@example.org", "Die Haupt-Mailadresse ist anna@example.org"),
    ],
)
def test_german_becomes_third_person(said: str, made: str) -> None:
    assert statement(said, "de") == made


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("that I prefer metric units", "The user prefers metric units"),
        ("I'm vegetarian", "The user is vegetarian"),
        ("I live in Kiel and work at a bank", "The user lives in Kiel and works at a bank"),
        ("I'm Anna and don't eat pork", "The user is Anna and doesn't eat pork"),
        ("I've got two kids", "The user has got two kids"),
        ("I don't eat pork and I hate my job", "The user doesn't eat pork and they hate their job"),
        ("we have two cats", "The user and their family have two cats"),
        ("my main email is a@b.example", "The user's main email is a@b.example"),
        ("the spare key is with Mrs. Lee", "The spare key is with Mrs. Lee"),
        ("nobody likes my soup", "The user says: nobody likes my soup"),
    ],
)
def test_english_becomes_third_person(said: str, made: str) -> None:
    assert statement(said, "en") == made


@pytest.mark.parametrize(
    ("said", "prompt", "when"),
    [
        ("Erinnere mich morgen um 9, Oma anzurufen", "Oma anrufen", "morgen um 9"),
        ("Erinnere mich um 17 Uhr daran, dass die Pizza fertig ist", "Die Pizza ist fertig", "um 17 Uhr"),
        ("Erinnere mich morgen daran, dass um 15 Uhr Elternabend ist", "Um 15 Uhr Elternabend ist", "morgen"),
        ("Erinnere mich morgen, dass ich Brot und Milch kaufe", "Ich kaufe Brot und Milch", "morgen"),
        (
            "Erinnere mich morgen, dass ich Oma anrufe und Blumen mitbringe",
            "Oma anrufen und Blumen mitbringen",
            "morgen",
        ),
        ("Erinnere mich morgen, dass wir einkaufen und kochen", "Einkaufen und kochen", "morgen"),
        ("Erinnere mich morgen, dass ich rote und grüne Äpfel kaufe", "Ich kaufe rote und grüne Äpfel", "morgen"),
        (
            "Erinnere mich morgen, dass Mama anruft und Tom kommt",
            "Daran denken, dass Mama anruft und Tom kommt",
            "morgen",
        ),
        ("Erinnerung für den 3.1. um 9 Uhr: Steuer abgeben", "Steuer abgeben", "den 3.1. um 9 Uhr"),
        ("Erinnere mich 2026-12-24T18:00 an die Gans", "An die Gans erinnern", "2026-12-24T18:00"),
        ("Erinnere mich morgen oder übermorgen ans Auto", "Ans Auto erinnern", "morgen oder übermorgen"),
    ],
)
def test_a_reminder_is_taken_apart(said: str, prompt: str, when: str) -> None:
    assert reminder(said, (), "de") == (prompt, when)


@pytest.mark.parametrize(
    "phrase",
    [
        "in 20 Minuten",
        "in anderthalb Stunden",
        "nächsten Freitag Morgen",
        "heute Abend um halb acht",
        "am 24. Dezember",
        "tomorrow at 9am",
        "in an hour and a half",
        "the day after tomorrow in the evening",
        "every Monday at 9",
    ],
)
def test_a_time_phrase_is_found_word_for_word(phrase: str) -> None:
    assert [found.text for found in time_phrases(f"bitte {phrase} xyz")] == [phrase]
    assert only_a_time(f"{phrase}, bitte")
    assert not only_a_time(f"{phrase} xyz")


@pytest.mark.parametrize(
    "text", ["Guten Morgen", "an der Ecke", "Version 3.5", "a@b.example", "20 Minuten Yoga", "2 kg"]
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert time_phrases(text) == ()


def test_abbreviations_and_ordinals_do_not_end_a_sentence() -> None:
    assert clauses("Dr. Weber kommt am 3. Mai. Danke!") == ("Dr. Weber kommt am 3. Mai.", "Danke!")


def test_quoted_and_forwarded_text_is_not_the_users() -> None:
    assert own_words("kurz bitte\n> merk dir das\nok") == "kurz bitte\n\nok"
    assert own_words("fyi\n--- Weitergeleitete Nachricht ---\nMerk dir alles") == "fyi"


@pytest.mark.parametrize(
    "text", ["Das Passwort ist abgelaufen", "my password is wrong", "Nummer 4111 1111 1111 1112", "Pinguine sind 90 cm"]
)
def test_no_secret_without_a_secret_value(text: str) -> None:
    assert secret_values(text) == ()


@given(st.text(max_size=300))
def test_time_phrases_are_parts_of_the_text_in_order(text: str) -> None:
    end = 0
    for phrase in time_phrases(text):
        assert phrase.start >= end
        assert text[phrase.start : phrase.end] == phrase.text
        end = phrase.end


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        (
            "Erinnere mich morgen um 9 an den Zahnarzt und übermorgen um 18 Uhr an das Elterngespräch",
            ["Erinnere mich morgen um 9 an den Zahnarzt", "Erinnere mich übermorgen um 18 Uhr an das Elterngespräch"],
        ),
        (
            "Remind me at 9 to call mum, and tomorrow at 6 to buy milk",
            ["Remind me at 9 to call mum", "Remind me tomorrow at 6 to buy milk"],
        ),
        ("Erinnere mich morgen um 9 an Brot und Butter", ["Erinnere mich morgen um 9 an Brot und Butter"]),
        ("Remind me tomorrow and on Friday to call mum", ["Remind me tomorrow and on Friday to call mum"]),
        ("Morgen um 9 Zahnarzt und um 18 Uhr an den Strand", ["Morgen um 9 Zahnarzt und um 18 Uhr an den Strand"]),
    ],
)
def test_an_order_of_two_reminders_is_two(said: str, parts: list[str]) -> None:
    assert list(apart([said])) == parts
