"""Measure steps, resets and first loads, and print a table.

Example::

    python -m benchmarks.step_rate --data DIR --quick
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from benchmarks.games import open_source
from benchmarks.rows import SECTIONS, Row
from benchmarks.speed import Plan, Speed, measure

HEAD = (
    f"{'median over games':28}{'level':>12}{'ours µs':>10}{'(quartiles)':>17}{'per s':>12}"
    f"{'cpu µs':>10}{'original ms':>13}{'ratio':>12}{'(quartiles)':>22}{'cpu ratio':>12}"
    f"{'overall':>12}{'cpu':>10}"
)


def table(speed: Speed) -> Iterator[str]:
    """Yield the lines of a plain table."""
    yield f"{speed.source}: {speed.shared} games on both engines, {speed.games} on ours"
    yield HEAD
    for row in speed.rows:
        yield _line(row)
    if speed.same is not None:
        yield f"{speed.same} of {speed.shared} games: every answer of the two was the same"


def _line(row: Row) -> str:
    low, high = row.ours.low * 1e6, row.ours.high * 1e6
    line = (
        f"{SECTIONS[row.section]:28}{row.level:>12}{row.ours.median * 1e6:10.2f}"
        f"{f'{low:.1f}–{high:.1f}':>17}{1 / row.ours.median:12,.0f}"
        f"{row.ours_cpu.median * 1e6:10.2f}"
    )
    if row.original is None or row.ratio is None or row.ratio_cpu is None:
        return line
    ratio = f"{row.ratio.low:,.0f}–{row.ratio.high:,.0f}"
    line += f"{row.original.median * 1e3:13.2f}{row.ratio.median:12,.0f}{ratio:>22}"
    return line + f"{row.ratio_cpu.median:12,.0f}{row.overall:12,.0f}{row.overall_cpu:10,.0f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.step_rate", description=__doc__)
    parser.add_argument("--data", help="folder that holds json_2.1.1 (default: ALFWORLD_DATA)")
    parser.add_argument("--games", type=int, help="games that our engine plays")
    parser.add_argument("--shared", type=int, help="games that the original plays as well")
    parser.add_argument("--steps", type=int, default=40, help="commands a game")
    parser.add_argument("--rounds", type=int, default=3, help="blocks of each engine")
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--ours-only", action="store_true", help="leave the original engine out")
    parser.add_argument("--original-python", default=sys.executable, help="where textworld is")
    parser.add_argument("--json", type=Path, help="write the numbers to this file")
    given = parser.parse_args()
    data = given.data or os.environ.get("ALFWORLD_DATA")
    with tempfile.TemporaryDirectory(prefix="games-") as scratch:
        speed = measure(
            Plan(
                source=open_source(data, Path(scratch)),
                games=given.games or (30 if given.quick else 120),
                shared=given.shared or (3 if given.quick else 12),
                steps=given.steps,
                rounds=given.rounds,
                python=None if given.ours_only else given.original_python,
            )
        )
    sys.stdout.write("\n".join(table(speed)) + "\n")
    if given.json is not None:
        given.json.write_text(json.dumps(asdict(speed), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
