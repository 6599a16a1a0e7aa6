"""Files a user names in a form: whatever cannot be is said in one sentence, and nothing is overwritten unasked."""

from __future__ import annotations

from pathlib import Path

from selu_lab.errors import LabError, Where
from selu_lab.text import clean


def named(typed: str) -> Path:
    """The path that was typed, `~` being the home folder; raises LabError for none."""
    name = clean(typed).strip()
    if not name:
        raise LabError("A file needs a name.")
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise LabError("There is no such home folder.", where=Where(name)) from error


class Writing:
    """Writes one file. Where there is one already, it asks: only told the same name again it writes over it."""

    def __init__(self) -> None:
        self._asked: Path | None = None

    def write(self, path: Path, text: str) -> None:
        """Write the text; raises LabError when it cannot be, or when the user has to be asked."""
        try:
            with path.open("w" if path == self._asked else "x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError as error:
            if path.is_file():
                self._asked = path
                hint = "Enter once more writes over it."
                raise LabError("This file exists already.", where=Where(path), hint=hint) from error
            raise LabError("This is no file.", where=Where(path), hint="Choose another name.") from error
        except OSError as error:
            raise LabError(f"The file cannot be written ({error.strerror}).", where=Where(path)) from error
