"""CPU milliseconds of a whole turn with the demo model: context, model, gate, stores, events. Target: 30 ms a turn.

Usage: python -m benchmarks.turn [--turns N]
"""

from __future__ import annotations

import argparse
import asyncio
import time
from datetime import UTC, datetime
from statistics import median, quantiles

from selu_lab.conversation.clock import FrozenClock
from selu_lab.lab import Outside, open_lab
from selu_lab.settings import Settings

SAID = (
    "Hallo!",
    "Merk dir bitte, dass ich metrische Einheiten bevorzuge.",
    "Was weißt du über meine Einheiten?",
    "Erinnere mich morgen um 9 Uhr an den Zahnarzt.",
)


def measure(turns: int) -> dict[str, list[float]]:
    """CPU milliseconds of each turn, by what was said; the first round warms up and is not counted."""
    clock = FrozenClock(datetime(2026, 5, 6, 12, 30, tzinfo=UTC))
    lab = open_lab(Settings(model="demo", language="de"), None, Outside(clock=clock))
    conversation = lab.start().id
    found: dict[str, list[float]] = {text: [] for text in SAID}
    for number in range(turns + 1):
        for text in SAID:
            started = time.process_time()
            asyncio.run(lab.chat.say(conversation, text))
            if number:
                found[text].append((time.process_time() - started) * 1000)
    lab.close()
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=25)
    print(f"{'said':<60} {'median':>8} {'p95':>8}  ms CPU")
    for text, spent in measure(parser.parse_args().turns).items():
        print(f"{text:<60} {median(spent):8.1f} {quantiles(spent, n=20)[-1]:8.1f}")


if __name__ == "__main__":
    main()
