"""The one place where the parts are put together: a lab is a value made of a clock, models, an approver and stores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from selu_lab.context.assemble import LessonsBlock
from selu_lab.conversation.chat import Chat
from selu_lab.conversation.clock import Clock, SystemClock
from selu_lab.conversation.firing import Firing
from selu_lab.conversation.journal import Conversation, Journal
from selu_lab.conversation.parts import Parts
from selu_lab.conversation.recovery import heal
from selu_lab.conversation.routing import first_choice
from selu_lab.conversation.taking_back import living
from selu_lab.errors import LabError
from selu_lab.events import TurnStarted
from selu_lab.events.conversation import EndReason
from selu_lab.ids import NewId, random_id
from selu_lab.lessons.book import LessonBook, render_block
from selu_lab.lessons.service import Lessons
from selu_lab.memory.opened import OpenedNotes
from selu_lab.memory.profile import Profile, names
from selu_lab.memory.secrets import find_secret
from selu_lab.memory.users import User, Users
from selu_lab.models.base import ModelSource
from selu_lab.models.source import Models
from selu_lab.packages import AgentPackage, AgentShelf
from selu_lab.reflection.reflector import Reflector, RunResult
from selu_lab.reflection.runs import Runs
from selu_lab.reminders.store import Reminders
from selu_lab.settings import Settings
from selu_lab.shipped import agent_folders
from selu_lab.storage import Workspace, open_workspace
from selu_lab.tools.approval import Approver, NobodyThere
from selu_lab.tools.policies import Policies
from selu_lab.tools.state import State
from selu_lab.tools.toolbox import Toolbox
from selu_lab.wiring import embedder, limits, notes_backend, provider, when_settings


@dataclass(frozen=True)
class Outside:
    """What a lab gets from outside. A scenario passes a frozen clock, a script, a scripted approver, counted ids."""

    clock: Clock = field(default_factory=SystemClock)
    approver: Approver = field(default_factory=NobodyThere)
    models: ModelSource | None = None
    new_id: NewId = random_id
    canned: Callable[[str], str | None] = lambda _: None
    shelf: Callable[[tuple[Path, ...]], AgentShelf] = AgentShelf


@dataclass(frozen=True)
class Lab:
    """All parts of a lab, opened and connected."""

    settings: Settings
    workspace: Workspace
    clock: Clock
    journal: Journal
    users: Users
    profile: Profile
    policies: Policies
    state: State
    reminders: Reminders
    shelf: AgentShelf
    notes: OpenedNotes
    lessons: Lessons
    models: ModelSource
    toolbox: Toolbox
    chat: Chat
    firing: Firing
    reflector: Reflector

    def user(self, user: str = "") -> User:
        """The persona of that id (empty: the settings' one), as `Users.get` gives it."""
        return self.users.get(user or self.settings.user)

    def own(self, conversation: str) -> Conversation:
        """The conversation of that id; raises LabError when there is none, or it is another user's."""
        found = self.journal.get(conversation)
        if found.user != self.user().id:
            hint = f"Add --user {found.user}."
            raise LabError(f"This conversation belongs to the user {found.user}.", hint=hint)
        return found

    def start(self, user: str = "", agent: str = "") -> Conversation:
        """Begin a conversation; raises LabError for an unknown agent."""
        package = self.agent(agent)
        return self.journal.start(self.users.put(self.user(user)).id, package.id)

    def agent(self, agent: str = "") -> AgentPackage:
        """The agent of that id (empty: the settings' one, `default`, or the first there is); raises LabError."""
        return self.shelf.get(agent or self.settings.agent or first_choice(self.shelf.ids()))

    async def reflect(self, conversation: str, *, force: bool = False) -> tuple[RunResult, ...]:
        """Reflect on a conversation, for every agent that answered in it; a failure is a result, not an exception."""
        agents = self._agents(conversation)
        return tuple([await self.reflector.run(conversation, agent, force=force) for agent in agents])

    async def reflect_pending(self) -> tuple[RunResult, ...]:
        """Reflect on what was ended and not reflected yet: a killed run, a conversation left with the app."""
        return tuple([await self.reflector.run(one.conversation, one.agent) for one in self.reflector.pending()])

    async def reflect_if_due(self, conversation: str) -> tuple[RunResult, ...]:
        """Reflect in the middle of a conversation, after every `reflect_every` turns, as production does after five."""
        every = self.settings.reflect_every
        agents = self._agents(conversation) if every and self.settings.reflect else []
        due = [agent for agent in agents if self.reflector.new_turns(conversation, agent) >= every]
        return tuple([await self.reflector.run(conversation, agent) for agent in due])

    async def end_idle(self) -> tuple[RunResult, ...]:
        """End the conversations that were idle for the settings' or their agent's time, and reflect on them."""
        now = self.clock.now()
        results: list[RunResult] = []
        for conversation, last in self.journal.open_ones():
            minutes = self.settings.idle_minutes or self._idle_minutes(conversation.agent)
            if minutes and now - last >= timedelta(minutes=minutes):
                results += await self.end(conversation.id, "idle")
        return tuple(results)

    def _idle_minutes(self, agent: str) -> int:
        return self.shelf.get(agent).manifest.idle_timeout_minutes if agent in self.shelf.ids() else 0

    def _agents(self, conversation: str) -> list[str]:
        entries = living(self.journal.entries(conversation))
        return list(dict.fromkeys(entry.event.agent for entry in entries if isinstance(entry.event, TurnStarted)))

    async def reflect_on_left(self) -> tuple[RunResult, ...]:
        """Reflect on what waits, and on open conversations with turns that no reflection saw: they were left so."""
        waiting = await self.reflect_pending()
        open_ones = [(one.id, agent) for one, _ in self.journal.open_ones() for agent in self._agents(one.id)]
        left = [(conversation, agent) for conversation, agent in open_ones if self._unseen(conversation, agent)]
        return (*waiting, *[await self.reflector.run(conversation, agent) for conversation, agent in left])

    def _unseen(self, conversation: str, agent: str) -> bool:
        return self.reflector.new_turns(conversation, agent) > 0

    async def end(self, conversation: str, reason: EndReason = "user") -> tuple[RunResult, ...]:
        """End a conversation and, unless the settings say otherwise, reflect on it."""
        if not self.chat.end(conversation, reason) or not self.settings.reflect:
            return ()
        return await self.reflect(conversation)

    def close(self) -> None:
        """Close the stores and give the workspace free."""
        self.notes.close()
        self.workspace.close()


def open_lab(settings: Settings, folder: Path | None, outside: Outside | None = None) -> Lab:
    """Open a lab on a workspace folder, or on throw-away stores (None).

    Raises LabError when the workspace, the agents or a setting cannot be used. Turns that a killed process left open
    are closed here, so that nothing stays pending.
    """
    given = outside or Outside()
    workspace = open_workspace(folder)
    try:
        lab = _connect(settings, workspace, given)
        heal(lab.journal)
    except BaseException:
        workspace.close()
        raise
    return lab


def _connect(settings: Settings, workspace: Workspace, given: Outside) -> Lab:
    database, clock = workspace.database, given.clock
    journal = Journal(database, clock, given.new_id)
    shelf = _filled(given.shelf(agent_folders(settings.agents)))
    users = Users(database, settings.language, settings.timezone)
    profile, policies = Profile(database, given.new_id), Policies(database)
    reminders, state = Reminders(database, given.new_id), State(database)
    notes = OpenedNotes(notes_backend(settings, workspace.folder), embedder(settings))
    book = LessonBook(database, find_secret)
    models = given.models or Models(provider(settings))
    toolbox = Toolbox(notes, reminders, state, when_settings(settings), given.canned, settings.production_tools)
    parts = Parts(
        journal, clock, shelf, users, profile, _lessons_block(book), models, given.approver, policies, toolbox
    )
    chat = Chat(parts, limits(settings))
    lessons = Lessons(database, clock.now, find_secret)
    return Lab(
        settings=settings,
        workspace=workspace,
        clock=clock,
        journal=journal,
        users=users,
        profile=profile,
        policies=policies,
        state=state,
        reminders=reminders,
        shelf=shelf,
        notes=notes,
        lessons=lessons,
        models=models,
        toolbox=toolbox,
        chat=chat,
        firing=Firing(database, reminders, journal, shelf, chat, clock),
        reflector=Reflector(
            runs=Runs(database),
            entries=journal,
            lessons=lessons,
            model_for=chat.model,
            emit=lambda conversation, event: journal.record(conversation, 0, event),
            now=clock.now,
            find_secret=find_secret,
            new_id=given.new_id,
            names=lambda user: names(profile.facts(user)),
        ),
    )


def _filled(shelf: AgentShelf) -> AgentShelf:
    if not shelf.ids():
        problem = next(iter(shelf.problems), None)
        sentence = problem.sentence if problem else "There is no agent package in the agents folder."
        raise LabError(sentence, where=problem.where if problem else None, hint="Name a folder with SELU_LAB_AGENTS.")
    return shelf


def _lessons_block(book: LessonBook) -> Callable[[str, str], LessonsBlock]:
    def block(user: str, agent: str) -> LessonsBlock:
        active = book.active(user, agent)
        return LessonsBlock(render_block(active), tuple(lesson.ref for lesson in active))

    return block
