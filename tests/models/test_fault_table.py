"""docs/faults.md says what users really see of every fault."""

from __future__ import annotations

from tests.models.fault_table import DOC, table, with_table


def test_the_page_says_what_is_seen() -> None:
    page = DOC.read_text("utf-8")
    assert with_table(page, table()) == page, "run `python -m tests.models.fault_table`, if it is right so"
