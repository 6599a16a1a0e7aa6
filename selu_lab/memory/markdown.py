"""Shared notes as a Markdown list: what people read, write and mend by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_BULLET = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]")
_COMMENT = re.compile(r"<!-- (\{.*\}) -->")
# Headings, rules, comments of one line and bullets without a text: they say nothing that could be missed.
_SILENT = re.compile(r"\s*(?:#{1,6}(?:\s.*)?|[-*+]|-{3,}|(?:\*\s*){3,}|(?:_\s*){3,}|<!--.*-->)\s*")


@dataclass
class Block:
    """A list item, or what stands outside of the lists; `indent` is how far its text is from the margin."""

    line: int
    indent: int
    lines: list[str] = field(default_factory=list)

    @property
    def about(self) -> str | None:
        """The JSON of the comment at its end, which says where a note came from."""
        comment = _COMMENT.fullmatch(self.lines[-1]) if self.lines else None
        return comment.group(1) if comment else None

    @property
    def text(self) -> str:
        """Its text without that comment."""
        return "\n".join(self.lines[:-1] if self.about else self.lines)


def bullet(content: str, about: str) -> str:
    """A list item: the text, then where it came from as a comment, which Markdown does not show."""
    text = content.replace("\n", "\n  ")
    return f"- {text}\n  <!-- {about.replace('>', chr(92) + 'u003e')} -->\n"


def items(text: str) -> Iterator[Block]:
    """The items of all lists; lists within an item are a part of it."""
    return (block for block in _blocks(text) if block.indent)


def paragraphs(text: str) -> Iterator[Block]:
    """What is text and in no list."""
    return (block for block in _blocks(text) if not block.indent)


def _blocks(text: str) -> Iterator[Block]:
    block: Block | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if block and _continues(block, line):
            block.lines.append(_inner(block, line))
            continue
        if block:
            yield _ended(block)
        block = _begun(number, line)
    if block:
        yield _ended(block)


def _continues(block: Block, line: str) -> bool:
    """Indented lines and blank ones go on; others do so too right below a line of text, as Markdown has it."""
    if block.indent and (line.startswith(" " * block.indent) or not line.strip()):
        return True
    lazy = block.lines[-1].strip() and not block.about
    return bool(lazy and line.strip()) and not (_BULLET.match(line) or _SILENT.fullmatch(line))


def _inner(block: Block, line: str) -> str:
    return line[block.indent :] if line.startswith(" " * block.indent) else line.strip()


def _begun(number: int, line: str) -> Block | None:
    if not line.strip() or _SILENT.fullmatch(line):
        return None
    mark = _BULLET.match(line)
    indent = mark.end() if mark else 0
    return Block(number, indent, [line[indent:]])


def _ended(block: Block) -> Block:
    while len(block.lines) > 1 and not block.lines[-1].strip():
        block.lines.pop()
    return block
