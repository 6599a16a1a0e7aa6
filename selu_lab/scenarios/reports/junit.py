"""The report as JUnit XML, which CI services show test by test; it carries the same text as the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from selu_lab.scenarios.reports.text import details, headline, usage
from selu_lab.scenarios.result import BAD, Result

_NOT_XML = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_report(results: Sequence[Result]) -> str:
    """The whole report as one XML text.

    Flaky counts as a failure, inconclusive as an error, an expected failure as skipped.
    """
    suite = ElementTree.Element("testsuite", name="selu-lab", time=_seconds(results), tests=str(len(results)))
    for result in results:
        _add_case(suite, result)
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
    _add_usage(suite, results)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _add_usage(suite: ElementTree.Element, results: Sequence[Result]) -> None:
    """What the run used, as properties, which have to come first in a suite."""
    used = usage(results)
    properties = ElementTree.Element("properties")
    for name, value in (("tokens_in", used.tokens_in), ("tokens_out", used.tokens_out), ("cost", used.cost)):
        if value is not None:
            ElementTree.SubElement(properties, "property", name=name, value=str(value))
    suite.insert(0, properties)


def _add_case(suite: ElementTree.Element, result: Result) -> None:
    path = result.scenario.path
    case = ElementTree.SubElement(
        suite, "testcase", name=_clean(headline(result)), classname=path.stem, file=str(path), time=_seconds([result])
    )
    lines = details(result)
    if result.outcome in BAD:
        tag = "error" if result.outcome in ("error", "inconclusive") else "failure"
        first = lines[0] if lines else result.note
        element = ElementTree.SubElement(case, tag, type=result.outcome, message=_clean(first))
        element.text = _clean("\n".join(lines))
    elif result.outcome in ("skipped", "expected_fail"):
        ElementTree.SubElement(case, "skipped", type=result.outcome, message=_clean(headline(result)))


def _clean(text: str) -> str:
    """The text without the characters XML cannot carry."""
    return _NOT_XML.sub("", text)


def _seconds(results: Sequence[Result]) -> str:
    return f"{sum(result.seconds for result in results):.4f}"
