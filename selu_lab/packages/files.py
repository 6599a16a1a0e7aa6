"""The files of an agent package on disk: which ones count, whether they changed, and that none leads out of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from selu_lab.errors import LabError, Where
from selu_lab.yamlfile import read_text

Stamp: TypeAlias = tuple[int, int, int]


class PackageFolder:
    """One package's folder. All reading goes through `read`, which refuses a link that leads out of the folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: Path) -> str:
        """The text of a file; raises LabError when it lies outside, cannot be read or is not UTF-8."""
        self.keep_inside(path)
        return read_text(path)

    def keep_inside(self, path: Path) -> None:
        """Raise LabError when a link makes the path lie outside the package's folder."""
        if not path.resolve().is_relative_to(self.root.resolve()):
            raise LabError(
                "This link leads out of the agent package and is not followed.",
                where=Where(path),
                hint="Copy the file into the package.",
            )

    def prompts(self, folder: Path, stem: str) -> dict[str, Path]:
        """Prompt files by locale, "" for the plain one: `<stem>.md`, `<stem>.<locale>.md`, case-sensitive."""
        found = {path.name[len(stem) : -len(".md")].removeprefix("."): path for path in _files(folder, _named(stem))}
        return dict(sorted(found.items()))

    def bundles(self) -> list[Path]:
        """The locale bundles, in the order of their names."""
        return _files(self.root / "i18n", lambda name: name.endswith((".yaml", ".yml")))

    def capabilities(self) -> list[Path]:
        """The capability folders, in the order of their names."""
        return [path for path in entries(self.root / "capabilities") if path.is_dir()]

    def sources(self) -> list[Path]:
        """Every file that makes up the package, in a fixed order."""
        paths = [self.root / "agent.yaml", *self.prompts(self.root, "agent").values(), *self.bundles()]
        for folder in self.capabilities():
            paths += [folder / "manifest.yaml", folder / "canned.yaml", *self.prompts(folder, "prompt").values()]
        return [path for path in paths if path.is_file()]

    def stamps(self) -> dict[Path, Stamp]:
        """Cheap signs of change per file: times of content and inode (nanoseconds) and size (bytes)."""
        return {path: (s.st_mtime_ns, s.st_ctime_ns, s.st_size) for path in self.sources() for s in [path.stat()]}

    def digests(self) -> dict[Path, str]:
        """SHA-256 of every readable file's bytes; an unreadable or outside file has an empty digest."""
        return {path: self._digest(path) for path in self.sources()}

    def _digest(self, path: Path) -> str:
        try:
            self.keep_inside(path)
            return hashlib.sha256(path.read_bytes()).hexdigest()
        except (OSError, LabError):
            return ""


def whole_digest(root: Path, digests: Mapping[Path, str]) -> str:
    """One SHA-256 over the relative names and digests of all files."""
    lines = sorted(f"{path.relative_to(root).as_posix()} {digest}\n" for path, digest in digests.items())
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _named(stem: str) -> Callable[[str], bool]:
    pattern = re.compile(rf"{stem}(?:\..+)?\.md")
    return lambda name: pattern.fullmatch(name) is not None


def _files(folder: Path, wanted: Callable[[str], bool]) -> list[Path]:
    return [path for path in entries(folder) if wanted(path.name) and path.is_file()]


def entries(folder: Path) -> list[Path]:
    """What a folder holds, by name; nothing when it does not exist; raises LabError when it cannot be listed."""
    if not folder.is_dir():
        return []
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise LabError(f"The folder cannot be read ({error.strerror}).", where=Where(folder)) from error
