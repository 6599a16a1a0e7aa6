"""Conversations with the demo model: secrets, profile, missing times, fired reminders, what it does not understand."""

import asyncio

import pytest

from selu_lab.context.messages import Call, Message
from selu_lab.models.base import TextPart
from selu_lab.models.demo.model import DemoModel
from tests.models.demo.demo_asking import GUIDANCE, after, parts, reply, request


def test_it_says_that_it_is_rules() -> None:
    assert DemoModel().label == "demo model: rules, not a language model"
    for language, said in (("German", "asdf"), ("English", "asdf")):
        text = reply(request(said, language=language)).text
        assert "kein Sprachmodell" in text or "not a language model" in text
        assert text.count("„") + text.count('"') // 2 == 2


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("Mein WLAN-Passwort ist Otter!Sommer77, merk dir das", "Otter!Sommer77"),
        ("merk dir die pin 4711", "4711"),
        ("my api key is sk-abc123def456ghi789", "sk-abc123def456ghi789"),
        ("Remember my card number 4111 1111 1111 1111", "4111"),
        ("Otter!Sommer77 is the pw in case it asks you, remember it", "Otter!Sommer77"),
        ("the portal gave me a token: spt_9fK2vX7Lq0Tz44BwRm. always use this one", "spt_9fK2vX7Lq0Tz44BwRm"),
        ("Schick Anna eine Mail an anna@x.example: das Passwort ist Otter!Sommer77", "Otter!Sommer77"),
        ("Erinnere mich morgen um 9 an die PIN 4711", "4711"),
    ],
)
def test_a_secret_is_refused_and_never_repeated(said: str, secret: str) -> None:
    got = reply(request(said))
    assert got.tools == ()
    assert secret not in got.text
    assert "Geheimnisse" in got.text


def test_a_word_like_password_without_a_value_is_no_secret() -> None:
    got = reply(request("Erinnere mich morgen um 9 daran, das Passwort zu ändern"))
    assert got.calls == (("set_reminder", {"prompt": "Das Passwort ändern", "when": "morgen um 9"}),)


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Wo wohne ich?", "[Person] Lebt in Berlin"),
        ("Where do I live?", "[Personal] Lives in Berlin"),
        ("Was ist meine E-Mail-Adresse?", "[Kontakt] E-Mail: anna@example.org"),
        ("Wie heißt unser Zahnarzt?", "[Gesundheit] Zahnarzt: Dr. Weber"),
    ],
)
def test_what_the_profile_says_is_not_searched_for(said: str, fact: str) -> None:
    assert reply(request(said)).tools == ("memory_search",)
    got = reply(request(said, profile=["[Hobby] Spielt Schach", fact]))
    assert got.tools == ()
    assert fact.split("] ")[1] in got.text


def test_a_profile_about_something_else_is_no_answer() -> None:
    assert reply(request("Wo wohne ich?", profile=["[Hobby] Spielt Schach"])).tools == ("memory_search",)


@pytest.mark.parametrize(
    ("said", "time", "prompt"),
    [
        ("Erinnere mich an den Zahnarzt", "morgen um 9", "An den Zahnarzt erinnern"),
        ("Remind me to call the dentist.", "tomorrow at 9, please", "Call the dentist"),
    ],
)
def test_a_missing_time_is_asked_for_and_then_used(said: str, time: str, prompt: str) -> None:
    asked = reply(request(said))
    assert asked.tools == ()
    assert "?" in asked.text
    got = reply(request(Message("user", said), Message("assistant", asked.text), time))
    assert got.tools == ("set_reminder",)
    assert got.calls[0][1]["prompt"] == prompt
    assert got.calls[0][1]["when"].startswith(time.split(",")[0])


@pytest.mark.parametrize(
    ("prompt", "language", "says"),
    [
        ("Deployment-Status prüfen", "German", "Erinnerung: Deployment-Status prüfen."),
        ("An den Zahnarzt erinnern", "German", "Erinnerung: Denk an den Zahnarzt."),
        ("Merk dir, dass heute Markt ist", "German", "Erinnerung: Merk dir, dass heute Markt ist."),
        ("Check the deployment", "English", "Reminder: Check the deployment."),
        ("Remind about the dentist", "English", "Reminder: The dentist."),
    ],
)
def test_a_fired_reminder_is_the_answer_itself(prompt: str, language: str, says: str) -> None:
    got = reply(request(f"[reminder] {prompt}", language=language))
    assert got.text.startswith(says)
    assert got.tools == ()


def test_a_fired_reminder_may_ask_for_a_look_at_the_notes() -> None:
    said = "[reminder] Schau in deinen Notizen nach dem Geschenk für Oliver"
    got = reply(request(said))
    assert got.tools == ("memory_search",)
    note = {"notes": [{"content": "Oliver wünscht sich ein Puzzle.", "agent": "default", "score": 1}]}
    told = reply(request(*after(said, ("memory_search", {"query": "Geschenk"}, note)))).text
    assert told.startswith("Erinnerung:")
    assert "Puzzle" in told


def test_the_reply_language_is_the_settings_whatever_the_user_writes() -> None:
    assert reply(request("Danke!", language="English")).text.startswith("You are welcome")
    assert reply(request("thanks!")).text.startswith("Gern")


def test_small_talk_beside_a_wish_does_not_hide_it() -> None:
    assert reply(request("Hallo! Danke nochmal. Wie heißt unser Tierarzt?")).tools == ("memory_search",)


def test_a_missing_argument_is_asked_for_not_guessed() -> None:
    got = reply(request("Schick bitte eine Mail"))
    assert got.tools == ()
    assert "„to“" in got.text


def test_the_time_is_told_from_the_context() -> None:
    got = reply(request("Wie spät ist es?", extra={"time": "## Current date and time\nNow: Montag, 2026-11-30 10:00"}))
    assert got.text == "Es ist Montag, 2026-11-30 10:00."


def test_approval_copy_is_added_where_the_lab_asks_for_it() -> None:
    got = reply(request("Ich bin Vegetarier.", extra={"approval": "Add _approval_message to every tool call."}))
    assert got.calls[0][1]["_approval_message"] == "Ich möchte das in den gemeinsamen Notizen festhalten."


def test_call_ids_are_not_used_twice_in_a_conversation() -> None:
    earlier = (Message("user", "x"), Message("assistant", calls=(Call("demo-4", "memory_search", "{}"),)))
    came = parts(
        request(*earlier, Message("tool", "{}", call_id="demo-4", tool="memory_search"), "Ich bin Vegetarier.")
    )
    assert "demo-5" in repr(came)


def test_an_answer_streams_in_small_pieces_and_costs_nothing() -> None:
    came = parts(request("Hallo"))
    pieces = [part.text for part in came if isinstance(part, TextPart)]
    assert len(pieces) > 3
    got = reply(request("Hallo"))
    assert got.usage.cost == 0.0
    assert got.usage.tokens_in > len(GUIDANCE) // 4
    assert got.usage.tokens_out > 5


def test_it_can_be_cancelled_between_two_pieces() -> None:
    async def first_piece() -> str:
        stream = DemoModel().stream(request("Hallo"))
        part = await anext(stream)
        assert isinstance(part, TextPart)
        return part.text

    assert asyncio.run(first_piece())
