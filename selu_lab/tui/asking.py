"""What stands behind the question dialog: arguments checked again, policies set for the right user."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import JsonValue

from selu_lab.errors import LabError
from selu_lab.events import PolicyChanged
from selu_lab.events.tools import Policy
from selu_lab.lab import Lab
from selu_lab.tools.approval import ApprovalRequest
from selu_lab.tools.arguments import check, parse, prepare
from selu_lab.tui.screens.ask import Check


def checker(lab: Lab, request: ApprovalRequest) -> Check:
    """Reads arguments the user edited as the gate will; raises LabError with what does not fit."""

    def read(text: str) -> Mapping[str, JsonValue]:
        tools = lab.toolbox.offered(lab.shelf.get(request.agent))
        user = lab.user(lab.journal.get(request.conversation).user)
        spec = tools[request.tool].spec
        arguments = prepare(_parsed(text), spec, user.language).arguments
        if fault := check(arguments, spec):
            raise LabError(f"The arguments do not fit: {fault.removeprefix('$').lstrip('.: ')}")
        return arguments

    return read


def _parsed(text: str) -> Mapping[str, JsonValue]:
    """What the gate reads; its sentence for the model becomes one for the person who typed."""
    try:
        return parse(text)
    except LabError as error:
        raise LabError(_unreadable(text)) from error


def _unreadable(text: str) -> str:
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        return f"This is not valid JSON: {what} (line {error.lineno}, column {error.colno})."
    except RecursionError:
        return "This is nested too deeply."
    return "Write one JSON object: names and values between { and }."


def set_policy(lab: Lab, request: ApprovalRequest, policy: Policy) -> None:
    """Set the policy of the tool that asks, for the agent and the user it works for, and mark it there."""
    user = lab.journal.get(request.conversation).user
    lab.policies.set(user, request.agent, request.tool, policy)
    event = PolicyChanged(agent=request.agent, tool=request.tool, policy=policy)
    lab.journal.record(request.conversation, 0, event)
