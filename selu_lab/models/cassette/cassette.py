"""A recording in use: what was asked, what is found on it, what is added, and what nobody asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from selu_lab.errors import Exit, ModelError, Where
from selu_lab.events import Usage
from selu_lab.models.base import CallPart, FinishPart, Part, Request, TextPart
from selu_lab.models.cassette import tape
from selu_lab.models.cassette.explain import explain
from selu_lab.models.cassette.key import Asked
from selu_lab.models.cassette.record import SCHEMA, Record, TapedPart
from selu_lab.models.cassette.redact import Redactor

RecordMode = Literal["none", "once", "new", "rewrite"]
OLD = timedelta(days=180)
"""Providers change the models behind a name; an older recording is worth a warning."""


class CassetteMissError(ModelError):
    """A request that is not on the recording, and may not be made."""

    exit = Exit.STALE_RECORDING


def record_mode(wanted: RecordMode, environment: Mapping[str, str]) -> RecordMode:
    """The mode that holds: in CI (`CI` set, and not "false" or "0") nothing is ever recorded."""
    return wanted if environment.get("CI", "").lower() in ("", "0", "false") else "none"


class Cassette:
    """The recording at `path`.

    Modes: "none" plays only; "once" records everything where there is no file yet and plays only where there is one;
    "new" plays what is recorded and records the rest; "rewrite" records everything, and replaces the file at `finish`.
    """

    def __init__(
        self,
        path: Path,
        mode: RecordMode = "none",
        *,
        secrets: Iterable[str] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.path = path
        self._mode: RecordMode = "new" if mode == "once" and not path.exists() else "none" if mode == "once" else mode
        self._now = now
        self._redactor = Redactor(secrets)
        self._old = () if mode == "rewrite" else tape.read(path)
        self._found = {record.key: record for record in self._old}
        self._added: list[Record] = []
        self._used: set[str] = set()
        self._asked: set[str] = set()
        self._counts: Counter[str] = Counter()
        self.misses: list[CassetteMissError] = []

    def ask(self, model: str, request: Request) -> Asked:
        """Take a request, and count it."""
        asked = Asked.of(model, request, self._redactor)
        self._counts[asked.content] += 1
        self._asked.add(model)
        return replace(asked, nth=self._counts[asked.content])

    def play(self, asked: Asked) -> Record | None:
        """The record for a request; None where it is to be recorded. Raises CassetteMissError where it must not be."""
        if record := self._found.get(asked.key):
            self._used.add(asked.key)
            return record
        if self._mode != "none":
            return None
        unused = self.unused
        sentence = explain(asked, unused or self._old)
        miss = CassetteMissError(sentence, where=Where(self.path), hint="Record it with --record-mode new.")
        self.misses.append(miss)
        raise miss

    def keep(self, asked: Asked, parts: Sequence[tuple[float, Part]], usage: Usage) -> None:
        """Record a whole answer: its parts with the seconds before each."""
        record = Record(
            schema=SCHEMA,
            key=asked.key,
            nth=asked.nth,
            recorded_at=self._now(),
            model=asked.model,
            digests=asked.digests,
            request=asked.request,
            parts=tuple(_taped(parts, self._redactor)),
            usage=usage,
        )
        self._added.append(record)
        self._used.add(record.key)
        if self._mode != "rewrite":
            tape.write(self.path, self.records)

    @property
    def records(self) -> tuple[Record, ...]:
        """All records, the added ones last."""
        return (*self._old, *self._added)

    @property
    def unused(self) -> tuple[Record, ...]:
        """Records nobody asked for, of the model that was asked; other models' records wait for their own turn."""
        left = tuple(record for record in self._old if record.key not in self._used)
        return tuple(record for record in left if record.model in self._asked) if self._asked else left

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what is played: an old recording."""
        oldest = min((record.recorded_at for record in self._old), default=None)
        if oldest is None or self._now() - oldest < OLD:
            return ()
        return (f"The recording {self.path.name} is from {oldest:%Y-%m-%d}; the model may answer otherwise today.",)

    def finish(self) -> None:
        """End a recording: in mode "rewrite" the new one replaces the old one now."""
        if self._mode == "rewrite":
            tape.write(self.path, self._added)

    def prune(self) -> int:
        """Remove the records nobody asked for; gives how many."""
        unused = self.unused
        if unused:
            self._old = tuple(record for record in self._old if record not in unused)
            tape.write(self.path, self.records)
        return len(unused)


def _taped(parts: Sequence[tuple[float, Part]], redactor: Redactor) -> Iterable[TapedPart]:
    texts = iter(redactor.pieces([part.text for _, part in parts if isinstance(part, TextPart)]))
    for gap, part in parts:
        after = round(gap, 3)
        match part:
            case TextPart():
                yield TapedPart(after=after, text=next(texts))
            case CallPart(call=call):
                yield TapedPart(after=after, call=replace(call, arguments=redactor.text(call.arguments)))
            case FinishPart(finish=finish):
                yield TapedPart(after=after, finish=finish)
