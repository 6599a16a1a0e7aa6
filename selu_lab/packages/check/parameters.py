"""Parameter names in the guidance: the document's, Selu's own, and those neither knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selu_lab.packages.check.passages import Passage, line_at, listed, mentions, paragraphs
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.check.tool_names import DOCUMENT, PRODUCTION
from selu_lab.packages.findings import Finding
from selu_lab.packages.prompts import PromptFile

_HINT = "Leave parameter names out: the model reads them from the tool's schema."
_CALL = re.compile(r"(?<!\w)(?P<tool>memory_search|memory_remember|set_reminder)\((?P<given>[^)\n]{0,300})\)")


def check_parameters(subject: Subject) -> Iterator[Finding]:
    """One finding per file, tool and parameter name that not both sides know."""
    for file in subject.read_prompts():
        seen: set[tuple[str, str]] = set()
        for tool, name in (*_given_in_calls(file.text), *_named_beside(file.text)):
            if (tool, name.text) not in seen:
                seen.add((tool, name.text))
                yield from _finding(file, tool, name)


def _given_in_calls(text: str) -> Iterator[tuple[str, Passage]]:
    """The names in `set_reminder(prompt, when="…")`; quoted values are no names."""
    for match in _CALL.finditer(text):
        bare = re.sub(r"(\"[^\"]*\"|'[^']*'|„[^“]*“|“[^”]*”)", lambda quoted: "…" * len(quoted.group()), match["given"])
        for name in re.finditer(r"(?:^|,)\s*(?P<name>[a-z_]+)\s*(?=[=:,]|$)", bare):
            start = match.start("given") + name.start("name")
            yield match["tool"], Passage(name["name"], start, line_at(text, start))


def _named_beside(text: str) -> Iterator[tuple[str, Passage]]:
    """Known parameter names, as code or as `name = …`, in the same paragraph after the tool they belong to."""
    for paragraph in paragraphs(text):
        tools = list(mentions(paragraph.text, DOCUMENT))
        for index, tool in enumerate(tools):
            end = tools[index + 1].start if index + 1 < len(tools) else len(paragraph.text)
            names = "|".join({*DOCUMENT[tool.text], *PRODUCTION[tool.text]})
            pattern = re.compile(rf"`(?:{names})(?=[`:=])|(?<![\w`])(?:{names})(?=\s*=\s)")
            for match in pattern.finditer(paragraph.text, tool.start, end):
                start = paragraph.start + match.start()
                yield tool.text, Passage(match.group().strip("`"), start, line_at(text, start))


def _finding(file: PromptFile, tool: str, name: Passage) -> Iterator[Finding]:
    document, production, where = DOCUMENT[tool], PRODUCTION[tool], file.at(name.line)
    if name.text in document and name.text not in production:
        names = listed([f"“{other}”" for other in production])
        sentence = f"{tool} has “{name.text}” in the document, but Selu's own tool takes {names}."
        yield Finding("warning", "parameter-name", sentence, where, _HINT)
    elif name.text in production and name.text not in document:
        names = listed([f"“{other}”" for other in document])
        sentence = f"{tool} has “{name.text}” in Selu only; the document says {names}. The Lab accepts both."
        yield Finding("info", "parameter-name", sentence, where, _HINT)
    elif name.text not in production:
        sentence = f"{tool} has no parameter “{name.text}”, neither in the document nor in Selu."
        yield Finding("warning", "unknown-parameter", sentence, where, _HINT)
