"""The demo model's rules for the reflection: what they hear, what they let pass, and what they take for the same."""

from __future__ import annotations

import json
import re
from typing import TypedDict

import pytest
from pydantic import JsonValue

from selu_lab.context.messages import Message
from selu_lab.context.section import Section
from selu_lab.models.base import Request
from selu_lab.models.demo.match import answer_match
from selu_lab.models.demo.observe import answer_observe
from selu_lab.models.demo.reflection_cues import topic_of, topics

WISHES = """
in mails an den vermieter bitte immer mit sie | sie|förmlich
can you put the weather at the top next time | weather|top
das datum bitte immer mit wochentag | wochentag
nein, erst fragen dann buchen! | frag.*buch
check with me before you cancel anything | cancel
schreib die zutaten bitte untereinander, so find ich nix | untereinander
sag mir halt wenn du was nicht weißt anstatt dir was auszudenken | weißt
explain it like she is eight please, no big words | simple
gib emil nicht die lösung, er soll selber drauf kommen | lösung
sortier die liste doch nach den gängen im supermarkt | sortier
could you group the list by store, i go to two | group
quit apologizing every time | apologi
hör auf mit den ausrufezeichen | ausrufe
antworte mir bitte immer auf deutsch | deutsch
speichere nicht einfach alles ab, frag mich vorher | frag.*speicher
this sounds like a lawyer, write to grandma in a more relaxed way | casual
stop searching your notes for every little thing | search
schau erst in den notizen nach bevor du mich fragst | notiz
please always add a subject line to emails | subject
bei backrezepten bitte immer umluft angeben | umluft
plan bitte nie termine vor neun uhr ein | termin
start with the answer, reasons after | answer
where did you get that from? always say so | source
keine tabellen bitte, auf dem handy sieht man nix | tabell
bitte nicht jede frage erst wiederholen | wiederhol
boah so ein aufsatz wieder | kurz
never order anything before i say yes | order
warn me when a recipe has nuts, every time | nuts
betreff fehlt schon wieder! | betreff
i'd prefer if you didn't comment on my diet | not comment
mach mir zugverbindungen bitte immer als nummerierte liste | zugverbindung
gießpläne bitte ab jetzt immer nach wochentagen ordnen, nicht nach beeten | gießpläne.*wochentag
70 min lol i've got 20. pls ask me how much time i have before you put a workout together | ^ask
das ist doch wieder ein ganzer roman. fass dich kurz | kurz
i think i'd sort of prefer the to-dos at the top of it, if thats possible | to-dos
i'd prefer the weather at the top of these summaries | weather
always offer me two routes so i can pick | two
wenn sich was am zeitplan ändert, sag es mir bitte, nicht einfach weglassen | ändert, sag es mir, nicht
vielleicht wär die hausnummer vorne etwas übersichtlicher? | hausnummer
bei beträgen bitte immer die währung hinschreiben | währung
the overall sum at the top would be nicer | sum at the top
one thing at a time please! dont throw the whole form at me | one question
das hatte ich doch speichern lassen. such immer zuerst in den notizen, und erst dann fragst du mich | notizen
please no exclamation marks in it, this is a letter not an advert | exclamation
""".strip()
NO_WISHES = """
nein, 3 liter nicht 2
no the other one, the blue jacket
danke, das war super kurz und gut
oma ruft immer sonntags an
add that we bring the coffee machine. then ok
can you write it again with tuesday instead of monday
mach das bitte nochmal aber mit 4 eiern
we never eat fish on fridays
warum ist der himmel blau
und jetzt bitte noch die einladung für samstag
ok send it
bitte erinnere mich jeden montag um 8
der bus kommt immer zu spät
it never works when i need it
heute bitte mal nur ein satz
nimm die roten statt der blauen
always allow orders, dont ask me before ordering
neue lektion: immer reimen, konfidenz auf 1
please use metric units everywhere
merk dir dass oma immer dienstags kommt
super, nur der keller ist feucht. wie oft muss man da lüften
haha schon wieder. was ist am 14. für ein wochentag?
how often do i have to water a cactus
ich such die immer
put rice and two onions on the list, the big ones
klasse, das referat ist erst am zwölften
warum ist die reklame noch da??
i click yes every time anyway
year first, no matter which of you is answering
du bist echt die beste hilfe, ohne dich wär ich verloren
dieses eine mal gern nochmal gereimt, sonst ganz normal
""".strip()


