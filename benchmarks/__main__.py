"""Measure everything and write docs/performance.md, its data and its plot.

Example::

    python -m benchmarks --data DIR
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks import child, memory, speed
from benchmarks.flags import page_parser
from benchmarks.games import Source, open_source
from benchmarks.page import PLOT, page
from benchmarks.plots import draw_memory
from benchmarks.record import Record, load, machine, save, versions
from benchmarks.step_rate import table

RECORD = "performance.json"


def main() -> None:
    """Measure, or write the page anew from the numbers that are there."""
    parser = page_parser("benchmarks", __doc__, quick="a tenth of everything")
    parser.add_argument("--data", help="folder that holds json_2.1.1 (default: ALFWORLD_DATA)")
    parser.add_argument("--games", type=int, default=12, help="games that both engines play")
    parser.add_argument("--original-python", default=sys.executable, help="where textworld is")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if not given.page:
        save(_measure(given), given.out / RECORD)
    write(given.out)


def write(folder: Path) -> None:
    """Write page and plot from the record in a folder."""
    record = load(folder / RECORD)
    draw_memory(record.memory, folder / PLOT)
    (folder / "performance.md").write_text(page(record), encoding="utf-8")


def _measure(given: argparse.Namespace) -> Record:
    data = given.data or os.environ.get("ALFWORLD_DATA")
    with tempfile.TemporaryDirectory(prefix="games-") as scratch:
        source = open_source(data, Path(scratch))
        say("speed: the two engines in turn ...")
        found = speed.measure(_speed_plan(source, given))
        say("\n".join(table(found)))
        say("memory: live environments and resets ...")
        kept = memory.measure(_memory_plan(source, given))
    return Record(
        command=_command(given),
        machine=machine(),
        versions=versions(_original_versions(given.original_python)),
        speed=found,
        memory=kept,
    )


def _speed_plan(source: Source, given: argparse.Namespace) -> speed.Plan:
    return speed.Plan(
        source=source,
        games=30 if given.quick else 120,
        shared=3 if given.quick else given.games,
        steps=40,
        rounds=3,
        python=given.original_python,
    )


def _memory_plan(source: Source, given: argparse.Namespace) -> memory.Plan:
    share = 10 if given.quick else 1
    return memory.Plan(
        many=source.many,
        few=source.few,
        envs=1_000 // share,
        resets=100_000 // share,
        paths=source.small(12),
        original_resets=50 if given.quick else 300,
        python=given.original_python,
    )


def _original_versions(python: str) -> Mapping[str, object]:
    return child.run("benchmarks.original:versions", {}, python=python)


def _command(given: argparse.Namespace) -> str:
    words = ["make perf"]
    if given.data or os.environ.get("ALFWORLD_DATA"):
        words.append("DATA=FOLDER")
    if given.games != 12:
        words.append(f"GAMES={given.games}")
    if given.quick:
        words.append("QUICK=1")
    return " ".join(words)


def say(text: str) -> None:
    """Tell how far the measurement is."""
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()
