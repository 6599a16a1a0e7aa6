"""Tools a prompt tells the model to call although nobody offers them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selu_lab.packages.check.passages import Passage, line_at
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.check.tool_names import BUILT_IN, PARAMETERS, REMOVED
from selu_lab.packages.findings import Finding
from selu_lab.packages.prompts import PromptFile
from selu_lab.yamlfile import Plain

_NAME = r"(?:functions\.)?(?P<name>[A-Za-z][A-Za-z0-9-]*(?:__?[A-Za-z0-9-]+)*)(?![\w*])"
_CANDIDATE = re.compile(rf"(?<![\w./`])(?P<tick>`?){_NAME}(?P<call>\(?)")
_CALLING = re.compile(
    r"\b(?:use|uses|using|call|calls|calling|invoke|invoking|run|nutze|nutzt|verwende|benutze|rufe?|tools?|werkzeug)"
    r"(?:\s+(?:the|das|den|die|tools?|function|werkzeug|built-in|first|then|dann|zuerst|immer|always|only|nur))*\s*$",
    re.IGNORECASE,
)
_CALLED = re.compile(r"`?(?:\s+|-)(?:tools?\b|werkzeuge?\b|aufruf|aufgerufen)", re.IGNORECASE)
_JOINED = re.compile(
    r"`?(?:\([^)\n]*\)`?)?\s*(?:,|/|\+|and|or|und|oder|then|dann)\s*(?:(?:and|or|und|oder|then|dann)\s*)?"
)


def check_offered(subject: Subject) -> Iterator[Finding]:
    """One finding per file and unknown tool, at its first mention."""
    known = subject.offered | set(subject.own_tools)
    ignored = PARAMETERS | {word for tool in subject.package.tools for word in _words(tool.input_schema)}
    for file in subject.read_prompts():
        seen: set[str] = set()
        for call in _calls(file.text, known):
            if call.text not in known | ignored | seen:
                seen.add(call.text)
                yield _finding(subject, file, call)


def _calls(text: str, known: set[str] | frozenset[str]) -> Iterator[Passage]:
    """Names that look like tools and stand where a tool is called; `a` and `b` in one breath count alike."""
    last_end = -1
    for match in _CANDIDATE.finditer(text):
        name = match["name"]
        if not _tool_like(match):
            continue
        joined = last_end >= 0 and _JOINED.fullmatch(text[last_end : match.start()]) is not None
        if name in known or name in BUILT_IN or name in REMOVED or joined or _called(text, match):
            last_end = match.end("name")
            yield Passage(name, match.start("name"), line_at(text, match.start("name")))


def _tool_like(match: re.Match[str]) -> bool:
    """An underscore makes a tool's name; camelCase does only as code, for GitHub and iCloud are no tools."""
    marked = match["tick"] or match["call"]
    return "_" in match["name"] or bool(marked and re.match(r"[a-z]+[A-Z]", match["name"]))


def _called(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 60) : match.start()]
    return (
        match["call"] == "("
        or _CALLING.search(before) is not None
        or _CALLED.match(text, match.end("name")) is not None
    )


def _words(schema: Plain) -> Iterator[str]:
    """Every name and text of an input schema: parameters and their values are no tools."""
    if isinstance(schema, str):
        yield schema
    for key, value in schema.items() if isinstance(schema, dict) else ():
        yield key
        yield from _words(value)
    for item in schema if isinstance(schema, list) else ():
        yield from _words(item)


def _finding(subject: Subject, file: PromptFile, call: Passage) -> Finding:
    where = file.at(call.line)
    if call.text in REMOVED:
        sentence = f"Selu no longer has the tool “{call.text}”; the model cannot call it."
        return Finding("warning", "tool-not-offered", sentence, where, "Remove the sentence.")
    if call.text in BUILT_IN:
        sentence = f"The tool “{call.text}” exists in Selu, but the Lab does not offer it."
        return Finding("info", "tool-not-in-lab", sentence, where)
    if any(capability.dynamic for capability in subject.package.capabilities):
        sentence = f"The tool “{call.text}” may come from a container at run time; the Lab does not offer it."
        return Finding("info", "tool-not-in-lab", sentence, where)
    sentence = f"The tool “{call.text}” is not offered: no capability has it and it is not built in."
    return Finding("warning", "tool-not-offered", sentence, where, "Correct the name or remove it.")
