"""The approver of a scenario: it gives the declared answers in order, and says no to what nobody declared."""

from __future__ import annotations

from collections.abc import Sequence

from selu_lab.scenarios.spec import ApprovalGiven
from selu_lab.tools.approval import Approval, ApprovalRequest


class ScriptedApprover:
    """Answers the Asks of a step. `surprise` is what was asked without an answer to it."""

    def __init__(self) -> None:
        self._answers: list[ApprovalGiven] = []
        self.surprise = ""

    def play(self, answers: Sequence[ApprovalGiven]) -> None:
        """Go on with the answers of a step."""
        self._answers = list(answers)

    @property
    def left(self) -> int:
        """How many declared answers nobody has asked for."""
        return len(self._answers)

    async def ask(self, request: ApprovalRequest) -> Approval:
        """Give the next answer, if it is one to this tool."""
        if not self._answers or self._answers[0].tool != request.tool or self.surprise:
            self.surprise = self.surprise or self._told(request)
            return Approval("absent")
        given = self._answers.pop(0)
        if given.answer == "edit":
            return Approval("allow", arguments=given.arguments)
        return Approval(given.answer, because=given.because or "")

    def _told(self, request: ApprovalRequest) -> str:
        asked = f"{request.agent} asked for approval of {request.tool}"
        if not self._answers:
            return f"{asked}, which this step does not declare."
        return f"{asked}, but the next declared approval is of {self._answers[0].tool}."
