"""Measure credit assignment and write docs/performance-algorithms.md with its data and plot.

Example::

    python -m benchmarks.algorithms
"""

import json

from benchmarks import child
from benchmarks.algorithms.page import PLOT, RECORD, Found, draw, page
from benchmarks.algorithms.work import MEMBERS, STEPS
from benchmarks.flags import page_parser
from benchmarks.record import machine, versions

PAGE = "performance-algorithms.md"
ALGORITHMS = ("grpo", "gigpo", "hgpo")
TASKS = (3, 16, 80, 250, 800, 2_500)
"""From about 10³ to 10⁶ steps."""


def main() -> None:
    """Measure, or write the page anew from the numbers that are there."""
    parser = page_parser("benchmarks.algorithms", __doc__, quick="two rounds, and no large batches")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    record = given.out / RECORD
    if not given.page:
        record.write_text(json.dumps(_measure(given.quick), indent=1) + "\n", encoding="utf-8")
    found = json.loads(record.read_text(encoding="utf-8"))
    draw(found, given.out / PLOT)
    (given.out / PAGE).write_text(page(found), encoding="utf-8")


def _measure(quick: bool) -> Found:
    rounds = 2 if quick else 15
    tasks = TASKS[:3] if quick else TASKS
    beside = child.run("benchmarks.algorithms.work:beside", {"tasks": 16, "rounds": rounds})
    return {
        "command": "make perf-algorithms" + (" QUICK=1" if quick else ""),
        "machine": machine(),
        "versions": versions({}),
        "beside": {"steps": 16 * MEMBERS * STEPS, **beside},
        "alone": [_alone(name, number) for name in ALGORITHMS for number in tasks],
    }


def _alone(name: str, tasks: int) -> Found:
    work = {"algorithm": name, "tasks": tasks, "rounds": 3 if tasks > TASKS[2] else 7}
    return {"algorithm": name, **child.run("benchmarks.algorithms.work:alone", work)}


if __name__ == "__main__":
    main()
