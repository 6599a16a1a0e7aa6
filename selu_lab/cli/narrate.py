"""Telling a conversation in plain lines as it happens: for pipes, screen readers and line terminals."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass

import click

from selu_lab.cli.front import json_text
from selu_lab.conversation.marks import marked
from selu_lab.events import (
    AnyEvent,
    ApprovalAsked,
    ContextBuilt,
    Entry,
    ModelAnswered,
    ModelRetrying,
    TextDelta,
    ToolFinished,
    ToolRequested,
    TurnFinished,
    TurnStarted,
)
from selu_lab.text import shorten


@dataclass
class Telling:
    """Tells what happens, entry by entry. The journal goes on whatever its listeners do, so a failure is kept."""

    tell: Callable[[Entry], None]
    failure: OSError | None = None

    def __call__(self, entry: Entry) -> None:
        """Tell one entry, unless an earlier one could not be."""
        try:
            if self.failure is None:
                self.tell(entry)
        except OSError as error:
            self.failure = error

    def done(self) -> None:
        """Raise what went wrong: nobody reads any more, or the disk is full."""
        if self.failure:
            raise self.failure


def narrate(entry: Entry) -> None:
    """Print one entry: the answer on stdout, everything about it on stderr."""
    match entry.event:
        case TextDelta(text=text):
            _write(text)
        case ModelAnswered(text=text) if text:
            _write("\n")
        case event:
            if line := _line(event):
                click.echo(line, err=True)


def _line(event: AnyEvent) -> str:
    """What is told about the answer; empty for what is not worth a line."""
    match event:
        case TurnStarted(agent=agent, trigger="reminder", text=text):
            return f"[reminder of {agent}] {text}"
        case ContextBuilt(sections=sections):
            return "[context] " + ", ".join(f"{one.name} {one.tokens}" for one in sections) + " tokens"
        case ToolRequested(tool=tool, arguments=arguments):
            return f"[call] {tool} {shorten(json.dumps(arguments, ensure_ascii=False), 300)}"
        case ApprovalAsked(tool=tool, message=message):
            return f"[ask] {tool}{f': {message}' if message else ''}"
        case ToolFinished(tool=tool, outcome=outcome, content=content):
            return f"[{outcome}] {tool}: {shorten(content, 300)}"
        case ModelRetrying(sentence=sentence, wait=wait):
            return f"[retry] {sentence} Trying again in {wait:.0f} s."
        case TurnFinished(sentence=sentence) if sentence:
            return f"[turn] {sentence}"
        case _:
            said = marked(event)
            return f"[{said[1]}] {said[0]}" if said else ""


def as_json_line(entry: Entry) -> None:
    """Print one entry as a line of JSON on stdout."""
    _write(json_text(entry.model_dump(mode="json")) + "\n")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
