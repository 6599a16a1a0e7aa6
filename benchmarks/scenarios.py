"""CPU and wall seconds of `selu-lab run` on scenarios of three turns and three tool calls: starting, and each one more.

Usage: python -m benchmarks.scenarios [--count N] [--jobs J ...]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

STEP = """\
  - user: Turn {turn} of {number}.
    model: [{{call: {tool}, arguments: {{{arguments}}}}}, {{say: Fine.}}]
    expect: [{{tool_called: {tool}}}, {{reply: Fine.}}]
"""
CALLS = (
    ("store_set", "key: a, value: x"),
    ("store_get", "key: a"),
    ("set_reminder", "prompt: Buy tea, when: in two hours"),
)


@dataclass(frozen=True)
class Spent:
    """Seconds of a run, those of all its processes together."""

    cpu: float
    wall: float


def write(folder: Path, count: int) -> None:
    """Write so many scenarios."""
    for number in range(count):
        steps = "".join(
            STEP.format(turn=turn, number=number, tool=tool, arguments=arguments)
            for turn, (tool, arguments) in enumerate(CALLS, start=1)
        )
        head = f"name: Scenario {number}\nagents: [default]\nmodel: script\nuser: {{language: en}}\nsteps:\n"
        (folder / f"s{number:04}.yaml").write_text(head + steps, encoding="utf-8")


def measure(path: Path, jobs: int) -> Spent:
    """Run all scenarios below the path; raises CalledProcessError when one does not pass."""
    command = [sys.executable, "-m", "selu_lab", "--workspace", str(path.parent / "lab"), "run", str(path)]
    before, started = os.times(), time.perf_counter()
    subprocess.run([*command, "-j", str(jobs)], check=True, capture_output=True)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(cpu, time.perf_counter() - started)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "scenarios"
        folder.mkdir()
        write(folder, given.count)
        alone = measure(folder / "s0000.yaml", 1)
        print(f"{'one scenario':<24} {alone.cpu:6.2f} s CPU {alone.wall:6.2f} s wall")
        for jobs in given.jobs:
            spent = measure(folder, jobs)
            each = (spent.cpu - alone.cpu) / max(given.count - 1, 1) * 1000
            told = f"{given.count} scenarios, -j {jobs}"
            print(f"{told:<24} {spent.cpu:6.2f} s CPU {spent.wall:6.2f} s wall, {each:.1f} ms CPU for each more")


if __name__ == "__main__":
    main()
