"""The lists one chooses from – conversations, agents, models, users – and what becomes of the choice.

A list is imported when it is opened first: the first screen needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from selu_lab.errors import LabError
from selu_lab.tui.messages import Refused

if TYPE_CHECKING:
    from textual.screen import Screen

    from selu_lab.tui.app import LabApp


class Choosing:
    """Shows a list over the screen, takes the id it gives, and shows the desk as it is then."""

    def __init__(self, app: LabApp) -> None:
        self._app = app

    def conversation(self) -> None:
        """Choose the conversation to go on with."""
        from selu_lab.tui.screens.conversations import ConversationsScreen

        self._show(ConversationsScreen(self._app.desk), self._app.desk.open)

    def agent(self) -> None:
        """Choose the agent that answers, change policies."""
        from selu_lab.tui.screens.agents import AgentsScreen

        self._show(AgentsScreen(self._app.desk), self._app.desk.choose_agent)

    def model(self) -> None:
        """Choose the model that answers."""
        from selu_lab.tui.screens.models import ModelsScreen

        self._show(ModelsScreen(self._app.desk), self._app.desk.choose_model)

    def user(self) -> None:
        """Choose the persona."""
        from selu_lab.tui.screens.users import UsersScreen

        self._show(UsersScreen(self._app.desk), self._app.desk.choose_user)

    def _show(self, screen: Screen[str], take: Callable[[str], object]) -> None:
        async def chosen(ident: str | None) -> None:
            if ident:
                await self._take(ident, take)
            self._app.chat.refresh_desk()
            self._app.background.warm()

        self._app.push_screen(screen, chosen)

    async def _take(self, ident: str, take: Callable[[str], object]) -> None:
        app = self._app
        before = app.desk.conversation
        try:
            take(ident)
        except LabError as error:
            app.post_message(Refused(str(error)))
        if app.desk.conversation != before:
            app.doors.chat()
            await app.chat.show_conversation()
