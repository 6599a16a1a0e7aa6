"""Nothing runs at every start of the interpreter that we do not know: two litellm releases hid a stealer in a .pth."""

from __future__ import annotations

import site
from pathlib import Path

KNOWN = {
    "distutils-precedence.pth": "setuptools, where the environment has it",
    "_editable_impl_selu_lab.pth": "this project, installed to be edited",
}


def path_files(folders: list[Path]) -> list[Path]:
    return sorted(path for folder in folders if folder.is_dir() for path in folder.glob("*.pth"))


def code_of(path: Path) -> list[str]:
    """The lines that Python would run (`site`: those that begin with import)."""
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return [line for line in lines if line.startswith(("import ", "import\t"))]


def test_no_unknown_pth_file_lies_in_site_packages() -> None:
    found = path_files([Path(folder) for folder in site.getsitepackages()])
    assert [path.name for path in found if path.name not in KNOWN] == []
    assert [line for path in found if path.name == "_editable_impl_selu_lab.pth" for line in code_of(path)] == []


def test_the_check_would_see_one(tmp_path: Path) -> None:
    (tmp_path / "litellm_init.pth").write_text("import base64; exec('…')\n", encoding="utf-8")
    [found] = path_files([tmp_path])
    assert (found.name in KNOWN, len(code_of(found))) == (False, 1)
