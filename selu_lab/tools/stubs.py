"""Tools of an agent's own capabilities: offered from its manifests and answered from a can, for nothing runs here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from selu_lab.packages import AgentPackage, StubTool
from selu_lab.tools.base import Arguments, Scope, ToolResult, ToolSpec

Canned = Callable[[str], "str | None"]
"""Gives the answer a scenario set for a tool, or None for the package's own."""


class Stub:
    """One such tool."""

    def __init__(self, tool: StubTool, canned: Canned, language: str) -> None:
        text = tool.approval(language)
        self.spec = ToolSpec(
            tool.name,
            tool.description,
            dict(tool.input_schema),
            default_policy=tool.recommended_policy,
            policy_origin="agent",
            origin=f"capability {tool.capability_id}",
            approval=text.message or text.label,
        )
        self._tool = tool
        self._canned = canned

    async def run(self, arguments: Arguments, scope: Scope) -> ToolResult:
        """Give the canned answer."""
        answer = self._canned(self.spec.name)
        return ToolResult(self._tool.answer if answer is None else answer)


def stubs(package: AgentPackage, canned: Canned, language: str) -> Mapping[str, Stub]:
    """The tools of a package's capabilities, by the name the model calls."""
    tools = [tool for capability in package.capabilities for tool in capability.tools]
    return {tool.name: Stub(tool, canned, language) for tool in tools}
