"""Expectations of texts: what the agent replied, what was put into its context and what was not."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, field_validator, model_validator

from selu_lab.scenarios.expectations.base import Check, Mismatch, listed
from selu_lab.scenarios.matching import Match
from selu_lab.scenarios.seen import Seen
from selu_lab.scenarios.strict import Text, close, fault

SECTIONS = (
    *("agent", "time", "language", "commands", "memory", "approval", "completion"),
    *("profile", "lessons", "history", "tools", "capability:<id>"),
)
"""The sections of a context (`selu_lab.context`), and after them the history and the tools that were offered."""


class Reply(Match, Check):
    """What the agent answered in this step; of several fired reminders, their answers one below the other."""

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Compare the answer."""
        reply = "\n\n".join(seen.replies)
        if seen.replies and self.fits(reply):
            return None
        return Mismatch(
            f"a reply that {self}", listed([repr(reply)] if reply else [], "no reply") + self.measured(reply)
        )


class Context(Match, Check):
    """What a section of the context holds; without a matcher: that it is there. No `section`: anywhere in it."""

    short: ClassVar[str] = ""
    needs_rule: ClassVar[bool] = False

    section: Text = Field("", description=f"The section: {', '.join(SECTIONS)}.")

    @field_validator("section")
    @classmethod
    def _known_section(cls, section: str) -> str:
        if section in SECTIONS[:-1] or (section.startswith("capability:") and section != "capability:"):
            return section
        raise fault("", f"There is no context section “{section}”.", close(section, SECTIONS))

    @model_validator(mode="after")
    def _looks_at_something(self) -> Context:
        if not self.section and not self.rules:
            raise fault("", "This looks at nothing.", "Name a section, or a matcher such as contains, or both.")
        return self

    @property
    def place(self) -> str:
        """How the place is called in a report."""
        return f"section {self.section}" if self.section else "context"

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Look at the context of every turn: in each one it must hold."""
        contexts = seen.contexts(self.section)
        if contexts and all(text is not None and self.fits(text) for text in contexts):
            return None
        texts = [text for text in contexts if text is not None]
        return Mismatch(f"a {self}", listed(texts, f"no {self.place}") + self.measured("\n\n".join(texts)))

    def __str__(self) -> str:
        return f"{self.place} that {super().__str__()}" if self.rules else self.place


class NotInContext(Context):
    """What the context does not hold: no such section, or none that matches."""

    async def judge(self, seen: Seen) -> Mismatch | None:
        """Look at the context of every turn."""
        found = [text for text in seen.contexts(self.section) if text is not None and self.fits(text)]
        return Mismatch(f"no {self}", listed(map(self._telling_line, found), "")) if found else None

    def _telling_line(self, text: str) -> str:
        """The line that should not be there, or the whole text where no single line is it."""
        return next((line for line in text.splitlines() if self.rules and self.fits(line)), text)
