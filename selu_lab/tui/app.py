"""The app: it opens the lab, shows the chat screen, and is where screens, questions and reminders come together."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import App

from selu_lab.lab import Lab, Outside, open_lab
from selu_lab.settings import Settings
from selu_lab.tui.approvals import ApprovalQueue
from selu_lab.tui.desk import Desk
from selu_lab.tui.messages import Changed, Refused
from selu_lab.tui.screens.chat import ChatScreen
from selu_lab.tui.theme import DARK, LIGHT


class LabApp(App[None]):
    """The terminal app on an open lab."""

    TITLE = "Selu Lab"

    def __init__(self, lab: Lab, approvals: ApprovalQueue, agent: str = "", conversation: str = "") -> None:
        """Raises LabError for an unknown agent or conversation."""
        super().__init__()
        self.lab = lab
        self.approvals = approvals
        self.desk = Desk(lab, agent, conversation)
        self.chat = ChatScreen(self.desk)
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name

    async def on_mount(self) -> None:
        """Show the chat screen."""
        await self.push_screen(self.chat)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        self.notify(message.sentence, severity="warning", markup=False, timeout=8)

    @on(Changed)
    def _changed(self, message: Changed) -> None:
        if message.sentence:
            self.notify(message.sentence, markup=False)
        self.chat.refresh_desk()


def run_app(settings: Settings, folder: Path, agent: str = "", conversation: str = "") -> None:
    """Open the lab in a workspace folder and run the app until the user leaves; raises LabError when it cannot open."""
    approvals = ApprovalQueue()
    lab = open_lab(settings, folder, Outside(approver=approvals))
    try:
        LabApp(lab, approvals, agent, conversation).run()
    finally:
        lab.close()