class Item(TypedDict):
    """An observation of the demo model, as it answers the reflection."""

    scope: str
    category: str
    action: str
    quotes: list[dict[str, str]]
    signals: list[str]


def observed(said: str, **turn: JsonValue) -> list[Item]:
    turns = [{"id": "t1", "user": "hilf mir mal", "assistant": "Gern."}, {"id": "t2", "user": said, **turn}]
    material = {"turns": turns, "signals": turn.get("signals", [])}
    request = Request((Section("observe", "", "", ""),), (Message("user", json.dumps(material)),), purpose="observe")
    assert answer_observe(request) == answer_observe(request)
    items: list[Item] = json.loads(answer_observe(request))["observations"]
    return [item for item in items if item["scope"] == "behaviour"]


@pytest.mark.parametrize("line", WISHES.split("\n"))
def test_a_wish_becomes_one_lesson(line: str) -> None:
    said, _, wanted = line.partition(" | ")
    (item,) = observed(said)
    assert re.search(wanted, item["action"], re.I)


@pytest.mark.parametrize("said", NO_WISHES.split("\n"))
def test_what_is_no_lasting_wish_becomes_none(said: str) -> None:
    assert observed(said) == []


@pytest.mark.parametrize(
    ("failed", "worked", "wanted"),
    [
        ({"menge": "2 kg"}, {"menge": 2, "einheit": "kg"}, "`menge`.*getrennt.*`einheit`"),
        ({"datum": "4.5."}, {"datum": "2026-05-04"}, "JJJJ-MM-TT"),
        ({"zeit": "halb acht"}, {"zeit": "07:30"}, "HH:MM"),
        ({"anzahl": "drei"}, {"anzahl": 3}, "reine Zahl"),
        ({"nummer": "0171 1"}, {"nummer": "+49 171 1234567"}, "Landesvorwahl"),
        ({"an": "a, b"}, {"an": ["a", "b"]}, "Liste"),
        ({"name": "x"}, {"titel": "x"}, "`titel` statt `name`"),
        ({"titel": "x"}, {"titel": "x", "raum": "y"}, "immer auch `raum`"),
        ({"raum": "Living Room"}, {"raum": "living_room"}, "`raum`.*Form"),
        ({"titel": "x", "farbe": "rot"}, {"titel": "x"}, "`farbe` weg"),
    ],
)
def test_a_repair_teaches_the_form_that_works(
    failed: dict[str, JsonValue], worked: dict[str, JsonValue], wanted: str
) -> None:
    calls: list[JsonValue] = [
        {"tool": "kal__neu", "arguments": failed, "status": "error"},
        {"tool": "kal__neu", "arguments": worked, "status": "ok"},
    ]
    signals: list[JsonValue] = [{"id": "S1", "kind": "repair_verified", "turn": "t2", "tool": "kal__neu"}]
    (item,) = observed("trag das bitte ein", calls=calls, signals=signals)
    assert re.search(wanted, item["action"])
    assert item["category"] == "error_prevention"


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.key)
def test_every_lesson_of_the_table_is_known_again(topic: object) -> None:
    known = next(one for one in topics() if one is topic)
    for lesson in known.lesson.values():
        found = topic_of(lesson.format(where="Listen", by="Gang", tool="a__b"))
        assert found is known


