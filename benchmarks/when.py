"""How well `when` phrases are read, per suite and class, beside plain dateparser.

Use: `python benchmarks/when.py [--data DIR]`.

Judged like this: minute and hour to the minute, day by its date, part of day by its span, read generously; an
alternative named in the data counts as right; `expected` null must be refused.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from selu_lab.reminders.when import WhenError, parse_when

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "when"
# Hours (from, until) between which a part of day is right wherever the data names it.
PARTS = {"morning": (5, 12), "forenoon": (8, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30)}
Parse = Callable[["Phrase"], datetime | None]


class Phrase(BaseModel):
    """One line of the data; times are naive and local to `tz`."""

    text: str
    lang: str
    now: datetime
    tz: str
    expected: datetime | None
    grain: str | None = None
    start: datetime | None = None
    end: datetime | None = None
    alt: list[datetime] = []
    match: str | None = None
    part: str = ""
    cls: str = ""

    def aware_now(self) -> datetime:
        """Give the reference time in the phrase's zone."""
        return self.now.replace(tzinfo=ZoneInfo(self.tz))

    def fits(self, found: datetime) -> bool:
        """Tell whether a naive local time is what the phrase means."""
        expected = [each for each in (self.expected, *self.alt) if each]
        return any(self._fits_one(found, each) for each in expected)

    def _fits_one(self, found: datetime, expected: datetime) -> bool:
        grain = self.match or self.grain
        if grain == "daypart" and self.end and self.expected:
            return any(start <= found < end for start, end in self._spans(expected.date() - self.expected.date()))
        if grain == "day":
            return found.date() == expected.date()
        if grain == "hour" and self.match:
            return found.replace(minute=0, second=0, microsecond=0) == expected.replace(minute=0, second=0)
        return found.replace(second=0, microsecond=0) == expected.replace(second=0, microsecond=0)

    def _spans(self, moved: timedelta) -> Iterator[tuple[datetime, datetime]]:
        """The span the data gives, the expected moment itself, and the widest span people give this part of day."""
        assert self.expected
        assert self.end
        yield (self.start or self.expected) + moved, self.end + moved
        if self.start is None or self.expected > self.start:
            yield self.expected + moved, self.expected + moved + timedelta(minutes=1)
        if self.part in PARTS:
            midnight = datetime.combine(self.expected.date(), datetime.min.time()) + moved
            first, last = PARTS[self.part]
            yield midnight + timedelta(hours=first), midnight + timedelta(hours=last)


@dataclass
class Score:
    """Counts of one suite, or of one class of it."""

    positives: int = 0
    right: int = 0
    wrong: int = 0
    negatives: int = 0
    refused: int = 0

    def add(self, phrase: Phrase, found: datetime | None) -> None:
        """Count one answer."""
        if phrase.expected is None:
            self.negatives += 1
            self.refused += found is None
            return
        self.positives += 1
        self.right += found is not None and phrase.fits(found)
        self.wrong += found is not None and not phrase.fits(found)

    def accuracy(self) -> float:
        """Give the share of positive phrases read right, in percent."""
        return percent(self.right, self.positives)

    def false_times(self) -> float:
        """Give the share of positive phrases that got a wrong time, in percent."""
        return percent(self.wrong, self.positives)

    def line(self, name: str) -> str:
        """Give one line of the table."""
        cells = (
            percent(self.right, self.positives),
            percent(self.wrong, self.positives),
            percent(self.refused, self.negatives),
        )
        spelled = "".join(f"{cell:9.1f}" if cell == cell else f"{'-':>9}" for cell in cells)
        return f"{name:32}{self.positives:6}{self.negatives:6}{spelled}"


def percent(part: int, whole: int) -> float:
    """Give a share in percent, NaN of nothing."""
    return 100 * part / whole if whole else float("nan")


def ours(phrase: Phrase) -> datetime | None:
    """Read a phrase with the grammar."""
    try:
        found = parse_when(phrase.text, now=phrase.aware_now(), zone=phrase.tz, language=phrase.lang)
    except WhenError:
        return None
    return found.wall_clock


def plain_dateparser(phrase: Phrase) -> datetime | None:
    """Read a phrase with dateparser alone, as one would at first."""
    import dateparser

    settings = {"RELATIVE_BASE": phrase.now, "PREFER_DATES_FROM": "future", "RETURN_AS_TIMEZONE_AWARE": False}
    found = dateparser.parse(phrase.text, languages=[phrase.lang], settings=settings)
    return found.replace(tzinfo=None) if found else None


