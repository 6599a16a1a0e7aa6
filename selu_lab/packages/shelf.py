"""All agents of some folders, read again when their files change on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.packages.changes import Change, Kind, different
from selu_lab.packages.files import PackageFolder, Stamp, entries
from selu_lab.packages.findings import Finding, from_error, ordered
from selu_lab.packages.load import BrokenPackageError, load_package
from selu_lab.packages.package import AgentPackage

_STAYS = "The last good version of this agent stays in use."


@dataclass(frozen=True)
class _Slot:
    """A package folder as last seen. `package` is the last good one, `problems` is what keeps a newer one out.

    `aside` is what else was found in that newer one.
    """

    stamps: Mapping[Path, Stamp]
    digests: Mapping[Path, str]
    package: AgentPackage | None
    problems: tuple[Finding, ...] = ()
    aside: tuple[Finding, ...] = ()


class AgentShelf:
    """The agents below some folders; a folder is a package or holds packages. The first of two equal ids wins."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)
        self._slots: dict[Path, _Slot] = {}
        self._agents: dict[str, AgentPackage] = {}
        self._own_problems: tuple[Finding, ...] = ()
        self.refresh()

    def ids(self) -> tuple[str, ...]:
        """The ids of all loaded agents, in the order of the folders."""
        return tuple(self._agents)

    def get(self, agent_id: str) -> AgentPackage:
        """The agent of this id as last read; raises LabError that names the nearest id."""
        if agent := self._agents.get(agent_id):
            return agent
        for path, slot in self._slots.items():
            if path.name == agent_id and slot.problems:
                raise _first(slot.problems)
        close = get_close_matches(agent_id, self._agents, n=1)
        hint = f"Did you mean “{close[0]}”?" if close else f"There are: {', '.join(self._agents) or 'none'}."
        raise LabError(f"There is no agent “{agent_id}”.", hint=hint)

    @property
    def kept_out(self) -> tuple[Finding, ...]:
        """Why packages, or newer versions of them, are not in use."""
        kept = (problem for slot in self._slots.values() for problem in slot.problems)
        return ordered((*self._own_problems, *kept))

    @property
    def problems(self) -> tuple[Finding, ...]:
        """Everything reading had to say: packages not loaded, equal ids, and every loaded package's own problems."""
        loaded = (problem for agent in self._agents.values() for problem in agent.problems)
        aside = (problem for slot in self._slots.values() for problem in slot.aside)
        return ordered((*self.kept_out, *loaded, *aside))

    def refresh(self) -> tuple[Change, ...]:
        """Read again what changed on disk and tell what did; unchanged files cost one stat each."""
        before = self._slots
        self._own_problems = ()
        found = dict.fromkeys(path for folder in self._folders for path in self._packages_below(folder))
        self._slots = {path: _seen(path, before.get(path)) for path in found}
        self._place_agents()
        return tuple(_changes(before, self._slots))

    def _packages_below(self, folder: Path) -> list[Path]:
        try:
            if not folder.is_dir():
                raise LabError("The agents folder does not exist.", where=Where(folder))
            visible = (path for path in entries(folder) if not path.name.startswith("."))
            return [folder] if is_package(folder) else [path for path in visible if is_package(path)]
        except (LabError, OSError) as error:
            self._own_problems += from_error(_told(error), "no-folder", Where(folder))
            return []

    def _place_agents(self) -> None:
        self._agents = {}
        for path, slot in self._slots.items():
            package = slot.package
            if package and package.id in self._agents:
                first = self._agents[package.id].folder
                sentence = f"A second agent has the id “{package.id}”; the one in {first} is used."
                finding = Finding("error", "duplicate-id", sentence, Where(path / "agent.yaml"), "Give it its own id.")
                self._own_problems += (finding,)
            elif package:
                self._agents[package.id] = package


def _seen(path: Path, old: _Slot | None) -> _Slot:
    try:
        stamps = PackageFolder(path).stamps()
        return old if old and old.stamps == stamps else _read(path, stamps, old)
    except (LabError, OSError) as error:
        return _kept({}, {}, old, from_error(_told(error), "agent-not-loaded", Where(path)))


def _read(path: Path, stamps: Mapping[Path, Stamp], old: _Slot | None) -> _Slot:
    """Read a package; one that has new errors does not replace a good one, so half a save breaks nothing."""
    try:
        package = load_package(path)
    except LabError as error:
        before = f"Agent “{path.name}” is not loaded." if not (old and old.package) else _STAYS
        why = from_error(error, "agent-not-loaded", Where(path / "agent.yaml"), before=before)
        aside = error.problems if isinstance(error, BrokenPackageError) else ()
        return _kept(stamps, PackageFolder(path).digests(), old, why, aside)
    if package.errors and old and old.package and not old.package.errors:
        return _kept(stamps, package.digests, old, package.errors)
    return _Slot(stamps, package.digests, package)


def _kept(
    stamps: Mapping[Path, Stamp],
    digests: Mapping[Path, str],
    old: _Slot | None,
    why: tuple[Finding, ...],
    aside: tuple[Finding, ...] = (),
) -> _Slot:
    return _Slot(stamps, digests, old.package if old else None, why, aside)


def _changes(before: Mapping[Path, _Slot], now: Mapping[Path, _Slot]) -> Iterator[Change]:
    for path, old in before.items():
        if path not in now:
            yield Change(_agent(path, old), "removed", ())
    for path, slot in now.items():
        seen = before.get(path)
        if seen is None:
            yield Change(_agent(path, slot), "broken" if slot.problems else "added", tuple(slot.digests), _why(slot))
        elif files := different(seen.digests, slot.digests):
            kind: Kind = "mended" if seen.problems else "changed"
            yield Change(_agent(path, slot), "broken" if slot.problems else kind, files, _why(slot))


def _why(slot: _Slot) -> str:
    return str(slot.problems[0]) if slot.problems else ""


def _agent(path: Path, slot: _Slot) -> str:
    return slot.package.id if slot.package else path.name


def _first(problems: tuple[Finding, ...]) -> LabError:
    """The first problem, and where to read of the others."""
    found, more = problems[0], len(problems) - 1
    others = f"`selu-lab check` names {more} more." if more else ""
    return LabError(found.sentence, where=found.where, hint=f"{found.hint} {others}".strip())


def _told(error: LabError | OSError) -> LabError:
    return error if isinstance(error, LabError) else LabError(f"It cannot be read ({error.strerror}).")


def is_package(folder: Path) -> bool:
    """Whether a folder is meant as an agent package, sound or not."""
    return any((folder / name).is_file() for name in ("agent.yaml", "agent.md"))