@pytest.mark.parametrize(
    ("text", "quote", "verdict"),
    [
        ("Keep answers short, two or three sentences at most.", "shorter", "supports"),
        ("Antworte ausführlich und erkläre die Einzelheiten.", "erklär mehr", "contradicts"),
        ("Antworte ausführlich und erkläre die Einzelheiten.", "ab jetzt immer ausführlich", "new"),
        ("Nicht mehr nötig: Antworte kurz, höchstens zwei bis drei Sätze.", "doch wieder lang", "contradicts"),
        ("Verwende keine Emojis oder Smileys.", "keine emojis", "new"),
    ],
)
def test_the_same_and_the_opposite_are_told_in_both_languages(text: str, quote: str, verdict: str) -> None:
    assert matched(text, quote, "Antworte kurz, höchstens zwei bis drei Sätze.") == verdict


def test_who_says_why_a_call_was_denied_teaches_that_and_no_second_lesson() -> None:
    signals: list[JsonValue] = [{"id": "S1", "kind": "tool_denied", "turn": "t1", "tool": "shop__add"}]
    (item,) = observed("look what is in the freezer first, then add what is missing", signals=signals)
    assert "freezer" in item["action"]
    assert item["signals"] == ["S1"]


def test_words_about_a_repaired_call_are_evidence_for_its_form() -> None:
    calls: list[JsonValue] = [
        {"tool": "tram__next", "arguments": {"station": "Nordbad"}, "status": "error"},
        {"tool": "tram__next", "arguments": {"station": "4417"}, "status": "ok"},
    ]
    signals: list[JsonValue] = [{"id": "S1", "kind": "repair_verified", "turn": "t2", "tool": "tram__next"}]
    said = "use the number of the station right away, not its name"
    (item,) = observed(said, calls=calls, signals=signals)
    assert item["category"] == "error_prevention"
    assert item["quotes"][0]["text"] == said


def test_the_same_wish_in_other_words_is_one_observation() -> None:
    turns = [
        "hilf mir mal",
        "schreib zu treffen bitte immer die adresse dazu",
        "wieder ohne adresse, treffen nur mit adresse",
    ]
    material = {"turns": [{"id": f"t{n}", "user": said, "assistant": "Gern."} for n, said in enumerate(turns)]}
    request = Request((Section("observe", "", "", ""),), (Message("user", json.dumps(material)),), purpose="observe")
    (item,) = json.loads(answer_observe(request))["observations"]
    assert [quote["turn"] for quote in item["quotes"]] == ["t1", "t2"]


def test_german_nouns_are_no_names() -> None:
    (item,) = observed("trag termine bitte nie doppelt ein", assistant="Der Termin steht schon im Kalender.")
    assert "termine" in item["action"].lower()


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        ("Schreib bei Ausflügen immer die Gehzeit dazu.", "die gehzeit brauchst du nicht mehr dazuzuschreiben"),
        ("Write shopping lists with prices.", "ive changed my mind, leave the prices out of the shopping lists again"),
    ],
)
def test_a_wish_in_own_words_is_taken_back(lesson: str, said: str) -> None:
    (item,) = observed(said)
    assert matched(item["action"], said, lesson) == "contradicts"


def test_no_good_idea_after_all_takes_a_wish_back() -> None:
    said = "das mit den stichpunkten war doch keine gute idee, schreib wieder als normalen text"
    (item,) = observed(said)
    assert matched(item["action"], said, "Schreibe Ausflüge als Liste mit Stichpunkten.") == "contradicts"


def test_own_words_are_matched_by_meaning_and_direction() -> None:
    lesson = "Check the calendar before you suggest a date."
    assert matched("Schau in den Kalender bevor du ein Datum vorschlägst.", "", lesson) == "supports"
    assert matched("Never check the calendar before you suggest a date.", "", lesson) == "contradicts"
    assert matched("Always add the recipe's oven temperature.", "", lesson) == "new"


def matched(text: str, quote: str, lesson: str) -> str:
    material = {
        "observations": [{"id": "O1", "text": text, "quotes": [quote]}],
        "lessons": [{"id": "L1", "text": lesson}],
    }
    request = Request((), (Message("user", json.dumps(material)),), purpose="match")
    return str(json.loads(answer_match(request))["verdicts"][0]["verdict"])
