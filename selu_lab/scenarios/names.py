"""Names in a scenario that nothing answers to: a misspelt tool in `tool_not_called` would pass for ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from selu_lab.errors import LabError, Where
from selu_lab.lab import Lab
from selu_lab.scenarios.expectations.judge import CANNOT_JUDGE
from selu_lab.scenarios.loading import Loc, Scenario, place
from selu_lab.scenarios.strict import close
from selu_lab.tools.arguments import parameters
from selu_lab.tools.base import ToolSpec
from selu_lab.yamlfile import Node

PRODUCTION = ("memory_forget", "memory_list", "set_schedule", "delegate_to_agent")
"""Tools of Selu that an agent may long for although the Lab does not offer them."""

_TOOL_CHECKS = ("tool_called", "tool_not_called", "tool_count", "max_tool_calls")
_ORDERS = ("in_order", "exact", "any_order")


def unknown_names(scenario: Scenario, lab: Lab) -> list[LabError]:
    """Every agent and tool the scenario names that there is not, every judge that is none, in the file's order."""
    agents = lab.shelf.ids()
    offered = [lab.toolbox.offered(lab.shelf.get(agent)) for agent in agents]
    tools = [*dict.fromkeys(tool for one in offered for tool in one)]
    known: Mapping[str, Sequence[str]] = {"agent": agents, "tool": [*tools, *PRODUCTION]}
    found = [
        LabError(f"There is no {kind} “{name}” in this scenario.", where=where, hint=close(name, list(known[kind])))
        for kind, name, where in _named(scenario)
        if name not in known[kind]
    ]
    found += [*_unable(scenario, lab.settings.model), *_nearly_mentioned(scenario, agents)]
    found += _impossible(scenario, {name: tool.spec for one in offered for name, tool in one.items()})
    return sorted(found, key=lambda error: (error.where.line or 0) if error.where else 0)


def _unable(scenario: Scenario, model: str) -> Iterator[LabError]:
    """Judges that are none: they would never pass."""
    for loc, one in scenario.file.expectations:
        if one.judge and (name := one.judge.model or model) in CANNOT_JUDGE:
            hint = "Name one that can: `judge: {criteria: …, model: openai/gpt-4.1-mini}`."
            yield LabError(f"The model {name} cannot judge.", where=scenario.where(*loc, "judge"), hint=hint)


def _nearly_mentioned(scenario: Scenario, agents: Sequence[str]) -> Iterator[LabError]:
    """Mentions that look like an agent's; any other text with an @ in front is the user's own."""
    for number, step in enumerate(scenario.file.steps):
        word = next(iter((step.user or "").split(maxsplit=1)), "")
        name = word[1:].rstrip(",:").lower()
        if word.startswith("@") and name not in agents and get_close_matches(name, agents, n=1, cutoff=0.8):
            where = scenario.where("steps", number, "user")
            yield LabError(f"There is no agent “{name}” in this scenario.", where=where, hint=close(name, [*agents]))


def _impossible(scenario: Scenario, specs: Mapping[str, ToolSpec]) -> Iterator[LabError]:
    """Arguments that a tool does not have: a call that must not come and has one would never come."""
    for loc, one in scenario.file.expectations:
        call = one.tool_not_called
        if call is None or call.name not in specs:
            continue
        known = parameters(specs[call.name])
        for name in [one for one in call.arguments or () if known and one not in known]:
            where = scenario.where(*loc, "tool_not_called", "arguments", name)
            yield LabError(f"The tool {call.name} has no argument “{name}”.", where=where, hint=close(name, known))


def _named(scenario: Scenario) -> Iterator[tuple[str, str, Where]]:
    file = scenario.file
    for agent in file.lessons:
        yield "agent", agent, scenario.where("lessons", agent)
    for agent, policies in file.policies.items():
        yield "agent", agent, scenario.where("policies", agent)
        for tool in policies:
            yield "tool", tool, scenario.where("policies", agent, tool)
    for tool in file.canned:
        yield "tool", tool, scenario.where("canned", tool)
    for number, step in enumerate(file.steps):
        for index, approval in enumerate(step.approvals):
            yield "tool", approval.tool, scenario.where("steps", number, "approvals", index, "tool")
    for loc, _ in file.expectations:
        yield from _in_checks(scenario.node, loc)


def _in_checks(root: Node, loc: Loc) -> Iterator[tuple[str, str, Where]]:
    """The tools that the expectations of one mapping name."""
    node: Node | None = root
    for part in loc:
        node = node and (node.get(part) if isinstance(part, str) else node.items[part])
    for key, check in node.fields if node else ():
        patterns = [check] if key in _TOOL_CHECKS else []
        if key == "tool_sequence":
            patterns = [item for order in _ORDERS if (calls := check.get(order)) for item in calls.items]
        for pattern in patterns:
            name = pattern.get("name") or pattern
            if isinstance(name.value, str):
                yield "tool", name.value, place(name, ())
