"""Notes as entries of a list: the newest ones, or a search's hits and beside them what production would have found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widgets.option_list import Option

from selu_lab.memory.note import Note
from selu_lab.tui.note_desk import Searched
from selu_lab.tui.tell import count, day
from selu_lab.tui.widgets.list_tab import heading


@dataclass(frozen=True)
class Entry:
    """A line of the list; without a note it only tells something."""

    option: Option
    note: Note | None = None


def newest(notes: Sequence[Note], total: int, zone: str) -> tuple[str, list[Entry]]:
    """The head and the entries of a list that nothing is searched in; times are told in this zone."""
    head = f"{count(total, 'note')}, newest first" if total else "No notes yet; i imports some from a file."
    return head, [_entry(note, zone) for note in notes]


def searched(found: Searched, zone: str) -> tuple[str, list[Entry]]:
    """The head and the entries of a search: ours with their scores, then production's."""
    head = f"{len(found.hits)} of {count(found.total, 'note')} found · production: {len(found.production) or 'none'}"
    return head, [*_hits(found, zone), *_production(found, zone)]


def _hits(found: Searched, zone: str) -> Iterator[Entry]:
    yield Entry(heading("Found", first=True))
    for hit in found.hits:
        yield _entry(hit.note, zone, score=f"{hit.score:.2f}  ")
    if not found.hits:
        yield _nothing("Nothing.")


def _production(found: Searched, zone: str) -> Iterator[Entry]:
    """Without scores: bm25 is next to nothing in a small store, and says nothing beside ours."""
    yield Entry(heading("Production would have found", first=False))
    for one in found.production:
        yield _entry(one.note, zone, where="production ")
    if not found.production:
        yield _nothing("Nothing: it finds only notes that hold every word of the query (of its first eight).")


def _entry(note: Note, zone: str, *, score: str = "", where: str = "") -> Entry:
    by = "you" if note.source == "user" else note.agent if note.source == "agent" else "import"
    about = (f"\n{by} · {day(note.updated_at, zone)}", "$muted")
    return Entry(Option(Content.assemble((score, "$accent"), note.content, about), id=f"{where}{note.id}"), note)


def _nothing(sentence: str) -> Entry:
    return Entry(Option(Content.styled(sentence, "italic $muted"), disabled=True))
