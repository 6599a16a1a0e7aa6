"""Which model answers: those that are set or suggested, each with whether it can be used now and why not."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets.option_list import Option

from selu_lab.errors import ModelError
from selu_lab.models.base import ModelSource
from selu_lab.models.source import SUGGESTED, Availability, Models, availability
from selu_lab.tui.desk import Desk
from selu_lab.tui.screens.listing import ListScreen


class ModelsScreen(ListScreen):
    """Gives a model's name; any name that litellm knows can be typed into the filter."""

    heading = "Models"
    only_choosing = True
    keys = "Enter choose · / find, or type any name litellm knows"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def options(self, wanted: str) -> Sequence[Option]:
        """The model in force first, then what is suggested; what was typed last."""
        names = list(dict.fromkeys([self.desk.model, self.desk.lab.chat.model_of(self.desk.package.id), *SUGGESTED]))
        found = [name for name in names if wanted in name.casefold()]
        if wanted and wanted not in names:
            found.append(wanted)
        return [Option(self._told(name), id=name) for name in found]

    def _told(self, name: str) -> Content:
        can = usable(self.desk.lab.models, name)
        return Content.assemble(
            ("● " if name == self.desk.model else "  ", "$primary"),
            (name, "bold" if can.usable else "$muted"),
            (f"\n  {can.why}", "$muted" if can.usable else "$warning"),
        )


def usable(models: ModelSource, name: str) -> Availability:
    """Whether the model can be used now, and what is to be known or set."""
    if isinstance(models, Models):
        return availability(name, models.provider)
    try:
        return Availability(True, models.get(name).label)
    except ModelError as error:
        return Availability(False, str(error))
