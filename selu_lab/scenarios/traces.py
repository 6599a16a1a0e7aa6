"""A trace: everything that happened in one repetition, on file, so that a turn can be looked at when all is over."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.events import ContextBuilt, Entry, ModelAnswered, TextDelta, TurnStarted
from selu_lab.lab import Lab
from selu_lab.scenarios.secrecy import masked

Place = tuple[str, int]
"""A conversation, and the number of a turn in it."""


@dataclass(frozen=True)
class Trace:
    """The entries of a repetition, and the exact texts of the contexts among them by digest.

    `steps` holds for each step that began the number of the last entry before it.
    """

    scenario: str
    entries: tuple[Entry, ...]
    steps: tuple[int, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def turns(self) -> list[Place]:
        """The turns in the order in which they began; `--turn 1` is the first of them."""
        return [_place(one) for one in self.entries if isinstance(one.event, TurnStarted)]

    @property
    def parts(self) -> list[tuple[int, list[Entry]]]:
        """The entries turn by turn, each with its number among `turns`; 0: what came between turns."""
        turns = {place: number for number, place in enumerate(self.turns, start=1)}
        return [(turns.get(place, 0), list(entries)) for place, entries in groupby(self.entries, _place)]

    def step(self, entry: Entry) -> int:
        """The number of the step an entry belongs to, from 1; 0 for what was before the first."""
        return bisect_left(self.steps, entry.seq)


def _place(entry: Entry) -> Place:
    return entry.conversation, entry.turn


def traced(scenario: str, entries: Sequence[Entry], steps: Sequence[int], lab: Lab) -> Trace:
    """The trace of a lab that is still open; of an answer that came whole its pieces are left out."""
    whole = {_place(one) for one in entries if isinstance(one.event, ModelAnswered)}
    kept = [one for one in entries if not (isinstance(one.event, TextDelta) and _place(one) in whole)]
    texts = {digest: lab.journal.text(digest) for digest in _digests(kept)}
    return Trace(scenario, tuple(kept), tuple(steps), texts)


def _digests(entries: Iterable[Entry]) -> set[str]:
    built = (one.event for one in entries if isinstance(one.event, ContextBuilt))
    return {section.digest for event in built for section in event.sections}


def write_trace(path: Path, trace: Trace, secrets: Sequence[str]) -> None:
    """Write a trace without the secrets, in all the forms they have in it."""
    entries = ",".join(entry.model_dump_json() for entry in trace.entries)
    head = {"scenario": trace.scenario, "steps": trace.steps, "texts": trace.texts}
    text = f'{{"head":{json.dumps(head, ensure_ascii=False)},"entries":[{entries}]}}'
    path.write_text(masked(text, [form for one in secrets for form in _forms(one)]), encoding="utf-8")


def _forms(secret: str) -> set[str]:
    """A secret as JSON writes it, and as JSON inside JSON, for a call's raw arguments are such a text."""
    once = {_json(secret, ascii_only) for ascii_only in (True, False)}
    return once | {_json(form, ascii_only) for form in once for ascii_only in (True, False)}


def _json(text: str, ascii_only: bool) -> str:
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


def read_trace(path: Path) -> Trace:
    """Read a trace; raises LabError when there is none, or it cannot be read."""
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
        entries = tuple(Entry.model_validate(entry) for entry in body["entries"])
        head = body["head"]
        return Trace(str(head["scenario"]), entries, tuple(map(int, head["steps"])), dict(head["texts"]))
    except (OSError, ValueError, KeyError, TypeError) as error:  # pydantic's ValidationError is a ValueError
        raise LabError("This trace cannot be read.", where=Where(path), hint="Play the scenario again.") from error
