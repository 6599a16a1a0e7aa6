"""How scenarios are played: the options that run, record and compare share, and what they mean."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from selu_lab.cli.choosing import Choice, Command, with_choice, with_options
from selu_lab.cli.front import Front
from selu_lab.errors import LabError, Where

if TYPE_CHECKING:
    from selu_lab.models.cassette import RecordMode
    from selu_lab.models.spending import Allowance, Meter
    from selu_lab.scenarios.door import Terms
    from selu_lab.settings import Settings

cassettes_option = click.option(
    "--cassettes",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where recordings lie; by default in cassettes/ beside each scenario.",
)
record_mode_option = click.option(
    "--record-mode",
    type=click.Choice(["none", "once", "new", "rewrite"]),
    default="none",
    show_default=True,
    help="Real models' answers: only recorded ones; record where there is no file yet; add new ones; all anew.",
)
_OPTIONS = (
    click.option("--repeat", type=click.IntRange(1, 1000), metavar="K", help="Play each K times, each from scratch."),
    click.option("--agents", multiple=True, type=click.Path(path_type=Path), help="Folder with agent packages."),
    click.option("--seed", type=int, metavar="N", help="Seed for real models, where the provider knows one."),
    cassettes_option,
    click.option("--speed", type=click.FloatRange(0), default=0, metavar="X", help="1: recorded pauses as they were."),
    click.option("--max-cost", type=click.FloatRange(0), metavar="USD", help="What the whole run may cost."),
    click.option("--max-tokens", type=click.IntRange(0), metavar="N", help="Tokens the whole run may use."),
)


def with_playing(command: Command) -> Command:
    """The parameters of `Playing` for a command, but for `record_mode`."""
    return with_choice(with_options(command, _OPTIONS))


@dataclass(frozen=True, kw_only=True)
class Playing:
    """Which scenarios are played, and how, as it was given."""

    paths: tuple[Path, ...]
    expression: str
    tags: tuple[str, ...]
    repeat: int | None
    agents: tuple[Path, ...]
    seed: int | None
    cassettes: Path | None
    speed: float
    max_cost: float | None
    max_tokens: int | None
    record_mode: RecordMode = "once"

    @property
    def choice(self) -> Choice:
        """What the scenarios are chosen by."""
        return Choice(self.paths, self.expression, self.tags)

    @property
    def times(self) -> int:
        """How often each is played; 0: as often as it says."""
        return self.repeat or 0

    def terms(self) -> Terms:
        """What holds for all scenarios of the run; says so where nothing will be recorded."""
        from selu_lab.models.cassette import Pace
        from selu_lab.scenarios.door import Terms

        return Terms(_allowed(self.record_mode), self.cassettes, Pace(self.speed), self.meter())

    def allowance(self) -> Allowance:
        """What the whole run may spend."""
        from selu_lab.models.spending import Allowance

        return Allowance(self.max_cost, self.max_tokens)

    def meter(self) -> Meter:
        """What counts what the run spends."""
        from selu_lab.models.spending import Meter

        return Meter(self.allowance())

    def settings(self, front: Front) -> Settings:
        """The settings, with the agents and the seed of this command; raises LabError for a folder there is not."""
        given = {"agents": self.agents or None, "seed": self.seed}
        settings = front.settings().model_copy(update={name: one for name, one in given.items() if one is not None})
        for folder in settings.agents:
            if not folder.is_dir():
                raise LabError("There is no such folder.", where=Where(folder), hint="Name one with agent packages.")
        return settings

    @property
    def again_too(self) -> str:
        """The options that give the same repetitions and the same seed again."""
        repeat = f" --repeat {self.repeat}" if self.repeat else ""
        return repeat + ("" if self.seed is None else f" --seed {self.seed}")


def agents_again(settings: Settings) -> str:
    """The options that name the same agents again."""
    return "".join(f" --agents {shlex.quote(str(path))}" for path in settings.agents)


def _allowed(wanted: RecordMode) -> RecordMode:
    """The mode that holds; in CI nothing is recorded, which is said."""
    from selu_lab.models.cassette import record_mode

    mode = record_mode(wanted, os.environ)
    if mode != wanted:
        click.echo("CI is set: nothing is recorded, and no model is called.", err=True)
    return mode
