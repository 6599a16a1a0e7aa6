"""Talking to agents: a text becomes a turn, a turn can be stopped, a conversation can be ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace

from selu_lab.context.assemble import Ingredients, assemble
from selu_lab.context.section import Context
from selu_lab.conversation.history import history
from selu_lab.conversation.journal import Conversation
from selu_lab.conversation.noticing import unmarked_change
from selu_lab.conversation.parts import Limits, Parts, Prompting
from selu_lab.conversation.routing import route
from selu_lab.conversation.shown import shown_besides
from selu_lab.conversation.spending import spent
from selu_lab.conversation.taking_back import take_back
from selu_lab.conversation.turn import INTERNAL, Turn, TurnPlan
from selu_lab.errors import LabError
from selu_lab.events import (
    AgentChosen,
    AnyEvent,
    ContextBuilt,
    ConversationEnded,
    PackageChanged,
    SectionRef,
    TurnFinished,
    TurnStarted,
)
from selu_lab.events.conversation import EndReason
from selu_lab.memory.users import User
from selu_lab.models.base import Model, Sampling, ToolSchema
from selu_lab.models.spending import Allowance, BudgetError
from selu_lab.packages import AgentPackage, Change
from selu_lab.tools.base import Scope, Tool
from selu_lab.tools.gate import Gate

_log = logging.getLogger(__name__)
_RAISE = "Start a new one, or raise SELU_LAB_MAX_COST or SELU_LAB_MAX_TOTAL_TOKENS."


class Chat:
    """Runs the turns of a lab, one at a time: a fired reminder waits for the turn or the open question before it."""

    def __init__(self, parts: Parts, limits: Limits) -> None:
        self._parts = parts
        self._limits = limits
        self._one_at_a_time = asyncio.Lock()
        self._running: dict[str, asyncio.Task[TurnFinished]] = {}
        self._stopped: set[str] = set()
        self._picked = ""

    async def say(self, conversation: str, prompting: Prompting | str) -> TurnFinished:
        """Play one turn of a conversation to its end.

        Raises LabError when the conversation is unknown or has ended, or the turn to be replaced is not its last;
        whatever else goes wrong is the turn's outcome.
        """
        asked = Prompting(prompting) if isinstance(prompting, str) else prompting
        if self._parts.journal.get(conversation).ended_at is not None:
            raise LabError("This conversation has ended.", hint="Start a new one.")
        if not asked.typed.strip():
            raise LabError("There is no text to send.")
        async with self._one_at_a_time:
            task = asyncio.create_task(self._turn(conversation, asked))
            self._running[conversation] = task
            try:
                return await task
            except asyncio.CancelledError:
                task.cancel()
                if conversation not in self._stopped:
                    raise
                return TurnFinished(outcome="stopped", sentence="Stopped.")
            finally:
                self._stopped.discard(conversation)
                del self._running[conversation]

    def stop(self, conversation: str) -> bool:
        """Stop the running turn of a conversation; what has arrived is kept. Tells whether there was one."""
        task = self._running.get(conversation)
        if task is None or task.done():
            return False
        self._stopped.add(conversation)
        task.cancel()
        return True

    @property
    def busy(self) -> bool:
        """Whether a turn is running."""
        return bool(self._running)

    def pick_model(self, name: str) -> None:
        """Let this model answer from here on: turns, fired reminders and reflections of every agent."""
        self._picked = name

    def model(self, agent: str) -> Model:
        """The model an agent answers with now; raises ModelError with what to set when it cannot be used."""
        return self._parts.models.get(self.model_of(agent), picked=bool(self._picked))

    def model_of(self, agent: str) -> str:
        """The name of that model: the one picked, else the settings', else its package's, else the demo model."""
        choice = self._parts.shelf.get(agent).manifest.model
        return self._picked or self._limits.model or (f"{choice.provider}/{choice.model_id}" if choice else "demo")

    def choose_agent(self, conversation: str, agent: str) -> Conversation:
        """Let another agent answer from here on; raises LabError for an unknown one."""
        package = self._parts.shelf.get(agent)
        if self._parts.journal.get(conversation).agent != package.id:
            self._parts.journal.record(conversation, 0, AgentChosen(agent=package.id))
        return self._parts.journal.get(conversation)

    def end(self, conversation: str, reason: EndReason = "user") -> bool:
        """End a conversation; tells whether it was still open."""
        if self._parts.journal.get(conversation).ended_at is not None:
            return False
        self._parts.journal.record(conversation, 0, ConversationEnded(reason=reason))
        return True

    async def _turn(self, conversation: str, asked: Prompting) -> TurnFinished:
        parts = self._parts
        taken = [take_back(parts.journal, conversation, asked.replaces)] if asked.replaces else []
        changes = parts.shelf.refresh()
        current = parts.journal.get(conversation)
        agent, text = route(asked.typed, parts.shelf.ids(), current.agent)
        package = parts.shelf.get(agent)
        name = self.model_of(agent)
        turn = parts.journal.next_turn(conversation)
        started = TurnStarted(
            agent=agent,
            model=name,
            text=text,
            typed=asked.typed,
            trigger=asked.trigger,
            reminder=asked.reminder,
            late_seconds=asked.late_seconds,
        )
        parts.journal.record(conversation, turn, *taken, *_told(changes), started)
        try:
            self._check_allowance(conversation)
            plan = self._plan(current, turn, package)
        except LabError as error:
            return self._failed(conversation, turn, str(error))
        except Exception:
            _log.exception("A turn could not begin.")
            return self._failed(conversation, turn, INTERNAL)
        return await Turn(plan).run()

    def _failed(self, conversation: str, turn: int, sentence: str) -> TurnFinished:
        failed = TurnFinished(outcome="failed", sentence=sentence)
        self._parts.journal.record(conversation, turn, failed)
        return failed

    def _check_allowance(self, conversation: str) -> None:
        """Raises BudgetError when the conversation has used up what it may; nothing is read where there is no limit."""
        allowance = self._limits.allowance
        if allowance == Allowance():
            return
        if sentence := allowance.exceeded(spent(self._parts.journal, conversation)):
            raise BudgetError(f"{sentence} This conversation cannot go on.", hint=_RAISE)

    def _plan(self, conversation: Conversation, turn: int, package: AgentPackage) -> TurnPlan:
        parts, limits = self._parts, self._limits

        def emit(events: Sequence[AnyEvent]) -> None:
            parts.journal.record(conversation.id, turn, *events)

        user = parts.users.get(conversation.user)
        tools = parts.toolbox.offered(package, user.language)
        context = self._context(user, package, conversation.id)
        emit(self._kept(context, tools, conversation.id))
        scope = Scope(user, package.id, conversation.id, turn, parts.clock.now())
        return TurnPlan(
            model=self.model(package.id),
            context=context,
            tools=[ToolSchema(tool.spec.name, tool.spec.description, tool.spec.parameters) for tool in tools.values()],
            sampling=_sampling(limits.sampling, package),
            scope=scope,
            gate=Gate(tools, parts.policies, parts.approver, emit, approval_seconds=limits.approval_seconds),
            history=lambda: history(parts.journal, conversation.id),
            emit=emit,
            max_rounds=limits.max_rounds,
        )

    def _context(self, user: User, package: AgentPackage, conversation: str) -> Context:
        parts = self._parts
        ingredients = Ingredients(
            package=package,
            language=user.language,
            timezone=user.timezone,
            now=parts.clock.now(),
            facts=parts.profile.injected(user.id),
            lessons=parts.lessons(user.id, package.id),
            history=history(parts.journal, conversation),
        )
        return assemble(ingredients, self._limits.budget)

    def _kept(self, context: Context, tools: Mapping[str, Tool], conversation: str) -> list[AnyEvent]:
        """Store the exact text of every section; give the event that the context was built of them."""
        sections = (*context.sections, *shown_besides(context, [tool.spec for tool in tools.values()]))
        for section in sections:
            self._parts.journal.keep_text(section.digest, section.text)
        refs = tuple(
            SectionRef(name=one.name, title=one.title, origin=one.origin, digest=one.digest, tokens=one.tokens)
            for one in sections
        )
        built = ContextBuilt(
            sections=refs, lessons=context.lessons, tools=tuple(tools), dropped_entries=context.dropped_entries
        )
        return [*unmarked_change(self._parts.journal, conversation, refs), built]


def _sampling(settings: Sampling, package: AgentPackage) -> Sampling:
    """The settings' sampling, with the temperature the package was written for where they name none."""
    choice = package.manifest.model
    if settings.temperature is not None or choice is None:
        return settings
    return replace(settings, temperature=choice.temperature)


def _told(changes: Sequence[Change]) -> list[AnyEvent]:
    return [
        PackageChanged(agent=one.agent, files=tuple(str(path) for path in one.files), sentence=one.sentence)
        for one in changes
    ]
