"""The model's door of a scenario: a recording in front of real models, and a meter in front of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from selu_lab.errors import Exit, LabError, Where
from selu_lab.models.base import ModelSource
from selu_lab.models.cassette import Cassette, Pace, RecordedModels, RecordMode
from selu_lab.models.source import is_built_in
from selu_lab.models.spending import Meter, MeteredModels
from selu_lab.scenarios.loading import Scenario
from selu_lab.scenarios.result import Fault
from selu_lab.scenarios.variants import Variant
from selu_lab.settings import Settings
from selu_lab.wiring import provider

FOLDER = "cassettes"


@dataclass(frozen=True)
class Terms:
    """What holds for all scenarios of a run: how recordings are used and played, and what may be spent together.

    `folder` holds the recordings; None: each scenario's lies in `cassettes/` beside it. `prune` removes what a
    scenario that was played to its end did not ask for. A `variant` has recordings of its own.
    """

    mode: RecordMode = "none"
    folder: Path | None = None
    pace: Pace = field(default_factory=Pace)
    meter: Meter = field(default_factory=Meter)
    prune: bool = False
    variant: Variant | None = None

    def cassette(self, scenario: Scenario) -> Path:
        """The file of a scenario's recording."""
        variant = f".{self.variant.slug}" if self.variant else ""
        return (self.folder or scenario.path.parent / FOLDER) / f"{scenario.path.stem}{variant}.jsonl"

    def check_apart(self, scenarios: Sequence[Scenario]) -> None:
        """Raises LabError when two scenarios would share a recording."""
        path, count = Counter(map(self.cassette, scenarios)).most_common(1)[0]
        if count > 1:
            hint = "Give the scenarios' files different names, or leave --cassettes out."
            raise LabError(f"{count} scenarios would share this recording.", where=Where(path), hint=hint)


class Door:
    """What one scenario's models stand behind, for all its repetitions."""

    def __init__(self, terms: Terms, scenario: Scenario, model: str, settings: Settings) -> None:
        """Raises BrokenTapeError when the recording cannot be read."""
        self._terms = terms
        self._scenario = scenario
        self._cassette: Cassette | None = None
        models = (model, *scenario.file.judges)
        if not all(map(is_built_in, models)):
            secrets = (*scenario.file.secrets, *provider(settings).secrets)
            self._cassette = Cassette(terms.cassette(scenario), terms.mode, secrets=secrets)

    def meter(self) -> Meter:
        """A meter for one repetition."""
        return Meter(whole=self._terms.meter)

    def front(self, source: ModelSource, meter: Meter) -> ModelSource:
        """The models as a repetition gets them."""
        recorded = RecordedModels(source, self._cassette, self._terms.pace) if self._cassette else source
        return MeteredModels(recorded, meter)

    @property
    def shut(self) -> Exit | None:
        """Why the door let a request not pass: it was not on the recording, or the budget was used up."""
        if self._cassette and self._cassette.misses:
            return Exit.STALE_RECORDING
        return Exit.BUDGET if self._terms.meter.exceeded else None

    def close(self, *, whole: bool) -> list[str]:
        """End the recording; `whole`: every repetition came to its end. Gives what is worth knowing about it."""
        if self._cassette is None:
            return []
        told = [*self._cassette.warnings]
        if whole:
            self._cassette.finish()
        elif self._terms.mode == "rewrite":
            told.append(f"{self._cassette.path.name} is left as it was: the scenario was not played to its end.")
        if whole and self._terms.prune and (removed := self._cassette.prune()):
            told.append(f"{self._cassette.path.name}: {_answers(removed)} removed.")
        elif whole and self._terms.mode != "none" and self._cassette.unused:
            told.append(self._left_over(self._cassette))
        return told

    def fault(self) -> Fault | None:
        """What spoils a scenario that passed: a budget overdrawn by its last call, or recorded answers left over."""
        if sentence := self._terms.meter.exceeded:
            return Fault(self._scenario.where(), "after the last step", sentence, Exit.BUDGET)
        if self._cassette and self._terms.mode == "none" and (unused := self._cassette.unused):
            where = Where(self._cassette.path, self._cassette.records.index(unused[0]) + 1)
            return Fault(where, "after the last step", self._left_over(self._cassette), Exit.STALE_RECORDING)
        return None

    @staticmethod
    def _left_over(cassette: Cassette) -> str:
        count = len(cassette.unused)
        return (
            f"{_answers(count)} of {cassette.path.name} {'was' if count == 1 else 'were'} never asked for. "
            "`selu-lab cassette prune` removes what is left over."
        )


def _answers(count: int) -> str:
    return f"{count} recorded answer{'' if count == 1 else 's'}"
