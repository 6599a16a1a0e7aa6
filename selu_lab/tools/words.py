"""What a model is told when a call does not run: what happened, whether to try again, what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from selu_lab.text import shorten
from selu_lab.tools.approval import Approval
from selu_lab.tools.base import refusal

_NO_RETRY = "Do not call it again in this turn."
_ASK = "Tell the user and ask how to go on."


def unknown(name: str, offered: Sequence[str]) -> JsonValue:
    """No tool of that name; the answer lists the ones there are."""
    return refusal(
        "unknown_tool", f"There is no tool “{shorten(name, 60)}”.", f"The tools offered are: {', '.join(offered)}."
    )


def invalid(name: str, fault: str, hint: str = "") -> JsonValue:
    """The arguments do not fit."""
    message = f"The arguments of {name} are not valid: {fault}"
    return refusal("invalid_arguments", message, hint or "Correct the arguments and call it again.")


def blocked(name: str) -> JsonValue:
    """The policy is Block."""
    return refusal(
        "blocked", f"The user's policy blocks {name}. {_NO_RETRY}", f"{_ASK} They can change the policy of this tool."
    )


def not_configured(name: str) -> JsonValue:
    """Nobody gave the tool a policy; production words this otherwise than Block (selu.md 3.5)."""
    return refusal(
        "not_configured",
        f"{name} has no policy yet, so it did not run.",
        "Ask the user to set one for this tool in the agent's policies.",
    )


def denied(name: str, approval: Approval) -> JsonValue:
    """The user said no, nobody answered in time, or nobody was there."""
    if approval.answer == "timeout":
        return refusal(
            "timeout", f"Nobody answered the approval of {name} in time, so it did not run. {_NO_RETRY}", _ASK
        )
    if approval.answer == "absent":
        message = f"{name} needs the user's approval, and nobody was there to give it, so it did not run. {_NO_RETRY}"
        return refusal("not_approved", message, "Tell the user that it is still to be done.")
    if approval.answer == "cancelled":
        return cancelled(name)
    if approval.because:
        message = f"The user denied {name} because: {approval.because}"
        return refusal("denied", message, f"{_NO_RETRY} Heed the reason.", because=approval.because)
    return refusal("denied", f"The user denied {name}. {_NO_RETRY}", "Accept it and ask how to go on.")


def cancelled(name: str) -> JsonValue:
    """The turn was stopped before the call was done."""
    return refusal(
        "cancelled", f"The turn was stopped before {name} had answered.", "It may or may not have run: ask or look."
    )


def crashed(name: str) -> JsonValue:
    """The tool itself broke."""
    return refusal("failed", f"{name} failed.", f"{_ASK}")
