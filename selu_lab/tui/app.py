"""The app: it opens the lab, shows the chat screen, and is where screens, questions and reminders come together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import ModalScreen, Screen

from selu_lab.lab import Lab, Outside, open_lab
from selu_lab.settings import Settings
from selu_lab.tools.approval import Approval
from selu_lab.tui.approvals import ApprovalQueue
from selu_lab.tui.asking import checker, set_policy
from selu_lab.tui.background import Background
from selu_lab.tui.choosing import Choosing
from selu_lab.tui.commands import commands
from selu_lab.tui.desk import Desk
from selu_lab.tui.doors import Doors
from selu_lab.tui.harmless import Harmless
from selu_lab.tui.help import help_text
from selu_lab.tui.kept_theme import keep, kept
from selu_lab.tui.logfile import log_end
from selu_lab.tui.messages import (
    Changed,
    FireNow,
    OpenLesson,
    OpenReflection,
    OpenTakenBack,
    OpenTurn,
    Recorded,
    ReflectNow,
    Refused,
)
from selu_lab.tui.pasting import be_careful
from selu_lab.tui.screens.ask import AskScreen
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.theme import DARK, LIGHT

_log = logging.getLogger(__name__)

LEAVING_SECONDS = 3.0
"""How long leaving waits for a stopped turn to store its end."""


class LabApp(App[None]):
    """The terminal app on an open lab."""

    TITLE = "Selu Lab"
    CSS_PATH = Path(__file__).with_name("app.tcss")
    SUSPENDED_SCREEN_CLASS = "-under"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f2", "conversations", "Open"),
        Binding("f3", "agents", "Agent"),
        Binding("f4", "models", "Model", show=False),
        Binding("f5", "users", "User", show=False),
        Binding("f6", "board", "Lessons", priority=True),
        Binding("f7", "reflect", "Reflect now", show=False, priority=True),
        Binding("ctrl+p", "command_palette", "All", priority=True),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(
        self, lab: Lab, approvals: ApprovalQueue, agent: str = "", conversation: str = "", *, quiet: bool = False
    ) -> None:
        """`quiet`: nothing goes on in the background. Raises LabError for an unknown agent or conversation."""
        super().__init__()
        self.lab = lab
        self.approvals = approvals
        self.desk = Desk(lab, agent, conversation)
        self.chat = ChatScreen(self.desk)
        self.background = Background(self)
        self.doors = Doors(self)
        self.choosing = Choosing(self)
        self._quiet = quiet
        self._harmless = Harmless()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = kept(lab.workspace.folder)

    async def on_mount(self) -> None:
        """Show the chat screen; what takes time begins once it is painted."""
        await self.push_screen(self.chat)
        self.approvals.when_changed = self._tell_waiting
        self._ask_in_order()
        if not self._quiet:
            self.call_after_refresh(self.background.begin)

    # ---- questions

    @work(group="questions")
    async def _ask_in_order(self) -> None:
        """Show one question after another; whatever goes wrong, the answer is no."""
        while True:
            pending = await self.approvals.next()
            request = pending.request
            screen = AskScreen(
                request, checker(self.lab, request), elsewhere=request.conversation != self.desk.conversation
            )
            pending.when_closed(screen.withdraw)
            try:
                given = await self.push_screen_wait(screen)
                if given.policy and pending.open:
                    set_policy(self.lab, request, given.policy)
                pending.answer(given.approval)
            except Exception:
                _log.exception("A question could not be shown.")
            finally:
                pending.answer(Approval("cancelled"))

    def _tell_waiting(self) -> None:
        top = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(top, AskScreen) and top.is_mounted:
            top.tell_waiting(self.approvals.count)

    @on(AskScreen.Typed)
    def _typed(self, message: AskScreen.Typed) -> None:
        self.chat.type(message.character)

    # ---- what others tell

    @on(Recorded)
    def _recorded(self, message: Recorded) -> None:
        self.background.heard(message.entry)

    @on(FireNow)
    def _fire_now(self, message: FireNow) -> None:
        self.background.fire(message.reminder)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        self.notify(message.sentence, severity="warning", markup=False, timeout=8)

    @on(Changed)
    def _changed(self, message: Changed) -> None:
        if message.sentence:
            self.notify(message.sentence, markup=False)
        self.background.arm()
        self.chat.refresh_desk()

    @on(OpenLesson)
    def _open_lesson(self, message: OpenLesson) -> None:
        self.doors.lesson(message.agent, message.lesson)

    @on(OpenTurn)
    async def _open_turn(self, message: OpenTurn) -> None:
        await self.doors.turn(message.conversation, message.turn, message.lesson)

    @on(OpenTakenBack)
    def _open_taken_back(self, message: OpenTakenBack) -> None:
        self.doors.taken_back(message.turn)

    @on(OpenReflection)
    def _open_reflection(self, message: OpenReflection) -> None:
        self.doors.reflection(message.run)

    @on(ReflectNow)
    def _reflect_now(self, message: ReflectNow) -> None:
        self.background.reflect(message.conversation, message.agent, force=message.force)

    # ---- screens

    def action_help(self) -> None:
        """Show the keys."""
        self.doors.page("Selu Lab: keys", help_text())

    def action_log(self) -> None:
        """Show the end of the workspace's log."""
        self.doors.page("Log", log_end(self.lab.workspace.folder))

    def action_conversations(self) -> None:
        """Choose a conversation."""
        self.choosing.conversation()

    def action_agents(self) -> None:
        """Choose the agent, change policies."""
        self.choosing.agent()

    def action_models(self) -> None:
        """Choose the model."""
        self.choosing.model()

    def action_users(self) -> None:
        """Choose the persona."""
        self.choosing.user()

    def action_export_notes(self) -> None:
        """Write the user's notes into a file."""
        self.doors.note_files.export()

    def action_import_notes(self) -> None:
        """Take notes in from a file."""
        self.doors.note_files.import_()

    def action_board(self) -> None:
        """Show the lessons board."""
        self.doors.board()

    def action_reflection(self) -> None:
        """Show the last reflection."""
        self.doors.reflection()

    def action_reflect(self) -> None:
        """Reflect on the conversation on screen now, and show how it goes."""
        if self.chat.answering or not self.desk.conversation:
            reason = "The agent is still answering." if self.chat.answering else "There is no conversation yet."
            self.post_message(Refused(reason))
        else:
            self.doors.reflection()
            self.background.reflect(self.desk.conversation)

    def action_theme(self) -> None:
        """Change between light and dark; the next start looks like that too."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
        keep(self.lab.workspace.folder, self.theme)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers."""
        return commands(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing may lie over a question: its answer would go to the wrong screen."""
        covered = action in ("board", "command_palette", "reflect") and isinstance(self.screen, ModalScreen)
        return None if covered else True

    def get_key_display(self, binding: Binding) -> str:
        """F1 as it stands on the key, and in the help."""
        shown = super().get_key_display(binding)
        return shown.upper() if shown[1:].isdigit() else shown

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Whatever is drawn passes a last look."""
        return [*super().get_line_filters(), self._harmless]

    # ---- leaving

    async def action_quit(self) -> None:
        """Answer what is open with no, stop what runs, wait until that is stored, leave."""
        self.approvals.close()
        try:
            async with asyncio.timeout(LEAVING_SECONDS):
                self.background.stop()
                self.chat.stop_all()
                while self.approvals.count or self.lab.chat.busy:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            _log.warning("A turn could not be stopped in time.")
        self.exit()


def run_app(settings: Settings, folder: Path, agent: str = "", conversation: str = "") -> None:
    """Open the lab in a workspace folder and run the app until the user leaves; raises LabError when it cannot open."""
    be_careful()
    approvals = ApprovalQueue()
    lab = open_lab(settings, folder, Outside(approver=approvals))
    try:
        LabApp(lab, approvals, agent, conversation).run()
    finally:
        lab.close()
