"""The personas: become another one, make a new one, change language or time zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from selu_lab.errors import LabError
from selu_lab.memory.users import User
from selu_lab.tui.desk import Desk
from selu_lab.tui.screens.form import Field, FormScreen
from selu_lab.tui.screens.listing import ListScreen

_LANGUAGES = (("Deutsch", "de"), ("English", "en"))


class UsersScreen(ListScreen):
    """Gives the persona to become."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("n", "new", "New"), Binding("e", "edit", "Edit")]
    heading = "Users"
    keys = "Enter become · n new · e edit · / find"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def options(self, wanted: str) -> Sequence[Option]:
        """By id; the present one is marked."""
        users = self.desk.lab.users.all()
        return [
            Option(_told(user, here=user.id == self.desk.user.id), id=user.id)
            for user in users
            if wanted in f"{user.id} {user.name}".casefold()
        ]

    def action_new(self) -> None:
        """Make a persona."""
        here = self.desk.user

        def make(values: Mapping[str, str]) -> None:
            if self.desk.lab.users.find(values["id"]):
                raise LabError(f"There is a user “{values['id']}” already.")
            self._put(values["id"], values)

        fields = [Field("id", "Id"), *_fields(User("", "", here.language, here.timezone))]
        self.app.push_screen(FormScreen("New user", fields, make))

    def action_edit(self) -> None:
        """Change the chosen persona."""
        if user := self.desk.lab.users.find(self.chosen):
            ident = user.id
            form = FormScreen(f"User {ident}", _fields(user), lambda values: self._put(ident, values))
            self.app.push_screen(form)

    def _put(self, ident: str, values: Mapping[str, str]) -> None:
        name = values["name"].strip() or ident
        user = self.desk.lab.users.put(User(ident, name, values["language"], values["timezone"].strip()))
        if ident == self.desk.user.id:
            self.desk.user = user


def _fields(user: User) -> list[Field]:
    return [
        Field("name", "Name", user.name),
        Field("language", "Language", user.language, _LANGUAGES),
        Field("timezone", "Time zone", user.timezone),
    ]


def _told(user: User, *, here: bool) -> Content:
    return Content.assemble(
        ("● " if here else "  ", "$primary"),
        (user.name, "bold"),
        (f"  {user.id} · {user.language} · {user.timezone}", "$muted"),
    )
