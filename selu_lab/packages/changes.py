"""What a second look at the agents' folders found different."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["added", "changed", "removed", "broken", "mended"]


@dataclass(frozen=True)
class Change:
    """One package that differs: by which files, and whether the agent is new, gone, broken or mended.

    `why` says with file and line what is wrong with a broken one.
    """

    agent: str
    kind: Kind
    files: tuple[Path, ...]
    why: str = ""

    @property
    def sentence(self) -> str:
        """The change in one sentence: “agent.md of default changed.”"""
        names = ", ".join(path.name for path in self.files)
        return {
            "added": f"Agent {self.agent} is new.",
            "removed": f"Agent {self.agent} is gone.",
            "changed": f"{names} of {self.agent} changed.",
            "mended": f"{names} of {self.agent} changed, and the agent can be read again.",
            "broken": f"Agent {self.agent} cannot be read as it is now: {self.why}",
        }[self.kind]


def different(old: Mapping[Path, str], new: Mapping[Path, str]) -> tuple[Path, ...]:
    """The files whose digests differ, also those only one side has."""
    return tuple(path for path in dict.fromkeys([*old, *new]) if old.get(path) != new.get(path))
