"""CPU seconds until the app's first screen is painted, beside those of a bare Textual app in the same run.

Usage: python -m benchmarks.start [--runs N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App
    from textual.pilot import Pilot


def bare(folder: Path) -> App[None]:
    """An app with one line of text."""
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Bare(App[None]):
        def compose(self) -> ComposeResult:
            yield Static("Hello")

    return Bare()


def lab(folder: Path) -> App[None]:
    """Selu Lab with the demo model in a new workspace; what begins after the first paint is left out."""
    from selu_lab.lab import Outside, open_lab
    from selu_lab.settings import Settings
    from selu_lab.tui.app import LabApp
    from selu_lab.tui.approvals import ApprovalQueue

    approvals = ApprovalQueue()
    return LabApp(open_lab(Settings(model="demo"), folder, Outside(approver=approvals)), approvals, quiet=True)


APPS = {"bare Textual app": bare, "Selu Lab": lab}


def start(name: str, folder: Path) -> None:
    """Start one of them, print its CPU seconds when it is made and when its screen is painted, and leave at once."""
    app = APPS[name](folder)
    made = time.process_time()

    def leave() -> None:
        print(made, time.process_time(), file=sys.__stdout__, flush=True)
        os._exit(0)

    async def wait(pilot: Pilot[object]) -> None:
        app.screen.call_after_refresh(leave)

    app.run(headless=True, size=(120, 40), auto_pilot=wait)


def measure(name: str) -> tuple[float, float]:
    """CPU seconds of imports and opening, and of the paint after them, in a process and folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.start", "--only", name, "--folder", folder]
        made, painted = map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    return made, painted - made


def table(runs: int) -> None:
    """Print the medians of each app and the ratio; the apps take turns, so that both meet the same machine."""
    figures = [{name: measure(name) for name in APPS} for _ in range(runs)]
    print(f"{'CPU seconds':<18} {'imports':>8} {'paint':>8} {'whole':>8}")
    whole = {}
    for name in APPS:
        made, paint = (median(run[name][part] for run in figures) for part in (0, 1))
        whole[name] = made + paint
        print(f"{name:<18} {made:8.2f} {paint:8.2f} {whole[name]:8.2f}")
    print(f"ratio {whole['Selu Lab'] / whole['bare Textual app']:.2f}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", choices=APPS, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.only:
        start(asked.only, asked.folder)
    else:
        table(asked.runs)


if __name__ == "__main__":
    main()
