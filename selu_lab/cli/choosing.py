"""Which scenarios a command is about: paths, an expression, tags, what failed last."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from selu_lab.errors import Exit
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.scenarios.loading import Scenario

_OPTIONS = (
    click.argument("paths", nargs=-1, type=click.Path(path_type=Path)),
    click.option(
        "-k", "expression", default="", metavar="EXPR", help="Only these, like 'remind and not (de or slow)'."
    ),
    click.option("--tag", "tags", multiple=True, metavar="T", help="Only scenarios with this tag; of several, all."),
)
Command = TypeVar("Command", bound=Callable[..., object])


def with_choice(command: Command) -> Command:
    """The parameters `paths`, `expression` and `tags` for a command."""
    return with_options(command, _OPTIONS)


def with_options(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    """A command with these options, in their order."""
    for option in reversed(options):
        command = option(command)
    return command


failed_option = click.option("--failed", is_flag=True, help="Only what did not pass in the last run.")
shard_option = click.option(
    "--shard", default="", metavar="I/N", help="Only the I-th of N shares, the same everywhere."
)


@dataclass(frozen=True)
class Choice:
    """What was given to choose scenarios by."""

    paths: tuple[Path, ...]
    expression: str = ""
    tags: tuple[str, ...] = ()
    shard: str = ""

    def scenarios(self, failed: Collection[str] | None = None) -> list[Scenario] | Exit:
        """The chosen scenarios (of those that `failed`); or, after saying all that is wrong in the files, the code."""
        from selu_lab.scenarios.selecting import InvalidFilesError, read_shard, scenario_files, select

        shard = read_shard(self.shard) if self.shard else None
        try:
            chosen = select(scenario_files(self.paths), self.expression, self.tags, failed=failed)
            return shard.of(chosen) if shard else chosen
        except InvalidFilesError as error:
            for fault in error.faults:
                click.echo(clean(str(fault)), err=True)
            return Exit.INVALID
