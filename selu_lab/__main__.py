"""The front door: runs a command and turns whatever goes wrong into one sentence and an exit code."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Sequence


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
    except (BrokenPipeError, SystemExit):  # SystemExit is click's answer to a pipe that nobody reads any more
        sys.stderr.close()
        return Exit.OK
    except Exception as error:
        return _internal(error, "--debug" in (sys.argv if arguments is None else arguments))


def _say(sentence: str, code: int) -> int:
    import click

    from selu_lab.text import clean

    click.echo(f"selu-lab: {clean(sentence)}", err=True)
    return int(code)


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
