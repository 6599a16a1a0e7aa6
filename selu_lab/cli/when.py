"""selu-lab when: how a time phrase is understood, one or a file of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from selu_lab.cli.front import Front, filled_lines, json_option, json_text, pass_front, say, show_json
from selu_lab.errors import Exit, LabError, Where
from selu_lab.memory.users import check_timezone
from selu_lab.reminders.when import WhenError, WhenSettings, parse_when


@click.command("when")
@click.argument("text", required=False)
@click.option("--now", metavar="ISO", help="Reference time; naive ones are local. Default: now.")
@click.option("--timezone", metavar="IANA", help="Default: the user's.")
@click.option("--language", type=click.Choice(["de", "en"]), help="Default: the user's.")
@click.option(
    "--jsonl", type=click.Path(path_type=Path, dir_okay=False), help="A file with text, lang, now, tz a line."
)
@json_option
@pass_front
def when(
    front: Front,
    text: str | None,
    now: str | None,
    timezone: str | None,
    language: str | None,
    jsonl: Path | None,
    as_json: bool,
) -> int:
    """Show how TEXT is understood as a time: the moment, what was assumed, what else it could be."""
    from selu_lab.wiring import when_settings

    settings = front.settings()
    reading = when_settings(settings)
    if jsonl:
        for row in _rows(jsonl):
            click.echo(json_text(_read(row["text"], row["now"], row["tz"], row["lang"], reading)))
        return Exit.OK
    if text is None:
        raise LabError("There is no phrase to read.", hint="Give one, or a file with --jsonl.")
    zone = timezone or settings.timezone
    answer = _read(text, now or datetime.now(UTC).isoformat(), zone, language or settings.language, reading)
    if as_json:
        show_json(answer)
    elif answer["error"]:
        say(f"{answer['error']}: {answer['message']} {answer['hint']}".strip())
    else:
        say(str(answer["interpretation"]))
        for name in ("assumptions", "alternatives"):
            values = answer[name]
            for value in values if isinstance(values, list) else []:
                say(f"{name.removesuffix('s')}: {value}")
    return Exit.FAILED if answer["error"] else Exit.OK


def _read(text: str, now: str, zone: str, language: str, settings: WhenSettings) -> dict[str, object]:
    try:
        read = parse_when(text, now=_moment(now, zone), zone=zone, language=language, settings=settings)
    except WhenError as error:
        nothing: dict[str, object] = {"interpretation": "", "assumptions": [], "alternatives": []}
        failed = {"error": error.code, "message": error.message, "hint": error.hint}
        return {"text": text, "fire_at": None, **failed, **nothing}
    return {
        "text": text,
        "fire_at": read.wall_clock.isoformat(),
        "error": None,
        "interpretation": read.interpretation,
        "assumptions": list(read.assumptions),
        "alternatives": [moment.isoformat() for moment in read.alternatives],
        "timezone": read.zone,
        "moment": read.fire_at.isoformat(),
        "confidence": read.confidence,
    }


def _moment(text: str, zone: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise LabError(f"“{text[:40]}” is not an ISO time.", hint="Write it like 2026-12-24T18:00.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=check_timezone(zone))


def _rows(file: Path) -> list[dict[str, str]]:
    rows = []
    for number, line in filled_lines(file):
        try:
            given = json.loads(line)
            rows.append({name: str(given[name]) for name in ("text", "lang", "now", "tz")})
        except (ValueError, KeyError, TypeError) as error:
            sentence = "A line must be a JSON object with text, lang, now and tz."
            raise LabError(sentence, where=Where(file, number)) from error
    return rows
