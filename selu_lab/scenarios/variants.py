"""Variants: the same scenario with another prompt for one of its agents."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from selu_lab.errors import LabError, Where
from selu_lab.packages import AgentShelf
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.opening import packages
from selu_lab.scenarios.strict import close
from selu_lab.settings import Settings


@dataclass(frozen=True)
class Variant:
    """What stands in for an agent: a prompt for all languages, or the folder of a whole package.

    `agent` empty: a prompt is for the scenario's first agent, a package for the one that has its id.
    """

    name: str
    path: Path
    agent: str = ""

    @property
    def slug(self) -> str:
        """The name as a part of a file's name."""
        return re.sub(r"[^\w.-]+", "-", self.name).strip("-.") or "variant"


def given_variant(text: str) -> Variant:
    """A variant from the command line: `FILE`, or `agent=FILE`; raises LabError when there is no such file."""
    agent, _, file = ("", "", text) if Path(text).exists() else text.rpartition("=")
    path = Path(file)
    if not path.exists():
        raise LabError("There is no such variant.", where=Where(path), hint="Name a prompt or the folder of a package.")
    return Variant(text, path, agent)


def own_variants(scenario: Scenario) -> tuple[Variant, ...]:
    """The variants that a scenario names, beside its file; raises LabError for one that is not there."""
    found = [
        Variant(name, scenario.path.parent / given.prompt, given.agent)
        for name, given in scenario.file.variants.items()
    ]
    for variant in found:
        if not variant.path.exists():
            where = scenario.where("variants", variant.name)
            raise LabError(f"There is no {variant.path} for this variant.", where=where)
    return tuple(found)


@contextmanager
def varied(scenario: Scenario, variant: Variant | None, settings: Settings) -> Iterator[Scenario]:
    """The scenario with the variant's package in place of the agent's own; raises LabError when that cannot be."""
    if variant is None:
        yield scenario
        return
    with TemporaryDirectory(prefix="selu-lab-") as scratch:
        folders = list(packages(scenario, settings))
        index = _which(variant, folders, scenario)
        folders[index] = _made(variant, folders[index], Path(scratch))
        file = scenario.file.model_copy(update={"agents": tuple(str(folder.absolute()) for folder in folders)})
        yield replace(scenario, file=file)


def _which(variant: Variant, folders: list[Path], scenario: Scenario) -> int:
    """The place of the agent that the variant is for."""
    ids = [next(iter(AgentShelf([folder]).ids()), folder.name) for folder in folders]
    own = AgentShelf([variant.path]).ids() if variant.path.is_dir() else ()
    wanted = variant.agent or (own[0] if own else ids[0])
    if wanted not in ids:
        sentence = f"The variant {variant.name} is for “{wanted}”, which is no agent of this scenario."
        raise LabError(sentence, where=scenario.where("agents"), hint=close(wanted, ids))
    return ids.index(wanted)


def _made(variant: Variant, folder: Path, scratch: Path) -> Path:
    """A package to play with; of one that is varied by a prompt a copy, in which all languages get that prompt."""
    if variant.path.is_dir():
        return variant.path
    try:
        copy = Path(shutil.copytree(folder, scratch / folder.name, symlinks=True))  # what leads out is still refused
        for prompt in (*copy.glob("agent.md"), *copy.glob("agent.*.md")):
            prompt.unlink()
        shutil.copyfile(variant.path, copy / "agent.md")
    except OSError as error:
        raise LabError(f"The variant cannot be read ({error.strerror}).", where=Where(variant.path)) from error
    return copy
