"""memory_forget and memory_list, which production has and the document has not: behind a setting, and alike there."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from pydantic import JsonValue

from selu_lab.events import ContextBuilt, Entry, NoteDeleted, ToolFinished
from selu_lab.models.script import Line
from tests.conftest import Bench, MakeBench


def called(bench: Bench, tool: str, **arguments: JsonValue) -> list[Entry]:
    return bench.say("Los", Line(call=tool, arguments=arguments), Line(say="Gut."))


def result(entries: Sequence[Entry]) -> dict[str, JsonValue]:
    [finished] = [entry.event for entry in entries if isinstance(entry.event, ToolFinished)]
    given: dict[str, JsonValue] = json.loads(finished.content)
    return given


def remembered(bench: Bench, content: str) -> str:
    called(bench, "memory_remember", content=content)
    return next(note.id for note in bench.lab.notes("anna").all() if note.content == content)


def test_without_the_setting_they_are_not_offered(bench: Bench) -> None:
    built = [entry.event for entry in bench.say("Hallo", Line(say="Hallo.")) if isinstance(entry.event, ContextBuilt)]
    assert not {"memory_forget", "memory_list"} & set(built[0].tools)


@pytest.mark.parametrize("limit", [1, "1", 1.0])
def test_the_newest_notes_are_listed_whatever_kind_of_number_a_model_sends(
    make_bench: MakeBench, limit: JsonValue
) -> None:
    bench = make_bench(production_tools=True)
    remembered(bench, "Oma wohnt in Kiel.")
    remembered(bench, "Ben mag Brot.")
    notes = result(called(bench, "memory_list", limit=limit))["notes"]
    assert isinstance(notes, list)
    assert [note["content"] for note in notes if isinstance(note, dict)] == ["Ben mag Brot."]


def test_a_note_is_forgotten_and_an_unknown_id_deletes_nothing(make_bench: MakeBench) -> None:
    bench = make_bench(production_tools=True)
    ident = remembered(bench, "Oma wohnt in Kiel.")
    assert result(called(bench, "memory_forget", memory_id="nobody")) == {"ok": True, "deleted": False}
    entries = called(bench, "memory_forget", memory_id=ident)
    assert result(entries) == {"ok": True, "deleted": True}
    assert [entry.event.note for entry in entries if isinstance(entry.event, NoteDeleted)] == [ident]
    assert bench.lab.notes("anna").all() == []
