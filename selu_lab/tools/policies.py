"""Policies: the user's override, then the agent's default, then the tool's own; no policy at all means blocked."""

from __future__ import annotations

from dataclasses import dataclass

from selu_lab.errors import LabError
from selu_lab.events.tools import Decision, Policy, PolicyOrigin
from selu_lab.storage import Database
from selu_lab.text import clean
from selu_lab.tools.base import ToolSpec

POLICIES: tuple[Policy, ...] = ("allow", "ask", "block")


@dataclass(frozen=True)
class Ruling:
    """Which policy applies and who set it."""

    decision: Decision
    origin: PolicyOrigin


class Policies:
    """The overrides the users of a workspace made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ruling(self, user: str, agent: str, spec: ToolSpec) -> Ruling:
        """The policy of a tool for this user and agent (selu.md 3.4)."""
        row = self._database.row(
            "SELECT policy FROM policies WHERE user = ? AND agent = ? AND tool = ?", (user, agent, spec.name)
        )
        if row:
            return Ruling(policy_named(row[0]), "user")
        if spec.default_policy is None:
            return Ruling("unset", "none")
        return Ruling(spec.default_policy, "agent" if spec.policy_origin == "agent" else "tool")

    def set(self, user: str, agent: str, tool: str, policy: Policy) -> None:
        """Override a tool's policy for this user and agent."""
        self._database.execute(
            "INSERT INTO policies (user, agent, tool, policy) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (user, agent, tool) DO UPDATE SET policy = excluded.policy",
            (user, agent, tool, policy),
        )

    def reset(self, user: str, agent: str, tool: str) -> bool:
        """Go back to the default; tells whether there was an override."""
        sql = "DELETE FROM policies WHERE user = ? AND agent = ? AND tool = ?"
        return self._database.execute(sql, (user, agent, tool)) > 0


def policy_named(word: str) -> Policy:
    """The policy of that name; raises LabError for another word."""
    found = next((policy for policy in POLICIES if policy == word.lower()), None)
    if found is None:
        raise LabError(f"“{clean(word)[:30]}” is not a policy.", hint="Use allow, ask or block.")
    return found
