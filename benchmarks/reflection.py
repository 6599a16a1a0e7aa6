"""Does the right lesson emerge, and only that one? Plays labelled stories against the demo model's rules.

    python benchmarks/reflection.py [--stories DIR] [--json] [--verbose]

Precision and recall count lessons on the board at a story's end; early are gold lessons that became active before they
should, harmful are other lessons that became active at all. Every second figure of the design's targets is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from dataclasses import asdict
from pathlib import Path

from selu_lab.memory.secrets import find_secret
from selu_lab.models.demo.model import DemoModel
from selu_lab.reflection.playing import Result, figures, play
from selu_lab.reflection.stories import read_stories

_DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "stories"


async def _play_all(folder: Path) -> list[Result]:
    return [await play(story, DemoModel(), find_secret) for story in read_stories(folder)]


def main() -> None:
    """Play the stories of a folder and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=Path, default=_DEFAULT)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--verbose", action="store_true", help="print every board and what is wrong with it")
    options = parser.parse_args()
    start = time.perf_counter()
    results = asyncio.run(_play_all(options.stories))
    seconds = time.perf_counter() - start
    total = asdict(figures(results)) | {"seconds": round(seconds, 2)}
    if options.json:
        print(json.dumps({"figures": total, "stories": [asdict(result) for result in results]}, ensure_ascii=False))
        return
    for result in results:
        print(f"{'ok ' if not result.wrong else 'BAD'} {result.story} ({result.kind})")
        for line in (*result.board, *result.wrong) if options.verbose else result.wrong:
            print(f"      {line}")
    for name, value in total.items():
        print(f"{name:22} {value}")


if __name__ == "__main__":
    main()
