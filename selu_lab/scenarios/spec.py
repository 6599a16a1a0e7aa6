"""The file format of scenarios: what may stand in `scenarios/<name>.yaml`, and the source of its JSON schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, JsonValue, ValidationInfo, WithJsonSchema, field_validator, model_validator
from pydantic_core import InitErrorDetails, ValidationError

from selu_lab.errors import LabError
from selu_lab.events.tools import Policy
from selu_lab.lessons.records import Category
from selu_lab.memory.users import User, check_timezone, checked
from selu_lab.models.script import Line
from selu_lab.scenarios.expectations import AfterAll, Check, Expectation
from selu_lab.scenarios.moments import START, duration, moment
from selu_lab.scenarios.strict import Count, Strict, Text, fault

Secret = Annotated[Text, Field(min_length=4)]
"""A shorter one would be found in innocent words."""


def _told(key: str, check: Callable[[], object]) -> None:
    """Pass on what another room has to say about the value under a key."""
    try:
        check()
    except LabError as error:
        raise fault(key, error.sentence, error.hint) from error


class Persona(Strict):
    """The user. Nothing is taken from the machine, so that a scenario is the same everywhere."""

    id: Text = "anna"
    language: Literal["de", "en"] = "de"
    timezone: Text = Field("Europe/Berlin", description="IANA name.")

    @model_validator(mode="after")
    def _can_be(self) -> Persona:
        _told("timezone", lambda: check_timezone(self.timezone))
        _told("id", lambda: checked(self.user))
        return self

    @property
    def user(self) -> User:
        """The persona as the lab keeps it."""
        return User(self.id, self.id, self.language, self.timezone)


class FactGiven(Strict):
    """A fact of the profile."""

    category: Literal["personal", "preferences", "location", "work", "other"] = "other"
    text: Text


class NoteGiven(Strict):
    """A shared note there is before the first step."""

    content: Text
    agent: Text = Field("", description="The agent that stored it; the first one by default.")


class LessonGiven(Strict):
    """A lesson there is before the first step."""

    text: Text
    status: Literal["suggested", "active", "paused"] = "active"
    category: Category = "communication_style"


class ScriptLine(Strict):
    """What the model `script` says or calls; calls in a row are one answer."""

    say: Text | None = Field(None, description="The text of an answer.")
    call: Text | None = Field(None, description="The tool to call.")
    arguments: dict[str, JsonValue] | None = Field(None, description="Its arguments.")
    raw: Text | None = Field(None, description="Its arguments as a text that reaches the gate as it is.")

    @model_validator(mode="after")
    def _does_something(self) -> ScriptLine:
        if self.say is None and self.call is None:
            raise fault("", "A line of the script has to say or call something.")
        if self.call is None and (self.arguments is not None or self.raw is not None):
            raise fault("", "Only a call has arguments.", "Add `call`.")
        if self.arguments is not None and self.raw is not None:
            raise fault("raw", "A call has either `arguments` or `raw`.")
        return self

    @property
    def line(self) -> Line:
        """The line as the model takes it."""
        return Line(self.say or "", self.call or "", self.raw if self.raw is not None else self.arguments or {})


class ApprovalGiven(Strict):
    """The answer to the next Ask."""

    tool: Text
    answer: Literal["allow", "deny", "edit", "timeout"]
    because: Text | None = Field(None, description="Told to the model after deny.")
    arguments: dict[str, JsonValue] | None = Field(None, description="With edit: what the call runs with, whole.")

    @model_validator(mode="after")
    def _goes_together(self) -> ApprovalGiven:
        if self.because is not None and self.answer != "deny":
            raise fault("because", "“because” belongs to the answer deny.")
        if (self.arguments is not None) != (self.answer == "edit"):
            raise fault("answer", "The answer edit needs `arguments`, and only edit has them.")
        return self


class Advance(Strict):
    """How the frozen clock moves on: by a duration of elapsed time, or to a moment."""

    short: ClassVar[str] = "by"

    by: Text | None = Field(None, description="Such as 90min, 2h, 1d or 1d 12h.")
    to: Text | None = Field(None, description="ISO, local time of the user unless it has an offset.")

    @model_validator(mode="after")
    def _one_way(self) -> Advance:
        if (self.by is None) == (self.to is None):
            raise fault("", "The clock advances either by a duration or to a moment.", "Write `advance: 2h` or `to:`.")
        if self.by is not None:
            by = self.by
            _told("", lambda: duration(by))
        return self

    @property
    def duration(self) -> timedelta | None:
        """How long, or None when it goes to a moment."""
        return duration(self.by) if self.by else None


class StepGiven(Strict):
    """One step: the user says something, the clock advances, or the conversation ends."""

    user: Text | None = Field(None, description="What the user says, to the last character; @id chooses an agent.")
    advance: Advance | None = Field(None, description="Moves the frozen clock and fires what is due.")
    end: Literal["conversation"] | None = Field(None, description="Ends the conversation; reflection follows.")
    model: tuple[ScriptLine, ...] = Field((), description="What `model: script` answers in this step.")
    approvals: tuple[ApprovalGiven, ...] = Field((), description="The answers to what is asked, in order.")
    expect: tuple[Expectation, ...] = Field((), description="What has to hold after this step.")

    @model_validator(mode="after")
    def _one_thing(self) -> StepGiven:
        if sum(given is not None for given in (self.user, self.advance, self.end)) != 1:
            raise fault("", "A step is exactly one of user, advance and end.")
        if self.user is not None and not self.user.strip():
            raise fault("user", "The user has to say something.")
        return self


def _all_or_number(given: object) -> object:
    if given == 0:
        raise fault("", "At least one repetition has to pass.", "Write `all`, or a number.")
    return 0 if given == "all" else given


class Repeat(Strict):
    """Plays the scenario several times, each time from scratch."""

    times: Annotated[Count, Field(ge=1, le=1000)]
    needed: Annotated[
        Count,
        BeforeValidator(_all_or_number),
        WithJsonSchema({"anyOf": [{"const": "all"}, {"type": "integer", "minimum": 1}]}),
    ] = Field(0, alias="pass", description="How many have to pass: all, or a number.")

    @model_validator(mode="after")
    def _possible(self) -> Repeat:
        if self.needed > self.times:
            raise fault("pass", f"Of {self.times} repetitions {self.needed} cannot pass.")
        return self


class VariantGiven(Strict):
    """Another prompt for an agent, for `selu-lab compare`."""

    short: ClassVar[str] = "prompt"

    prompt: Text = Field(description="A file beside the scenario that stands in for agent.md; or a whole package.")
    agent: Text = Field("", description="The agent it is for; the first one by default.")


class ScenarioFile(Strict):
    """A scenario: what there is, what happens, what has to hold."""

    name: Text = Field(description="What the scenario shows, in one sentence.")
    tags: tuple[Text, ...] = Field((), description="Words to select it by.")
    agents: tuple[Text, ...] = Field(("default",), min_length=1, description="Ids or folders; the first one answers.")
    user: Persona = Persona()
    now: Text = Field(START, description="When it begins: ISO, local time of the user. Moves only by `advance`.")
    profile: tuple[FactGiven, ...] = ()
    notes: tuple[NoteGiven, ...] = ()
    lessons: dict[str, tuple[LessonGiven, ...]] = Field({}, description="By agent.")
    policies: dict[str, dict[str, Policy]] = Field({}, description="By agent, then by tool: allow, ask or block.")
    secrets: tuple[Secret, ...] = Field((), description="Texts that must reach no note, reminder, lesson or report.")
    canned: dict[str, JsonValue] = Field({}, description="What a capability's tool answers.")
    model: Text = Field("demo", description="demo, script, echo, fault:<kind> or a litellm name; --model wins.")
    variants: dict[Text, VariantGiven] = Field({}, description="What `compare` compares agent.md with, by name.")
    steps: tuple[StepGiven, ...] = Field(min_length=1)
    after: AfterAll | None = Field(None, description="What has to hold in the end.")
    repeat: Repeat | None = None
    expected_fail: Text | None = Field(None, description="Why it is known to fail; passing is then a failure.")
    skip: Text | None = Field(None, description="Why it is not played.")

    @model_validator(mode="after")
    def _hangs_together(self) -> ScenarioFile:
        if self.after is None and not any(step.expect for step in self.steps):
            raise fault("", "This scenario expects nothing, so it could never fail.", "Add `expect` or `after`.")
        return self

    @model_validator(mode="after")
    def _reads_its_script(self) -> ScenarioFile:
        if self.model in ("demo", "echo"):
            lines = [("steps", number, "model") for number, step in enumerate(self.steps) if step.model]
            if lines:
                told = fault("", "Only `model: script` reads these lines.", "Add `model: script` to the scenario.")
                raise ValidationError.from_exception_data("", [InitErrorDetails(type=told, loc=lines[0], input=None)])
        return self

    @field_validator("now")
    @classmethod
    def _now_exists(cls, now: str, others: ValidationInfo) -> str:
        if user := others.data.get("user"):
            _told("", lambda: moment(now, user.timezone))
        return now

    @field_validator("skip")
    @classmethod
    def _is_played(cls, skip: str | None, others: ValidationInfo) -> str | None:
        if skip is not None and others.data.get("expected_fail") is not None:
            raise fault("", "A scenario that is skipped cannot be expected to fail.")
        return skip

    @property
    def expectations(self) -> tuple[tuple[tuple[int | str, ...], AfterAll], ...]:
        """All that is expected, of steps and in the end, each with its place in the file."""
        steps = enumerate(self.steps)
        found = [(("steps", n, "expect", i), one) for n, step in steps for i, one in enumerate(step.expect)]
        return (*found, *([(("after",), self.after)] if self.after else []))

    @property
    def judges(self) -> tuple[str, ...]:
        """The models that judge, where they are named."""
        return tuple(dict.fromkeys(one.judge.model for _, one in self.expectations if one.judge and one.judge.model))

    @property
    def canned_texts(self) -> Mapping[str, str]:
        """What tools answer, as the text the model is told."""
        return {
            tool: answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
            for tool, answer in self.canned.items()
        }


def schema(more: Mapping[str, type[Check]] | None = None) -> dict[str, JsonValue]:
    """The JSON schema of the file format, with `more` expectations that plugins offer."""
    body = ScenarioFile.model_json_schema(by_alias=True)
    for key, kind in (more or {}).items():
        own = kind.model_json_schema(by_alias=True)
        body["$defs"] = own.pop("$defs", {}) | body["$defs"]
        for place in (AfterAll, Expectation):
            body["$defs"][place.__name__]["properties"][key] = own
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body, "title": "Selu Lab scenario"}
