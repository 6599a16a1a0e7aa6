"""What an expectation looks at: the events of a step (or of the whole scenario) and the lab as it then stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from selu_lab.events import ContextBuilt, Entry, ModelCalled, ReminderFired, TurnFinished, TurnStarted
from selu_lab.scenarios.calls import SeenCall, calls_of

if TYPE_CHECKING:
    from selu_lab.lab import Lab


@dataclass(frozen=True)
class Seen:
    """Events and stores. `profile` is the profile as the scenario set it, as (category, text)."""

    entries: Sequence[Entry]
    lab: Lab
    user: str
    profile: Sequence[tuple[str, str]] = ()

    @cached_property
    def calls(self) -> tuple[SeenCall, ...]:
        """The tool calls, in the order they were proposed."""
        return calls_of(self.entries)

    @property
    def replies(self) -> list[str]:
        """The answers that ended a turn."""
        return [one.event.text for one in self.entries if isinstance(one.event, TurnFinished) and one.event.text]

    @property
    def model_calls(self) -> int:
        """How often a model was asked."""
        return sum(isinstance(one.event, ModelCalled) for one in self.entries)

    @property
    def fired(self) -> list[ReminderFired]:
        """The reminders that fired."""
        return [one.event for one in self.entries if isinstance(one.event, ReminderFired)]

    @property
    def by_user(self) -> bool:
        """Whether the user said something, and not only a reminder."""
        return any(isinstance(one.event, TurnStarted) and one.event.trigger == "user" for one in self.entries)

    def contexts(self, section: str) -> list[str | None]:
        """Of every turn the text of that section, None where there was none; no name: the whole context."""
        return [self._context(entry.event, section) for entry in self.entries if isinstance(entry.event, ContextBuilt)]

    def _context(self, context: ContextBuilt, section: str) -> str | None:
        refs = [ref for ref in context.sections if section in ("", ref.name)]
        return "\n\n".join(self.lab.journal.text(ref.digest) for ref in refs) if refs else None
