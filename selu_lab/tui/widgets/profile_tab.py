"""The user's profile: facts that every agent gets in every turn, and that only the user writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from selu_lab.memory.profile import CATEGORIES, INJECTED_PER_CATEGORY, LABELS, Fact
from selu_lab.tui.desk import Desk
from selu_lab.tui.messages import Changed
from selu_lab.tui.screens.form import Field, FormScreen
from selu_lab.tui.tell import count
from selu_lab.tui.widgets.list_tab import ListTab, heading


class ProfileTab(ListTab):
    """Facts under their categories' labels in the user's language."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "add", "New", show=False),
        Binding("e", "edit", "Edit", show=False),
        Binding("d,delete", "delete", "Delete", show=False),
        Binding("u", "undo", "Undo", show=False),
    ]
    keys = "n new · e edit · d delete · u undo"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._facts: dict[str, Fact] = {}
        self._deleted: dict[str, list[Fact]] = defaultdict(list)

    def look(self) -> None:
        """Read the profile."""
        facts = self.desk.lab.profile.facts(self.desk.user.id)
        self._facts = {fact.id: fact for fact in facts}
        head = f"{count(len(facts), 'fact')} about {self.desk.user.name}" if facts else "No facts yet; n adds one."
        self.fill(head, list(_options(facts, LABELS[self.desk.user.language])))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Edit the chosen fact."""
        event.stop()
        self.action_edit()

    def action_add(self) -> None:
        """Write a new fact."""
        self._write("A new fact", None)

    def action_edit(self) -> None:
        """Write the chosen fact anew."""
        if fact := self._facts.get(self.chosen or ""):
            self._write("Edit the fact", fact)

    def _write(self, heading: str, fact: Fact | None) -> None:
        labels = LABELS[self.desk.user.language]
        fields = [
            Field("text", "Fact", fact.text if fact else ""),
            Field(
                "category",
                "Category",
                fact.category if fact else CATEGORIES[0],
                tuple((labels[category], category) for category in CATEGORIES),
            ),
        ]

        def save(values: Mapping[str, str]) -> None:
            self.desk.write_fact(fact, values["category"], values["text"])
            self.post_message(Changed())

        self.app.push_screen(FormScreen(heading, fields, save))

    def action_delete(self) -> None:
        """Delete the chosen fact."""
        if fact := self._facts.get(self.chosen or ""):
            self._deleted[self.desk.user.id].append(fact)
            self.do(lambda: self.desk.delete_fact(fact), "Fact deleted; u brings it back.")

    def action_undo(self) -> None:
        """Write the fact again that was deleted last."""
        if gone := self._deleted[self.desk.user.id]:
            fact = gone.pop()
            self.do(lambda: self.desk.write_fact(None, fact.category, fact.text), "The fact is back.")


def _options(facts: list[Fact], labels: dict[str, str]) -> Iterator[Option]:
    used = [category for category in CATEGORIES if any(fact.category == category for fact in facts)]
    for category in used:
        own = [fact for fact in facts if fact.category == category]
        yield heading(labels[category], first=category == used[0])
        for place, fact in enumerate(own):
            beyond = place >= INJECTED_PER_CATEGORY
            note = (f"\nnot in the context: only the newest {INJECTED_PER_CATEGORY} are", "$warning")
            yield Option(Content.assemble(fact.text, *([note] if beyond else [])), id=fact.id)
