"""selu-lab compare: scenarios with several prompts and models, and what each of them changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from selu_lab.cli.choosing import with_options
from selu_lab.cli.front import Front, counted, pass_front
from selu_lab.cli.playing import Playing, agents_again, record_mode_option, with_playing
from selu_lab.cli.reporting import FILE, STDOUT, add_to_summary, check_writable, printer, tell, write_report
from selu_lab.errors import Exit
from selu_lab.text import clean

if TYPE_CHECKING:
    from selu_lab.scenarios.comparing import Comparer, Comparison
    from selu_lab.scenarios.loading import Scenario

_OPTIONS = (
    click.option("--model", "models", multiple=True, metavar="M", help="A model to compare; may be given again."),
    click.option(
        "--variant",
        "variants",
        multiple=True,
        metavar="FILE",
        help="A prompt to compare agent.md with, or a whole package; for another than the first agent: agent=FILE.",
    ),
    click.option("--json", "as_json", type=FILE, help="Write the comparison as JSON (“-”: to stdout)."),
    click.option("--markdown", type=FILE, help="Write it as Markdown."),
)


@dataclass(frozen=True, kw_only=True)
class Given(Playing):
    """The options of `compare`, as they were given."""

    models: tuple[str, ...]
    variants: tuple[str, ...]
    as_json: Path | None
    markdown: Path | None

    def comparer(self, front: Front) -> Comparer:
        """What plays the arms; raises LabError for a variant there is not."""
        from selu_lab.scenarios.comparing import Comparer
        from selu_lab.scenarios.variants import given_variant

        settings = self.settings(front)
        variants = tuple(map(given_variant, self.variants))
        again = agents_again(settings) + self.again_too
        return Comparer(settings, self.terms(), variants, self.models, self.times, again)


@click.command("compare")
@with_playing
@record_mode_option
@lambda command: with_options(command, _OPTIONS)
@pass_front
def compare_command(front: Front, /, **given: object) -> int:
    """Play scenarios with agent.md as it is and with variants of it, with one or several models, and tell what changes.

    Without --variant each scenario's own `variants` are compared. Exit codes are those of `run`, over all that was
    played.
    """
    return _compare(front, Given(**given))  # type: ignore[arg-type]


def _compare(front: Front, given: Given) -> int:
    from selu_lab.scenarios.naming import check_model
    from selu_lab.scenarios.reports.comparison import block, table
    from selu_lab.scenarios.result import exit_code

    chosen = given.choice.scenarios()
    if isinstance(chosen, Exit):
        return chosen
    check_writable((given.as_json, given.markdown))
    for model in given.models:
        check_model(model)
    comparer = given.comparer(front)
    comparer.terms.check_apart(chosen)
    say = printer(aside=STDOUT in (given.as_json, given.markdown))
    comparisons: list[Comparison] = []
    try:
        for comparison in comparer.comparisons(_comparable(chosen, comparer)):
            comparisons.append(comparison)
            for line in block(comparison):
                say(clean(line))
    except KeyboardInterrupt:
        _write(given, comparisons, Exit.INTERRUPTED)
        raise
    for line in ("", *table(comparisons)):
        say(clean(line))
    code = exit_code([played.result for comparison in comparisons for played in comparison.played])
    _write(given, comparisons, code)
    return code


def _comparable(chosen: Sequence[Scenario], comparer: Comparer) -> list[Scenario]:
    """The scenarios there is something to compare in; that others are left out is said."""
    found = comparer.comparable(chosen)
    if left := len(chosen) - len(found):
        tell(f"{counted(left, 'scenario')} without a variant left out.", err=True)
    tell(f"Comparing {counted(len(found), 'scenario')} …", err=True)
    return found


def _write(given: Given, comparisons: Sequence[Comparison], code: Exit) -> None:
    from selu_lab.scenarios.reports.comparison import json_comparison, markdown_comparison

    if given.as_json:
        write_report(given.as_json, json_comparison(comparisons, code))
    if given.markdown:
        write_report(given.markdown, markdown_comparison(comparisons))
    add_to_summary(lambda: markdown_comparison(comparisons))
