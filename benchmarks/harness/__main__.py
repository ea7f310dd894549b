"""Measure where a training's time goes; write docs/performance-harness.md and its data.

Example::

    python -m benchmarks.harness --quick --out runs/perf
"""

import json
import sys
from typing import cast

from benchmarks import child
from benchmarks.flags import page_parser
from benchmarks.harness.page import PAGE, RECORD, Found, page
from benchmarks.record import machine, versions

ALGORITHMS = ("grpo", "gigpo", "ppo", "hgpo")
PRESET = ("+preset=quick",)
SMALL = (*PRESET, "budget.env_steps=30000", "warm_start.episodes=40")


def main() -> None:
    """Measure, or write the page anew from the numbers that are there."""
    parser = page_parser("benchmarks.harness", __doc__, quick="under a tenth of the budget")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    record = given.out / RECORD
    if not given.page:
        found = _measure(given.quick)
        record.write_text(json.dumps(found.to_json(), indent=1) + "\n", encoding="utf-8")
    found = Found(**json.loads(record.read_text(encoding="utf-8")))
    (given.out / PAGE).write_text(page(found), encoding="utf-8")


def _measure(quick: bool) -> Found:
    words = SMALL if quick else PRESET
    told = {name: _train(name, words) for name in ALGORITHMS}
    return Found(
        command="make perf-harness" + (" QUICK=1" if quick else ""),
        machine=machine(),
        versions=versions({}),
        words=words,
        batches={name: cast(int, one["batches"]) for name, one in told.items()},
        seconds={name: cast("dict[str, float]", one["seconds"]) for name, one in told.items()},
    )


def _train(name: str, words: tuple[str, ...]) -> dict[str, object]:
    work = {"words": [*words, f"algorithm={name}"]}
    told: dict[str, object] = child.run("benchmarks.harness.work:train_watched", work)
    sys.stderr.write(f"{name}: {told}\n")
    return told


if __name__ == "__main__":
    main()
