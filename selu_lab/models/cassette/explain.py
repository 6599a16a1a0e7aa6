"""Why a request is not on a recording: which section differs from the nearest recorded request, and where in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from difflib import SequenceMatcher
from pathlib import PurePath

from selu_lab.context.messages import Message
from selu_lab.context.section import Section
from selu_lab.models.base import Request
from selu_lab.models.cassette.key import Asked
from selu_lab.models.cassette.record import Record

_LINES = re.compile(r"^(?P<path>.+):(?P<first>\d+)-(?P<last>\d+)$")


def explain(asked: Asked, records: Sequence[Record]) -> str:
    """One sentence: what changed against the most similar of the records."""
    if not records:
        return "Nothing is recorded yet."
    digests = asked.digests
    nearest = max(records, key=lambda record: len(record.digests.items() & digests.items()))
    names = {**nearest.digests, **digests}
    changed = [name for name in names if nearest.digests.get(name) != digests.get(name)]
    if not changed:
        return f"This request is made a {_ordinal(asked.nth)} time, which is not recorded."
    told = [_change(name, nearest, asked) for name in changed]
    return f"{_listed(told)}, everything else equal."


def _change(name: str, old: Record, new: Asked) -> str:
    match name:
        case "history":
            return _history(old.request.history, new.request.history)
        case "tools":
            return _tools(old.request, new.request)
        case "parameters":
            return _parameters(old, new)
    before, after = _section(old.request, name), _section(new.request, name)
    if before is None:
        return f"{_label(after)} was added"
    if after is None:
        return f"{_label(before)} is gone"
    return f"{_label(after)} changed ({_lines(before, after)})"


def _section(request: Request, name: str) -> Section | None:
    return next((section for section in request.sections if section.name == name), None)


def _label(section: Section | None) -> str:
    """An agent's prompt is called by its file, every other section by its title."""
    if section is None:
        return "a section"
    file = _LINES.match(section.origin)
    return PurePath(file["path"]).name if file and section.name == "agent" else section.title


def _lines(before: Section, after: Section) -> str:
    """The lines of the new text that differ, counted as in its file where it has one."""
    old, new = (section.text.removesuffix("\n").split("\n") for section in (before, after))
    blocks = [block for block in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if block[0] != "equal"]
    if not blocks:
        return "its place" if before.text == after.text else "its end"
    file = _LINES.match(after.origin)
    offset = int(file["last"]) - len(new) + 1 if file else 1
    first, last = blocks[0][3] + offset, max(blocks[-1][4] - 1, blocks[0][3]) + offset
    return f"line {first}" if first == last else f"lines {first}–{last}"


def _history(old: Sequence[Message], new: Sequence[Message]) -> str:
    same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    if same == len(new):
        return f"the history is shorter ({len(new)} instead of {len(old)} messages)"
    message = new[same]
    kind = f"the result of {message.tool}" if message.role == "tool" and message.tool else f"by the {message.role}"
    return f"the history changed (message {same + 1}, {kind})"


def _tools(old: Request, new: Request) -> str:
    before, after = ({tool.name: tool for tool in request.tools} for request in (old, new))
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return f"the tools changed ({', '.join(names) or 'their order'})"


def _parameters(old: Record, new: Asked) -> str:
    if old.model != new.model:
        return f"the model changed (recorded with {old.model})"
    before, after = asdict(old.request.sampling), asdict(new.request.sampling)
    return f"the parameters changed ({', '.join(name for name in before if before[name] != after[name])})"


def _listed(told: list[str]) -> str:
    """ "A changed", "A changed and B is gone", …, with a capital where the sentence begins in words."""
    text = " and ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else told[0]
    return text[0].upper() + text[1:] if text.startswith(("the ", "a ")) else text


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
