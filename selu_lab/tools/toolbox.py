"""The toolbox: which tools an agent is offered in a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from selu_lab.packages import AgentPackage
from selu_lab.reminders.store import Reminders
from selu_lab.reminders.when import WhenSettings
from selu_lab.tools.base import Tool
from selu_lab.tools.memory import MemoryForget, MemoryList, MemoryRemember, MemorySearch, NotesOf
from selu_lab.tools.reminders import SetReminder
from selu_lab.tools.state import State, StoreDelete, StoreGet, StoreList, StoreSet
from selu_lab.tools.stubs import Canned, stubs

BUILT_IN = (
    "memory_search",
    "memory_remember",
    "set_reminder",
    "store_get",
    "store_set",
    "store_delete",
    "store_list",
)
"""The tools every agent is offered."""


@dataclass(frozen=True)
class Toolbox:
    """What the tools work on. `production_tools` also offers memory_forget and memory_list."""

    notes: NotesOf
    reminders: Reminders
    state: State
    when: WhenSettings
    canned: Canned
    production_tools: bool = False

    def offered(self, package: AgentPackage, language: str = "en") -> Mapping[str, Tool]:
        """The tools by name: the three memory tools, the store, then the capabilities' own.

        `language` is that of approval texts; descriptions for the model are always the manifest's.
        """
        built_in: list[Tool] = [
            MemorySearch(self.notes),
            MemoryRemember(self.notes),
            SetReminder(self.reminders, self.when),
            StoreGet(self.state),
            StoreSet(self.state),
            StoreDelete(self.state),
            StoreList(self.state),
        ]
        if self.production_tools:
            built_in += [MemoryForget(self.notes), MemoryList(self.notes)]
        return {**stubs(package, self.canned, language), **{tool.spec.name: tool for tool in built_in}}
