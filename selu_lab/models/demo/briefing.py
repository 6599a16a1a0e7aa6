"""What a request tells the demo model: guidance, user, rules in force, and where the conversation stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from selu_lab.context.messages import Message
from selu_lab.models.base import Request, ToolSchema
from selu_lab.models.demo.clauses import clauses, own_words
from selu_lab.models.demo.language import Lang, guess
from selu_lab.models.demo.lexicon import INSTRUCTION
from selu_lab.models.demo.rules import Rules, read_rules

REMINDER_MARK = "[reminder] "
_TOOL_WORD = re.compile(r"(?:[\w.-]*__)?(\w+)$")


@dataclass(frozen=True)
class Briefing:
    """A request, read."""

    request: Request

    @cached_property
    def text(self) -> str:
        """What the user said last; empty when there is nothing."""
        return self.user_texts[-1] if self.user_texts else ""

    @cached_property
    def user_texts(self) -> tuple[str, ...]:
        """Everything the user said in this conversation in their own words, oldest first."""
        return tuple(own_words(message.text) for message in self.request.history if message.role == "user")

    @cached_property
    def question(self) -> str:
        """The answer the user's last text replies to; empty at the beginning."""
        before = self.request.history[: -len(self.since_user)] if self.since_user else ()
        return next((message.text for message in reversed(before) if message.role == "assistant" and message.text), "")

    @cached_property
    def since_user(self) -> tuple[Message, ...]:
        """The user's last message and what followed it."""
        history = self.request.history
        start = max((index for index, message in enumerate(history) if message.role == "user"), default=len(history))
        return history[start:]

    @cached_property
    def results(self) -> tuple[Message, ...]:
        """The tool results that came back since the user spoke."""
        return tuple(message for message in self.since_user if message.role == "tool")

    @cached_property
    def reminder(self) -> str | None:
        """The prompt of the reminder that fired, when one is what this turn is about."""
        return self.text[len(REMINDER_MARK) :].strip() if self.text.startswith(REMINDER_MARK) else None

    @cached_property
    def guidance(self) -> str:
        """The agent's own guidance: its prompt and its capability prompts, not what the lab adds."""
        own = (s for s in self.request.sections if s.name == "agent" or s.name.startswith("capability:"))
        return "\n\n".join(section.text for section in own)

    @cached_property
    def rules(self) -> Rules:
        """Guidance first, then lessons, then what the user corrected in this conversation: the later wins."""
        corrections = tuple(text for text in self.user_texts if any(map(INSTRUCTION.search, clauses(text))))
        return read_rules(self.guidance, (*self.lines("lessons"), *corrections), tuple(self.tools))

    @cached_property
    def language(self) -> Lang:
        """The language to answer in: a rule's, else the language section's, else the user's, else English."""
        section = re.search(r"\b(german|deutsch|english|englisch)", self._section("language"), re.IGNORECASE)
        told: Lang | None = None if section is None else "en" if section[1].lower().startswith("eng") else "de"
        return self.rules.language or told or guess(self.text) or "en"

    @cached_property
    def speech(self) -> Lang:
        """The language the user writes."""
        return guess(self.text) or guess(" ".join(self.user_texts)) or self.language

    @cached_property
    def tools(self) -> dict[str, ToolSchema]:
        """The offered tools by name."""
        return {tool.name: tool for tool in self.request.tools}

    def mentions(self, tool: str) -> bool:
        """Whether the agent's own guidance names the tool (a capability's tool also without its capability)."""
        short = _TOOL_WORD.search(tool)
        names = {tool, short[1] if short else tool}
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.guidance) for name in names)

    def usable(self, tool: str) -> bool:
        """Whether the tool is offered and the guidance names it."""
        return tool in self.tools and self.mentions(tool)

    def lines(self, section: str) -> tuple[str, ...]:
        """The list items of a section ("- text")."""
        return tuple(line[2:].strip() for line in self._section(section).splitlines() if line.startswith("- "))

    @property
    def wants_approval_copy(self) -> bool:
        """Whether every call has to carry a sentence for the approval dialog."""
        return "_approval_message" in self._section("approval")

    def time_line(self) -> str:
        """The line of the time section that says what time it is; empty when there is none."""
        return next(
            (line.split(":", 1)[1].strip() for line in self._section("time").splitlines() if line.startswith("Now:")),
            "",
        )

    def _section(self, name: str) -> str:
        return next((section.text for section in self.request.sections if section.name == name), "")
