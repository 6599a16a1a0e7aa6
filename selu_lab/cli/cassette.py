"""selu-lab cassette: what lies on recordings, whether it is sound, and removing what is left over."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from selu_lab.cli.choosing import Choice
from selu_lab.cli.front import Front, Row, json_option, pass_front, say, show
from selu_lab.cli.playing import cassettes_option
from selu_lab.cli.run import play_all
from selu_lab.errors import Exit, LabError, Where

_PATH = click.Path(path_type=Path)


@click.group("cassette")
def cassette() -> None:
    """Recordings of real models' answers, one file for each scenario."""


@cassette.command("show")
@click.argument("paths", nargs=-1, type=_PATH, required=True)
@json_option
def show_command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Show what is on recordings (PATHS: files and folders), a line for each answer."""
    from selu_lab.models.cassette import show as read

    rows: list[Row] = [{"file": str(path), **asdict(one)} for path in _recordings(paths) for one in read(path)]
    show(rows, _line, as_json, "Nothing is recorded.")


@cassette.command("verify")
@click.argument("paths", nargs=-1, type=_PATH, required=True)
def verify_command(paths: tuple[Path, ...]) -> int:
    """Check recordings (PATHS: files and folders): damaged or changed lines, doubles, something like a key."""
    from selu_lab.models.cassette import verify

    recordings = _recordings(paths)
    faults = [fault for path in recordings for fault in verify(path)]
    for fault in faults:
        say(str(fault))
    if not faults:
        click.echo(f"{len(recordings)} recording{'' if len(recordings) == 1 else 's'}: nothing wrong.", err=True)
    return Exit.STALE_RECORDING if faults else Exit.OK


@cassette.command("prune")
@click.argument("paths", nargs=-1, type=_PATH)
@click.option("--model", default="", metavar="M", help="Play with this model, whatever the scenarios say.")
@cassettes_option
@pass_front
def prune_command(front: Front, paths: tuple[Path, ...], model: str, cassettes: Path | None) -> int:
    """Play scenarios (PATHS: files and folders) from their recordings and remove the answers nobody asked for."""
    from selu_lab.scenarios.door import Terms
    from selu_lab.scenarios.playing import Plan
    from selu_lab.scenarios.result import Result, exit_code

    chosen = Choice(paths).scenarios()
    if isinstance(chosen, Exit):
        return chosen
    terms = Terms(folder=cassettes, prune=True)
    terms.check_apart(chosen)
    results: list[Result] = []
    play_all(chosen, Plan(front.settings(), terms, model), say, results)
    return exit_code(results)


def _recordings(paths: tuple[Path, ...]) -> list[Path]:
    """The recordings meant by files and folders, each once; raises LabError where there is none."""
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise LabError("There is no such file or folder.", where=Where(path))
        found |= dict.fromkeys(sorted(path.rglob("*.jsonl")) if path.is_dir() else [path])
    if not found:
        raise LabError("There is no recording here.", hint="`selu-lab record` makes them.")
    return list(found)


def _line(row: Row) -> str:
    calls = row["calls"] if isinstance(row["calls"], tuple | list) else ()
    answer = " · ".join(filter(None, (str(row["answer"]), ", ".join(map(str, calls)))))
    about = f"{row['model']}, {row['purpose']}, {row['tokens']} tokens, {row['seconds']} s"
    return f"{row['file']}:{row['line']}: “{row['asked']}” → {answer} ({about})"
