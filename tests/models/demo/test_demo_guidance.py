"""The demo model does what the agent's own guidance names and leaves what it forbids: an edited agent.md shows."""

import pytest

from tests.models.demo.demo_asking import GUIDANCE, TOOLS, reply, request

REMEMBER = "Merk dir, dass ich Vegetarier bin."
RECALL = "Wie heißt unser Kinderarzt?"
REMIND = "Erinnere mich morgen um 9 an die Mülltonne"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (REMEMBER, "memory_remember"),
        (RECALL, "memory_search"),
        (REMIND, "set_reminder"),
        ("Punktestand ist 3:2", "store_set"),
        ("Zeig mir meine Termine", "calendar__list_events"),
    ],
)
def test_a_tool_that_the_guidance_no_longer_names_is_not_called_and_the_user_is_told(said: str, name: str) -> None:
    assert reply(request(said)).tools == (name,)
    got = reply(request(said, guidance=GUIDANCE.replace(name, "…")))
    assert got.tools == ()
    assert name in got.text
    assert "Anleitung" in got.text


def test_the_labs_own_tool_section_is_no_guidance() -> None:
    got = reply(request("Remember that I am vegetarian", guidance="Be kind.", language="English"))
    assert got.text.startswith("My guidance does not mention memory_remember, so I did not store that.")


def test_a_capability_prompt_is_guidance_too() -> None:
    got = reply(request(REMEMBER, guidance="Sei nett.", extra={"capability:notes": "Verwende memory_remember."}))
    assert got.tools == ("memory_remember",)


def test_a_tool_that_is_not_offered_is_not_called() -> None:
    got = reply(request(REMEMBER, tools=[tool for tool in TOOLS if tool.name != "memory_remember"]))
    assert got.tools == ()
    assert "steht mir nicht zur Verfügung" in got.text


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("Speichere nie etwas.", REMEMBER),
        ("Never store anything.", REMEMBER),
        ("Verwende memory_remember nicht.", REMEMBER),
        ("Do not use memory_remember.", REMEMBER),
        ("Suche nie in den Notizen.", RECALL),
        ("Never search.", RECALL),
        ("Do not use set_reminder.", REMIND),
        ("Setze keine Erinnerungen.", REMIND),
        ("Verwende set_reminder auf keinen Fall.", REMIND),
        ("Never use mail__send_mail.", "Schick eine Mail an anna@x.example, dass ich später komme"),
        ("Speichere keine Gesundheitsdaten.", "Merk dir, dass ich allergisch gegen Nüsse bin"),
        ("Never store phone numbers.", "Merk dir: meine Telefonnummer ist 0431 555012"),
    ],
)
def test_what_the_guidance_forbids_is_not_done_and_the_rule_is_quoted(rule: str, said: str) -> None:
    assert reply(request(said)).tools
    got = reply(request(said, guidance=f"{GUIDANCE}\n{rule}\n"))
    assert got.tools == ()
    assert rule.rstrip(".") in got.text


@pytest.mark.parametrize(
    "rule",
    [
        "Suche nicht bei jeder Nachricht; urteile situativ.",
        "Do not search on every message.",
        "Suche nicht bei Allgemeinwissen, Grüßen oder Rechenaufgaben.",
        "Never store passwords, PINs or tokens. Say why in one sentence.",
        "Speichere nie Passwörter, auch nicht auf Wunsch.",
        "Do not store one-off details or temporary state.",
        "Use store_set, not memory_remember, for changing state.",
        "Verwende für veränderlichen Zustand store_set statt memory_remember.",
        "Call set_reminder directly. Do not send the user to /remind.",
        "Do not search if the profile already answers the question.",
        "When the user corrects you, do not store it as a note.",
        "If the time is missing, ask for it first. Then confirm in one short sentence.",
        "Widerspricht der neue Fakt einer Notiz, frag, was stimmt, bevor du speicherst.",
        "Be warm, brief and practical.",
    ],
)
def test_a_rule_for_some_cases_does_not_stop_the_others(rule: str) -> None:
    for said in (REMEMBER, RECALL, REMIND):
        assert len(reply(request(said, guidance=f"{GUIDANCE}\n{rule}\n")).tools) == 1


@pytest.mark.parametrize(
    "rule", ["Suche nur, wenn der Nutzer ausdrücklich darum bittet.", "Only search when the user asks you to."]
)
def test_search_only_when_asked_still_searches_when_asked(rule: str) -> None:
    guidance = f"{GUIDANCE}\n{rule}\n"
    assert reply(request(RECALL, guidance=guidance)).tools == ()
    assert reply(request("Schau in deinen Notizen nach dem Kinderarzt", guidance=guidance)).tools == ("memory_search",)


@pytest.mark.parametrize("rule", ["Speichere nur auf ausdrücklichen Wunsch.", "Do not store anything unless asked."])
def test_store_only_when_asked_leaves_a_mere_statement(rule: str) -> None:
    guidance = f"{GUIDANCE}\n{rule}\n"
    assert reply(request("Ich bin Vegetarier.", guidance=guidance)).tools == ()
    assert reply(request(REMEMBER, guidance=guidance)).tools == ("memory_remember",)


def test_guidance_that_limits_the_answers_is_kept() -> None:
    got = reply(request("Hallo", guidance=f"{GUIDANCE}\nAntworte in höchstens einem Satz.\n"))
    assert got.text == "Hallo!"
