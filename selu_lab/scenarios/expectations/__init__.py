"""What can be expected of a step or of a whole scenario, each kind with its keys and the way it is judged."""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, ModelWrapValidatorHandler, create_model, model_validator

from selu_lab.errors import LabError
from selu_lab.scenarios.expectations.base import Check, Mismatch
from selu_lab.scenarios.expectations.claims import ClaimMatchesAct
from selu_lab.scenarios.expectations.judge import ModelJudge
from selu_lab.scenarios.expectations.plugins import plugin, plugins
from selu_lab.scenarios.expectations.stores import Lesson, Notes, ProfileUnchanged, ReminderFiredCheck, Reminders
from selu_lab.scenarios.expectations.texts import Context, NotInContext, Reply
from selu_lab.scenarios.expectations.tools import (
    MaxModelCalls,
    MaxToolCalls,
    ToolCalled,
    ToolCount,
    ToolNotCalled,
    ToolSequence,
)
from selu_lab.scenarios.strict import Strict, fault


def _offered(key: str) -> type[Check] | None:
    """A plugin's expectation; one that cannot be used is a fault at its key."""
    try:
        return plugin(key)
    except LabError as error:
        raise fault(key, error.sentence, error.hint) from error


class AfterAll(Strict):
    """What can be expected after the last step, of everything that happened. Of several keys all must hold."""

    tool_called: ToolCalled | None = Field(None, description="A tool was called.")
    tool_not_called: ToolNotCalled | None = Field(None, description="A tool was not called; wanting to counts.")
    tool_sequence: ToolSequence | None = Field(None, description="Tools were called in this order.")
    tool_count: ToolCount | None = Field(None, description="How often a tool was called.")
    max_tool_calls: MaxToolCalls | None = Field(None, description="The most tool calls.")
    max_model_calls: MaxModelCalls | None = Field(None, description="The most calls of the model.")
    notes: Notes | None = Field(None, description="The shared notes as they then are.")
    reminders: Reminders | None = Field(None, description="The reminders as they then are.")
    reminder_fired: ReminderFiredCheck | None = Field(None, description="A reminder fired.")
    lesson: Lesson | None = Field(None, description="A lesson there is.")
    profile_unchanged: ProfileUnchanged | None = Field(None, description="The profile is as the scenario set it.")
    judge: ModelJudge | None = Field(None, description="A model decides by criteria.")

    @model_validator(mode="after")
    def _expects_something(self) -> AfterAll:
        if not self.checks:
            raise fault("", "This expects nothing.", f"Give one of: {', '.join(self.names())}.")
        return self

    @model_validator(mode="wrap")
    @classmethod
    def _with_plugins(cls, given: object, read: ModelWrapValidatorHandler[Self]) -> Self:
        """Read a mapping that has keys of plugins as one of a class that has them too."""
        keys = [str(key) for key in given if not hasattr(cls, str(key))] if isinstance(given, dict) else []
        found = {key: kind for key in keys if key not in cls.names() and (kind := _offered(key))}
        if not found:
            return read(given)
        fields: dict[str, Any] = {key: (kind | None, None) for key, kind in found.items()}
        return create_model(cls.__name__, __base__=cls, **fields).model_validate(given)

    @property
    def checks(self) -> tuple[tuple[str, Check], ...]:
        """The kinds of expectations that were given."""
        given = ((name, getattr(self, name)) for name in type(self).model_fields)
        return tuple((name, check) for name, check in given if check is not None)


class Expectation(AfterAll):
    """What can be expected of a step."""

    reply: Reply | None = Field(None, description="The agent's answer.")
    context: Context | None = Field(None, description="A section of the context, with what it holds.")
    not_in_context: NotInContext | None = Field(None, description="What is not in the context.")
    claim_matches_act: ClaimMatchesAct | None = Field(None, description="What the reply says was done was done.")


__all__ = ["AfterAll", "Check", "Expectation", "Mismatch", "plugins"]
