"""What reading or checking an agent package has to say: one sentence with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from selu_lab.errors import LabError, Where
from selu_lab.packages.mistakes import mistakes_of
from selu_lab.text import clean

Severity: TypeAlias = Literal["error", "warning", "info"]
_ORDER: tuple[Severity, ...] = ("error", "warning", "info")


@dataclass(frozen=True)
class Finding:
    """One thing an author should know. `kind` is a stable slug; an error is what would break the agent in Selu."""

    severity: Severity
    kind: str
    sentence: str
    where: Where
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.severity}: {self.sentence}" + (f" {self.hint}" if self.hint else "")


def from_error(
    error: LabError, kind: str, where: Where, *, before: str = "", severity: Severity = "error"
) -> tuple[Finding, ...]:
    """Turn each mistake of an error into a finding; `where` stands in for a missing place, `before` leads it."""
    return tuple(
        Finding(severity, kind, clean(f"{before} {one.sentence}".strip()), one.where or where, one.hint)
        for one in mistakes_of(error)
    )


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings without repetitions: errors first, then warnings, then infos; each by file and line."""
    return tuple(sorted(dict.fromkeys(findings), key=_rank))


def _rank(finding: Finding) -> tuple[int, str, int, str]:
    place = finding.where
    return _ORDER.index(finding.severity), str(place.path), place.line or 0, finding.kind
