"""What F1 shows: the keys, and the few ideas one needs."""

from __future__ import annotations

from textual.content import Content

_KEYS = (
    (
        "Talking",
        (
            ("Enter", "send; @agent at the beginning asks another agent once"),
            ("Ctrl+J", "new line"),
            ("Esc", "stop the answer, keeping its text; else back to the prompt"),
            ("Ctrl+R", "ask the last text again, without its old answer"),
            ("Ctrl+G", "edit the last text; sent, it replaces its turn"),
            ("↑ ↓", "what was sent before"),
            ("PgUp PgDn", "scroll the transcript"),
            ("Tab", "to the tool calls and the panel; Enter opens a call"),
            ("Ctrl+Y", "copy the last answer"),
        ),
    ),
    (
        "Conversations",
        (
            ("Ctrl+N", "new conversation (ends this one)"),
            ("Ctrl+E", "end this one; reflection follows"),
            ("F2", "all conversations: open, rename, export, delete"),
        ),
    ),
    (
        "The lab",
        (
            ("Ctrl+T", "panel: context, notes, reminders, lessons, profile"),
            ("F8", "the panel's next tab; in the panel also 1 to 5"),
            ("x, i", "in the panel's notes: export them, import others"),
            ("F3", "agents and the policies of their tools"),
            ("F4", "model"),
            ("F5", "user"),
            ("F6", "lessons board: lessons, their evidence, reflections"),
            ("F7", "reflect on this conversation now"),
            ("Ctrl+P", "everything else, also light and dark"),
            ("Ctrl+Q", "leave; open questions are answered with no"),
        ),
    ),
    (
        "When an agent asks",
        (
            ("a", "allow this one call; there is no “allow for the rest”"),
            ("d, Esc", "deny"),
            ("b", "deny and say why: the agent is told"),
            ("e", "edit the arguments first"),
            ("A, B", "set the tool to Allow or Block from now on"),
        ),
    ),
)
_IDEAS = """Profile: written by you, in the context of every agent and turn.
Shared notes: any agent stores and finds them, none is in the context by itself.
Lessons: what reflection learned for one agent; only active ones are in the context."""


def help_text() -> Content:
    """All keys by what one wants, then the three memories."""
    parts: list[Content] = []
    for title, keys in _KEYS:
        lines = [Content.assemble((f"  {key:<11}", "$accent"), meaning) for key, meaning in keys]
        parts += [Content.styled(title, "bold"), *lines, Content("")]
    return Content("\n").join([*parts, Content.styled("Three memories", "bold"), Content(_IDEAS)])
