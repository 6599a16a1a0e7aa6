"""Measures shared notes: what a search finds beside production's rule and BM25, and what it costs at a size.

python -m benchmarks.notes [--sets FILE ...] [--scale 10000]
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from selu_lab.memory.backends import Backend, Folder, Memory
from selu_lab.memory.mirror import production_query
from selu_lab.memory.note import Origin, note_id
from selu_lab.memory.notes import Notes, open_notes

_HERE = Path(__file__).resolve().parent
DATA = _HERE / "data"
SETS = tuple(DATA / f"{name}.json" for name in ("households", "patchwork", "generations", "paraphrases", "held_out"))
_SHARED = _HERE.parents[1] / "shared" / "data" / "notes" / "family.json"
_FIRST_DAYS = DATA / "first_days.json"
_NOW = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)
_ORIGIN = Origin("benchmark")
_USER = "benchmark"
_TOP = 5

Finder = Callable[[str], list[str]]


@dataclass(frozen=True)
class Questions:
    """A set of notes, the queries each answers, and queries that none does (far: off topic)."""

    notes: list[str]
    answered: list[tuple[str, str]]
    far: list[str]


@dataclass(frozen=True)
class Figures:
    """Recall among five (%), mean reciprocal rank, off-topic queries left empty (%)."""

    recall: float
    rank: float
    empty: float


def load(path: Path) -> Questions:
    """Read a set of notes and queries."""
    data = json.loads(path.read_text("utf-8"))
    return Questions(
        notes=[entry["note"] for entry in [*data["items"], *data["distractors"]]],
        answered=[(query["text"], item["note"]) for item in data["items"] for query in item["queries"]],
        far=[query["text"] for query in data["unanswerable"] if query["kind"] == "far"],
    )


def measure(questions: Questions, find: Finder) -> Figures:
    """Ask everything and count."""
    ranks = [
        found.index(note) + 1 if note in found else 0
        for query, note in questions.answered
        for found in [find(query)[:_TOP]]
    ]
    empty = sum(not find(query) for query in questions.far)
    return Figures(
        recall=100 * sum(rank > 0 for rank in ranks) / len(ranks),
        rank=sum(1 / rank for rank in ranks if rank) / len(ranks),
        empty=100 * empty / len(questions.far),
    )


def filled(notes: Sequence[str], backend: Backend | None = None) -> Notes:
    """A store with these notes, a throw-away one unless a backend is given."""
    store = open_notes(_USER, backend or Memory())
    store.import_("\n".join(json.dumps({"content": content}) for content in notes), "jsonl", _NOW)
    return store


def bm25(notes: Sequence[str]) -> Finder:
    """The same words as production's search, but any of them may match."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE words USING fts5(content, tokenize = 'unicode61')")
    database.executemany("INSERT INTO words VALUES (?)", [(content,) for content in notes])

    def find(query: str) -> list[str]:
        match = production_query(query).replace(" AND ", " OR ")
        rows = database.execute("SELECT content FROM words WHERE words MATCH ? ORDER BY rank LIMIT 5", (match,))
        return [row[0] for row in rows] if match else []

    return find


def ranking_table(paths: Sequence[Path]) -> None:
    """Print what each search finds on each set."""
    print(f"{'set':<12} {'search':<28} {'R@5':>6} {'MRR':>6} {'far empty':>10}")
    for path in paths:
        questions = load(path)
        store = filled(questions.notes)

        def ours(query: str, store: Notes = store) -> list[str]:
            return [hit.note.content for hit in store.search(query)]

        def production(query: str, store: Notes = store) -> list[str]:
            return [found.note.content for found in store.production_search(query)]

        for name, find in (
            ("Selu Lab", ours),
            ("production (keyword AND)", production),
            ("BM25 (any keyword)", bm25(questions.notes)),
        ):
            figures = measure(questions, find)
            print(f"{path.stem:<12} {name:<28} {figures.recall:>6.1f} {figures.rank:>6.3f} {figures.empty:>9.0f}%")
        print(f"{path.stem:<12} {'Chroma default model':<28} not measured: needs a download")
        store.close()


def first_days(path: Path) -> tuple[float, float]:
    """In stores of one to six notes: answered queries whose note comes first, and others left empty (% both)."""
    first: list[bool] = []
    empty: list[bool] = []
    for entry in json.loads(path.read_text("utf-8"))["stores"]:
        store = filled(entry["notes"])
        for query in entry["queries"]:
            found = [hit.note.content for hit in store.search(query["text"])]
            if query["answers"]:
                first.append(found[:1] == [entry["notes"][query["answers"][0]]])
            else:
                empty.append(not found)
        store.close()
    return 100 * sum(first) / len(first), 100 * sum(empty) / len(empty)


def scale_table(count: int) -> None:
    """Print the CPU time, warm, of what agents and the user do with so many notes in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        filled(_invented(count), Folder(Path(folder))).close()
        print(f"\n{count:,} notes in a folder {'CPU':>22}")
        started = time.process_time()
        store = open_notes(_USER, Folder(Path(folder)))
        _print("open again", time.process_time() - started)
        store.search("Wann wird der Müll geholt?")
        numbers = range(50)
        _print("search", _each(lambda n: store.search(f"Wer ist im Zimmer {n} für die Blumen zuständig?"), numbers))
        _print("search, rare word", _each(lambda n: store.search(f"Vorgang N{n * 7}"), numbers))
        _print("production's search", _each(lambda n: store.production_search(f"Blumen Zimmer {n}"), numbers))
        _print("remember", _each(lambda n: store.remember(f"Oma mag Kuchen Nummer {n}.", _ORIGIN, _NOW), numbers))
        _print("page of 50", _each(lambda n: store.page(50, n), numbers))
        _print("delete", _each(lambda n: store.delete(note_id(_USER, f"Oma mag Kuchen Nummer {n}.")), numbers))
        started = time.process_time()
        store.close()
        _print("close, deleted text swept", time.process_time() - started)


def _invented(count: int) -> list[str]:
    who = ("Anna", "Ben", "Oma Gisela", "the neighbour", "Tom", "Frau Petersen", "Uncle Peter")
    what = (
        "gießt die Blumen",
        "feeds the cat",
        "mag keinen Kaffee",
        "prefers the morning",
        "holt die Post",
        "cooks soup",
    )
    return [f"{who[n % 7]} {what[n % 6]}, Zimmer {n % 97}, Vorgang N{n}." for n in range(count)]


def _each(act: Callable[[int], object], numbers: range) -> float:
    started = time.process_time()
    for number in numbers:
        act(number)
    return (time.process_time() - started) / len(numbers)


def _print(name: str, seconds: float) -> None:
    print(f"  {name:<30} {1000 * seconds:>9.1f} ms")


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="*", type=Path, default=[path for path in (_SHARED, *SETS) if path.exists()])
    parser.add_argument("--scale", type=int, default=0, help="also measure CPU time with so many notes")
    asked = parser.parse_args()
    ranking_table(asked.sets)
    print(
        "\nstores of 1 to 6 notes: right note first {:.0f}%, unrelated left empty {:.0f}%".format(
            *first_days(_FIRST_DAYS)
        )
    )
    if asked.scale:
        scale_table(asked.scale)


if __name__ == "__main__":
    main()
