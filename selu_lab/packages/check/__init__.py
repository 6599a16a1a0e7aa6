"""The check of an agent package: what its author should know before the agent meets a user."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from selu_lab.packages.check.chosen import check_chosen, check_unreachable
from selu_lab.packages.check.contradictions import check_command_redirects, check_memory_disabled
from selu_lab.packages.check.gaps import check_gaps
from selu_lab.packages.check.identifiers import check_identifiers
from selu_lab.packages.check.languages import check_languages
from selu_lab.packages.check.offered import check_offered
from selu_lab.packages.check.parameters import check_parameters
from selu_lab.packages.check.sizes import check_empty, check_hidden, check_size
from selu_lab.packages.check.subject import Subject
from selu_lab.packages.findings import Finding, ordered
from selu_lab.packages.package import AgentPackage

Check: TypeAlias = Callable[[Subject], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    check_chosen,
    check_unreachable,
    check_gaps,
    check_languages,
    check_offered,
    check_parameters,
    check_memory_disabled,
    check_command_redirects,
    check_identifiers,
    check_empty,
    check_size,
    check_hidden,
)


def check_package(package: AgentPackage, offered_tools: Sequence[str]) -> tuple[Finding, ...]:
    """Everything to say about a package: what reading it reported and what the checks find, errors first.

    `offered_tools` are the names of the built-in tools the Lab offers; the package's own tools are added.
    """
    subject = Subject(package, frozenset(offered_tools))
    found = (finding for check in CHECKS for finding in check(subject))
    return ordered((*package.problems, *found))
