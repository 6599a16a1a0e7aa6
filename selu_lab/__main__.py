"""The front door: runs a command and turns whatever goes wrong into one sentence and an exit code."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `selu-lab` with these arguments (None: the process's own); gives the exit code."""
    import click

    from selu_lab.cli import selu_lab
    from selu_lab.errors import Exit, LabError

    logging.getLogger().addHandler(logging.NullHandler())  # else Python prints a traceback where no log is open yet
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what a terminal's encoding lacks is shown as an escape
            stream.reconfigure(errors="backslashreplace")
    try:
        result = selu_lab.main(
            list(arguments) if arguments is not None else None, prog_name="selu-lab", standalone_mode=False
        )
        sys.stdout.flush()
        return result if isinstance(result, int) else Exit.OK
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return Exit.OK
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "selu-lab"
        return _say(f"{error.format_message()} Try “{command} --help”.", Exit.INVALID)
    except click.ClickException as error:
        return _say(error.format_message(), Exit.INVALID)
    except LabError as error:
        return _say(str(error), error.exit)
    except (click.Abort, KeyboardInterrupt):
        return _say("Interrupted.", Exit.INTERRUPTED)
    except (OSError, SystemExit) as error:
        return _unwritten(error, _debug(arguments))
    except Exception as error:
        return _internal(error, _debug(arguments))


def _say(sentence: str, code: int) -> int:
    import click

    from selu_lab.text import clean

    click.echo(f"selu-lab: {clean(sentence)}", err=True)
    return int(code)


def _debug(arguments: Sequence[str] | None) -> bool:
    return "--debug" in (sys.argv if arguments is None else arguments)


def _unwritten(error: OSError | SystemExit, debug: bool) -> int:
    """Nobody reads the output any more, which is no failure (click tells it by SystemExit), or the disk is full."""
    from selu_lab.errors import Exit

    if isinstance(error, BrokenPipeError | SystemExit):
        sys.stderr.close()
        return Exit.OK
    if error.errno != errno.ENOSPC:
        return _internal(error, debug)
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python writes the rest when it ends
    return _say("The disk is full: not everything could be written. Free some space.", Exit.INVALID)


def _internal(error: Exception, debug: bool) -> int:
    import traceback

    from selu_lab.errors import Exit

    if debug:
        traceback.print_exception(error)
    logging.getLogger(__name__).error("A command failed.", exc_info=error)
    sentence = f"Something went wrong inside Selu Lab ({type(error).__name__}). Run it again with --debug to see where."
    return _say(sentence, Exit.INTERNAL)


if __name__ == "__main__":
    sys.exit(main())
