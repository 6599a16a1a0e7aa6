"""The parts of the README that code knows better. `python -m tests.readme` writes them; a test compares."""

from __future__ import annotations

import re
from pathlib import Path

from selu_lab.settings import PREFIX, Settings

README = Path(__file__).resolve().parent.parent / "README.md"
_START, _END = "<!-- settings: written by `make readme` -->", "<!-- /settings -->"
_FOUND_OUT = {
    "language": "the system's",
    "timezone": "the system's",
    "extra": "{}",
    "hours": "see below",
    "api_key": "",
}


def settings_table() -> str:
    """All settings with their defaults, as a Markdown table."""
    rows = ["| Variable | Default | What it sets |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = _FOUND_OUT.get(name, "" if field.default in ((), None) else str(field.default))
        rows.append(f"| `{PREFIX}{name.upper()}` | {f'`{default}`' if default else ''} | {field.description} |")
    return "\n".join(rows)


def with_table(text: str) -> str:
    """The README with the table as it has to be."""
    return re.sub(
        f"{re.escape(_START)}.*{re.escape(_END)}", f"{_START}\n{settings_table()}\n{_END}", text, flags=re.DOTALL
    )


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
