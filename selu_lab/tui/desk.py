"""Where the user stands: which persona, agent, model and conversation – and what they do there by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from selu_lab.conversation.journal import Conversation
from selu_lab.conversation.marks import LONGEST_NAME
from selu_lab.conversation.parts import Prompting
from selu_lab.conversation.taking_back import LastText, last_text
from selu_lab.errors import LabError, ModelError
from selu_lab.events import AnyEvent, PolicyChanged, ProfileChanged, ReminderChanged, TurnFinished
from selu_lab.events.tools import Policy
from selu_lab.lab import Lab
from selu_lab.memory.profile import Fact
from selu_lab.memory.users import User
from selu_lab.packages import AgentPackage
from selu_lab.reminders.store import Reminder
from selu_lab.reminders.when import When
from selu_lab.text import clean, shorten


class Desk:
    """The lab as one user sees it. `conversation` is empty until the first text is sent."""

    def __init__(self, lab: Lab, agent: str = "", conversation: str = "") -> None:
        """Raises LabError for an unknown agent or conversation."""
        self.lab = lab
        self.user: User = lab.user()
        self.agent = lab.agent(agent).id
        self.conversation = ""
        self._labels: dict[str, str] = {}
        if conversation:
            self.open(conversation)

    @property
    def package(self) -> AgentPackage:
        """The package of the agent that answers; where it is gone, of `default` or the first there is."""
        known = self.lab.shelf.ids()
        return self.lab.shelf.get(next(one for one in (self.agent, "default", *known) if one in known))

    @property
    def model(self) -> str:
        """The model of the next turn."""
        return self.lab.chat.model_of(self.package.id)

    @property
    def label(self) -> str:
        """What the header calls that model; until `learn_label` has asked it, its name."""
        return self._labels.get(self.model, self.model)

    @property
    def label_known(self) -> bool:
        """Whether the model was asked already."""
        return self.model in self._labels

    def learn_label(self) -> None:
        """Ask the model what it is called; one that cannot be used says so. Imports the model, so not on the loop."""
        name = self.model
        try:
            self._labels[name] = self.lab.chat.model(self.package.id).label
        except ModelError:
            self._labels[name] = f"{name} – cannot be used now, F4 says why"

    @property
    def ended(self) -> bool:
        """Whether the conversation that is shown has ended."""
        return bool(self.conversation) and self.lab.journal.get(self.conversation).ended_at is not None

    def open(self, conversation: str) -> Conversation:
        """Go on with a conversation, as its user and with its agent; raises LabError for an unknown one."""
        found = self.lab.journal.get(conversation)
        self.user = self.lab.user(found.user)
        self.conversation, self.agent = found.id, found.agent
        return found

    def leave(self) -> None:
        """Stand before an empty page; the next text begins a conversation."""
        self.conversation = ""

    def ready(self) -> str:
        """The conversation that takes the next text: the one that is open, else a new one."""
        if not self.conversation or self.ended:
            self.conversation = self.lab.start(self.user.id, self.agent).id
        return self.conversation

    async def say(self, conversation: str, text: str, replaces: int = 0) -> TurnFinished:
        """Play a turn, instead of the one it replaces; raises LabError as `Chat.say` does."""
        return await self.lab.chat.say(conversation, Prompting(text, replaces=replaces))

    @property
    def last_text(self) -> LastText | None:
        """The user's last text, if it can be asked again."""
        if not self.conversation or self.ended:
            return None
        try:
            return last_text(self.lab.journal, self.conversation)
        except LabError:
            return None

    def stop(self) -> bool:
        """Stop the running turn; tells whether there was one."""
        return bool(self.conversation) and self.lab.chat.stop(self.conversation)

    def choose_agent(self, agent: str) -> None:
        """Let another agent answer from here on; raises LabError for an unknown one."""
        self.agent = self.lab.shelf.get(agent).id
        if self.conversation and not self.ended:
            self.lab.chat.choose_agent(self.conversation, agent)

    def choose_model(self, name: str) -> None:
        """Let another model answer from here on; one that cannot be used is told by the turn."""
        self.lab.chat.pick_model(name)

    def choose_user(self, user: str) -> None:
        """Become another persona, before an empty page; raises LabError for an unknown one."""
        found = self.lab.users.find(user)
        if found is None:
            raise LabError(f"There is no user “{user}”.")
        self.user = found
        self.leave()

    def set_policy(self, agent: str, tool: str, policy: Policy | None) -> None:
        """Set a tool's policy for this user and agent; None goes back to its default."""
        if policy is None:
            self.lab.policies.reset(self.user.id, agent, tool)
        else:
            self.lab.policies.set(self.user.id, agent, tool, policy)
        self.record(PolicyChanged(agent=agent, tool=tool, policy=policy))

    def write_fact(self, fact: Fact | None, category: str, text: str) -> None:
        """Add a profile fact (None) or write one anew; raises LabError for an empty or too long one."""
        profile, now = self.lab.profile, self.lab.clock.now()
        if fact is None:
            new = profile.add(self.user.id, category, text, now)
        else:
            new = profile.edit(self.user.id, fact.id, now, text=text, category=category)
        self._mark_fact(new, "changed" if fact else "added")

    def delete_fact(self, fact: Fact) -> None:
        """Delete a profile fact; raises LabError when it is gone already."""
        self.lab.profile.delete(self.user.id, fact.id)
        self._mark_fact(fact, "deleted")

    def _mark_fact(self, fact: Fact, change: str) -> None:
        self.record(ProfileChanged(sentence=f"Profile: “{shorten(fact.text, LONGEST_NAME)}” {change}."))

    def cancel_reminder(self, reminder: str) -> None:
        """Cancel a waiting reminder; raises LabError when it does not wait."""
        self._mark_reminder(self.lab.reminders.cancel(self.user.id, reminder), "cancelled")

    def restore_reminder(self, reminder: str) -> None:
        """Take a cancellation back; raises LabError when the reminder was not cancelled."""
        self._mark_reminder(self.lab.reminders.restore(self.user.id, reminder), "restored")

    def move_reminder(self, reminder: Reminder, phrase: str) -> str:
        """Give a reminder the time a phrase means and say how it was read; raises LabError for one that cannot be."""
        when = self._read(phrase, reminder.plan.zone)
        moved = replace(
            reminder.plan,
            phrase=clean(phrase),
            fire_at=when.fire_at,
            wall_clock=when.wall_clock,
            interpretation=when.interpretation,
        )
        self._mark_reminder(self.lab.reminders.move(self.user.id, reminder.id, moved), "moved")
        return "; ".join((when.interpretation, *when.assumptions))

    def _mark_reminder(self, reminder: Reminder, change: Literal["cancelled", "restored", "moved"]) -> None:
        plan = reminder.plan
        self.record(
            ReminderChanged(
                reminder=reminder.id, change=change, prompt=plan.prompt, fire_at=plan.fire_at, zone=plan.zone
            )
        )

    def ahead(self, phrase: str) -> tuple[str, list[Reminder]]:
        """The moment a phrase means, in words, and what fires until then; raises LabError for one that cannot be."""
        until = self._read(phrase, self.user.timezone)
        return until.interpretation, self.lab.firing.ahead(self.user.id, until.fire_at)

    def _read(self, phrase: str, zone: str) -> When:
        from selu_lab.reminders.when import parse_when
        from selu_lab.wiring import when_settings

        language, settings = self.user.language, when_settings(self.lab.settings)
        return parse_when(phrase, now=self.lab.clock.now(), zone=zone, language=language, settings=settings)

    def record(self, *events: AnyEvent) -> None:
        """Mark in the conversation what the user did by hand."""
        if self.conversation:
            self.lab.journal.record(self.conversation, 0, *events)