def phrases(data: Path) -> Iterator[tuple[str, Phrase]]:
    """Give (suite, phrase) for every line of the data."""
    for path in sorted(data.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            if line.strip():
                yield path.stem, Phrase.model_validate(json.loads(line))


@dataclass
class Measured:
    """What one tool gave: scores per suite and per class, CPU milliseconds, and the phrases it got wrong."""

    suites: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    classes: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    cpu: list[float] = field(default_factory=list)
    misses: list[tuple[str, Phrase, datetime | None]] = field(default_factory=list)


def measure(data: Path, parse: Parse) -> Measured:
    """Read every phrase of the data with one tool."""
    measured = Measured()
    for suite, phrase in phrases(data):
        start = time.process_time()
        found = parse(phrase)
        measured.cpu.append((time.process_time() - start) * 1000)
        measured.suites[suite].add(phrase, found)
        measured.classes[f"{phrase.lang} {phrase.cls or phrase.grain or 'refuse'}"].add(phrase, found)
        if (found is not None) if phrase.expected is None else (found is None or not phrase.fits(found)):
            measured.misses.append((suite, phrase, found))
    return measured


def report(name: str, measured: Measured) -> None:
    """Print the tables of one tool."""
    print(f"\n{name:32}{'pos':>6}{'neg':>6}{'right %':>9}{'wrong %':>9}{'refused':>9}")
    for suite, score in sorted(measured.suites.items()):
        print(score.line(suite))
    for language in ("de", "en"):
        if any(f"_{language}" in name and score.positives for name, score in measured.suites.items()):
            print(f"{language.upper()}: {summary(language, measured.suites)}")
    for each, score in sorted(measured.classes.items()):
        print(score.line(f"  {each}"))
    p95 = statistics.quantiles(measured.cpu, n=20)[-1]
    print(f"CPU per phrase: p50 {statistics.median(measured.cpu):.2f} ms, p95 {p95:.2f} ms")


@dataclass(frozen=True)
class Summary:
    """One language in percent: right and wrong as means over the suites, wrong also over all its phrases."""

    right: float
    wrong: float
    wrong_of_all: float
    refused: float
    recurring: float

    def __str__(self) -> str:
        means = (
            f"right {self.right:.1f} %, wrong {self.wrong:.1f} % (means of suites; of all {self.wrong_of_all:.1f} %)"
        )
        return f"{means}, refused {self.refused:.1f} %, recurring refused {self.recurring:.1f} %"


def summary(language: str, suites: dict[str, Score]) -> Summary:
    """Sum up the suites of a language."""
    mine = {name: score for name, score in suites.items() if f"_{language}" in name}
    positive = [score for score in mine.values() if score.positives]
    negative = [score for name, score in mine.items() if "recurring" not in name]
    recurring = [score for name, score in mine.items() if "recurring" in name]
    return Summary(
        right=statistics.mean(score.accuracy() for score in positive),
        wrong=statistics.mean(score.false_times() for score in positive),
        wrong_of_all=percent(sum(score.wrong for score in positive), sum(score.positives for score in positive)),
        refused=percent(sum(score.refused for score in negative), sum(score.negatives for score in negative)),
        recurring=percent(sum(score.refused for score in recurring), sum(score.negatives for score in recurring)),
    )


def main() -> None:
    """Measure both and print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=DATA, help="directory of *.jsonl phrases")
    arguments.add_argument("--misses", action="store_true", help="list every phrase the grammar got wrong")
    arguments.add_argument("--alone", action="store_true", help="leave dateparser out")
    options = arguments.parse_args()
    for text in ("morgen", "tomorrow"):  # patterns are compiled once
        parse_when(text, now=datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC")), zone="UTC", language="de")
    measured = measure(options.data, ours)
    report("selu_lab", measured)
    if options.misses:
        for suite, phrase, found in measured.misses:
            print(f"{suite}: {phrase.text[:80]!r} at {phrase.now:%a %Y-%m-%d %H:%M}, {phrase.expected}, got {found}")
    if not options.alone:
        report("dateparser", measure(options.data, plain_dateparser))


if __name__ == "__main__":
    main()
