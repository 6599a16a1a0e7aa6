"""A real terminal: the app in tmux, typed at and read as a person would."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

from selu_lab.tui.screens.ask import INERT_SECONDS

PATIENCE = 60.0  # seconds; a loaded machine imports litellm in twenty

TMUX = shutil.which("tmux")


@dataclass(frozen=True)
class Terminal:
    """A terminal that runs one program."""

    socket: str

    def tmux(self, *arguments: str) -> str:
        """Run a tmux command on this terminal's own server."""
        command = [TMUX or "tmux", "-L", self.socket, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def screen(self) -> str:
        """What a person sees."""
        return self.tmux("capture-pane", "-p")

    def type(self, text: str) -> None:
        """Type text as it is."""
        self.tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        """Press keys by their names in tmux."""
        self.tmux("send-keys", *keys)

    def ended(self) -> bool:
        """Whether the program has ended."""
        return self.tmux("display-message", "-p", "#{pane_dead}").strip() == "1"

    def rest(self) -> None:
        """Keep the hands off for longer than a fresh question ignores its keys."""
        time.sleep(2 * INERT_SECONDS)

    def until(self, seen: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows a text or fulfils a condition; gives the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if seen in screen if isinstance(seen, str) else seen(screen):
                return screen
            time.sleep(0.1)  # a terminal cannot be awaited, only looked at again
        raise AssertionError(f"waited {PATIENCE:.0f} s for {seen!r}; the screen shows:\n{self.screen()}")


@contextmanager
def terminal(
    command: list[str], environment: Mapping[str, str], columns: int = 120, rows: int = 40
) -> Iterator[Terminal]:
    """Run a command in a terminal of this size; ended at the end."""
    opened = Terminal(f"selu-lab-{uuid4().hex[:8]}")
    settings = [f"{name}={value}" for name, value in environment.items()]
    line = shlex.join(["env", *settings, *command])
    opened.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), line)
    opened.tmux("set-option", "-g", "remain-on-exit", "on")
    try:
        yield opened
    finally:
        opened.tmux("kill-server")
