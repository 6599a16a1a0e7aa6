"""Guidance that contradicts what Selu does: memory called disabled, or the user sent to a command."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selu_lab.packages.check.passages import Passage, line_at, listed, mentions, sentences
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.check.tool_names import MEMORY
from selu_lab.packages.findings import Finding
from selu_lab.packages.prompts import PromptFile

_PURPOSE = r"(?!\s+(?:for|to|when|unless|on|with|as|für|fuer|um|wenn|bei|als|zum|zur)\b)"
_OFF = re.compile(
    r"\bmemory(?:\s+\w+){0,4}\s+(?:disabled|turned\s+off|switched\s+off)\b"
    rf"|\b(?:do\s+not|don't|never)\s+(?:use|call)\s+(?:any\s+|the\s+)?memory\s+tools\b{_PURPOSE}"
    r"|\byou\s+have\s+no\s+(?:long-term\s+)?memory\b"
    r"|\b(?:memory|gedächtnis|gedaechtnis)(?:[\s-]+\w+){0,5}?\s+(?:deaktiviert|abgeschaltet|ausgeschaltet)\b"
    r"|\b(?:nutze|verwende|benutze|rufe)(?:\s+\w+){0,2}?\s+keine\s+(?:memory|gedächtnis|gedaechtnis)[\s-]?tools\b"
    rf"{_PURPOSE}"
    r"|\bdu\s+hast\s+kein\s+(?:langzeit)?gedächtnis\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|when|unless|wenn|falls|sofern)\b", re.IGNORECASE)
_COMMAND = re.compile(r"(?<![\w/])/(?:remind|schedule)\b")
_POINTING = re.compile(
    r"\b(?:tell|ask|suggest|point|refer|redirect|send|direct|recommend|advise|use|type|enter"
    r"|verweis\w*|bitte|sage?|empfiehl|empfehle|nutze?n?|verwenden?|benutzen?|tipp\w*|gib|schicke?|rate|weise)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:not|never|don't|without|instead\s+of|rather\s+than|nicht|nie|niemals|kein\w*|ohne|statt|anstatt)\b",
    re.IGNORECASE,
)


def check_memory_disabled(subject: Subject) -> Iterator[Finding]:
    """One warning per file that calls memory disabled while memory tools are offered."""
    offered = [name for name in MEMORY if name in subject.offered]
    for file in subject.read_prompts() if offered else ():
        if statement := next(_disabling(file.text), None):
            recommended = next(mentions(file.text, MEMORY), None)
            sentence = f"This says memory is disabled, but {listed(offered)} are offered all the same" + (
                f", and line {recommended.line} speaks of {recommended.text}." if recommended else "."
            )
            hint = "Only the tool policies can block the memory tools."
            yield Finding("warning", "memory-disabled", sentence, file.at(statement.line), hint)


def check_command_redirects(subject: Subject) -> Iterator[Finding]:
    """A warning for every sentence that sends the user to /remind or /schedule."""
    for file in subject.read_prompts():
        yield from _redirects(file)


def _disabling(text: str) -> Iterator[Passage]:
    for sentence in sentences(text):
        match = _OFF.search(sentence.text)
        if match and not _CONDITION.search(sentence.text, 0, match.start()):
            start = sentence.start + match.start()
            yield Passage(match.group(), start, line_at(text, start))


def _redirects(file: PromptFile) -> Iterator[Finding]:
    for sentence in sentences(file.text):
        command = _COMMAND.search(sentence.text)
        if command and _POINTING.search(sentence.text) and not _spoken_against(sentence.text[: command.start()]):
            line = line_at(file.text, sentence.start + command.start())
            told = f"This sends the user to {command.group()}; the agent should call set_reminder itself."
            yield Finding("warning", "command-redirect", told, file.at(line), "Tell it to call set_reminder directly.")


def _spoken_against(before: str) -> bool:
    """Whether what stands before the command rules it out, rather than ruling out set_reminder."""
    against = list(_AGAINST.finditer(before))
    return bool(against) and not re.search(r"set_(?:reminder|schedule)", before[against[-1].end() :])
