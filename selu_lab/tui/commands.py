"""The command palette: everything the app can do, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.app import SystemCommand

if TYPE_CHECKING:
    from selu_lab.tui.app import LabApp


def commands(app: LabApp) -> Iterator[SystemCommand]:
    """Every command that does something now, with what it does."""
    yield from _talking(app)
    yield SystemCommand("Conversations", "Open, rename, export, delete (F2)", app.action_conversations)
    yield SystemCommand("Agents and policies", "Which agent answers, what its tools may do (F3)", app.action_agents)
    yield SystemCommand("Model", "Which model answers (F4)", app.action_models)
    yield SystemCommand("User", "Become another persona, make a new one (F5)", app.action_users)
    yield SystemCommand("Lessons board", "What the agent learned, and why not yet (F6)", app.action_board)
    yield SystemCommand("Last reflection", "Its five stages, with the exact prompts", app.action_reflection)
    yield SystemCommand("Reflect now", "Reflect on this conversation without ending it (F7)", app.action_reflect)
    for place, tab in enumerate(("Context", "Notes", "Reminders", "Lessons", "Profile"), 1):
        what = f"Show this tab (F8 until it comes, or {place} in the panel)"
        yield SystemCommand(f"Panel: {tab}", what, _in_chat(app, partial(app.chat.open_tab, tab.lower())))
    yield SystemCommand(
        "Export notes", "Into a file, JSON lines or Markdown (x in the notes tab)", app.action_export_notes
    )
    yield SystemCommand("Import notes", "From such a file (i in the notes tab)", app.action_import_notes)
    yield SystemCommand("Hide or show the panel", "Ctrl+T", _in_chat(app, app.chat.action_panel))
    yield SystemCommand("Copy last answer", "Ctrl+Y", app.chat.action_copy)
    yield SystemCommand("Light or dark", "Change the theme", app.action_theme)
    yield SystemCommand("Log", "What went wrong inside, latest last", app.action_log)
    yield SystemCommand("Help", "All keys (F1)", app.action_help)
    yield SystemCommand("Quit", "Leave; open questions are answered with no (Ctrl+Q)", app.action_quit)


def _talking(app: LabApp) -> Iterator[SystemCommand]:
    """What concerns the conversation on screen, offered when its keys are."""
    chat = app.chat
    for action, name, what, do in (
        ("new", "New conversation", "End this one and begin another (Ctrl+N)", chat.action_new),
        ("end", "End conversation", "End this one; reflection follows (Ctrl+E)", chat.action_end),
        (
            "ask_again",
            "Ask again",
            "The last text, without its old answer in the context (Ctrl+R)",
            chat.action_ask_again,
        ),
        ("edit_last", "Edit the last text", "Sending it replaces its turn (Ctrl+G)", chat.action_edit_last),
    ):
        if chat.check_action(action, ()):
            yield SystemCommand(name, what, _in_chat(app, do))


def _in_chat(app: LabApp, do: Callable[[], object]) -> Callable[[], object]:
    """Done where one sees it: whatever lies over the chat is left first."""

    def done() -> object:
        app.doors.chat()
        return do()

    return done
