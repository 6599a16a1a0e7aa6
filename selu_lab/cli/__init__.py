"""The commands: one small file per group; options, output, exit codes, no logic."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from selu_lab import __version__

# Name → where its command lies and one line of help, so that `--help` imports none of them.
COMMANDS = {
    "demo": ("app:demo", "Open the app with the demo model, or play a scenario where there is no terminal."),
    "say": ("talk:say", "Say one thing to an agent and print the answer."),
    "chat": ("talk:chat", "Talk line by line, without a full screen."),
    "conversations": ("conversations:conversations", "List, show, end, rename, export and delete conversations."),
    "notes": ("notes:notes", "The shared notes: list, search, add, edit, delete, export, import, repair."),
    "profile": ("profile:profile", "The user's profile: list, add, edit, delete facts."),
    "reminders": ("reminders:reminders", "Reminders: list, add, edit, cancel, fire."),
    "lessons": ("lessons:lessons", "Lessons: the board, why, activate, pause, resume, remove, restore, purge, swap."),
    "reflect": ("lessons:reflect", "Reflect on a conversation that has ended."),
    "policies": ("policies:policies", "Which tools an agent may use: allow, ask, block."),
    "agents": ("agents:agents", "The agents there are, and the prompt each language gets."),
    "users": ("users:users", "The personas: list, add, change."),
    "models": ("models:models", "The models there are, and whether each can be used now."),
    "when": ("when:when", "Show how a time phrase is understood."),
    "check": ("check:check", "Check agent packages and scenarios; nothing is played."),
    "run": ("run:run_command", "Play scenarios and fail when an expectation does."),
    "record": ("run:record_command", "Play scenarios and record real models' answers where nothing is recorded yet."),
    "compare": ("compare:compare_command", "Play scenarios with several prompts and models; tell what changes."),
    "show": ("show:show_command", "Show a run of scenarios that is over: its turns, and their exact context."),
    "cassette": ("cassette:cassette", "Recordings: show, verify, prune."),
    "init": ("init:init_command", "Write a first agent and first scenarios into a folder."),
    "list": ("scenarios:list_command", "List scenarios."),
    "schema": ("scenarios:schema_command", "Write the JSON schema of scenario files."),
    "settings": ("settings:settings", "Show all settings, their values and where each can be set."),
}


class _LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(f"selu_lab.cli.{module}"), name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=_LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="Selu Lab %(version)s")
@click.option("--workspace", metavar="DIR", help="Folder that keeps everything.")
@click.option("--user", metavar="ID", help="The persona that talks.")
@click.option("--agents", type=click.Path(path_type=Path), multiple=True, help="Folder with agent packages.")
@click.option("--debug", is_flag=True, help="Show where an inner error happened.")
@click.pass_context
def selu_lab(ctx: click.Context, workspace: str | None, user: str | None, agents: tuple[Path, ...], debug: bool) -> int:
    """Selu Lab: try out agent.md guidance for memory-using agents. Without a command it opens the app."""
    from selu_lab.cli.front import Front

    ctx.obj = Front(workspace, user, agents, debug)
    if ctx.invoked_subcommand is not None:
        return 0
    from selu_lab.cli.app import open_app

    return open_app(ctx.obj)
