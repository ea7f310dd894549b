"""``hgpo plan``."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.errors import UsageError
from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from rich.table import Table

    from harness.seed_plan import SeedPlan


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "plan",
        "Say how many training seeds show a difference, from the variance of a comparison that is "
        "there:\nfor each pair of algorithms by the paired t test, at a level that is shared among "
        "the pairs.",
        "examples:\n  hgpo plan runs/bench --difference 0.05\n"
        "  hgpo plan runs/bench --difference 0.03 --power 0.9 --pair hgpo,gigpo --json plan.json",
    )
    described.add_argument(
        "place", metavar="FOLDER", help="the folder of a comparison, or a comparison.json"
    )
    described.add_argument(
        "--difference",
        metavar="X",
        required=True,
        help="difference of success that is to be seen: 0.05 are five points",
    )
    described.add_argument("--power", metavar="P", default="0.8", help="how likely (0.8)")
    described.add_argument(
        "--alpha", metavar="A", default="0.05", help="level for all pairs together (0.05)"
    )
    described.add_argument("--pair", metavar="A,B", help="the two algorithms that matter")
    described.add_argument(
        "--partial", action="store_true", help="plan from the complete seeds of an unfinished one"
    )
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from rich.console import Console

    from harness.cli.output import as_json, check_json_target, write_json
    from harness.report_again import read_report
    from harness.seed_plan import plan_seeds

    target = check_json_target(arguments.json)
    numbers = {
        name: _number(f"--{name}", getattr(arguments, name))
        for name in ("difference", "power", "alpha")
    }
    pair = _pair(arguments.pair)
    comparison = read_report(Path(arguments.place).expanduser(), partial=arguments.partial)
    plan = plan_seeds(comparison, pair=pair, **numbers)
    write_json(target, as_json(plan.to_json()))
    console = Console()
    console.print(_table(plan))
    for line in _lines(plan, arguments.place):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _number(flag: str, given: str) -> float:
    try:
        return float(given)
    except ValueError:
        raise UsageError(f"{flag} {given:.60}: expected a number, such as 0.05.") from None


def _pair(given: str | None) -> tuple[str, str] | None:
    """Split at the comma between two names; commas within parentheses belong to a name."""
    if given is None:
        return None
    depth = 0
    for place, letter in enumerate(given):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            return given[:place].strip(), given[place + 1 :].strip()
    raise UsageError(f"--pair {given:.60}: expected two algorithms with a comma between, as A,B.")


def _table(plan: "SeedPlan") -> "Table":
    from rich.table import Table

    from harness.report.formats import percent, percent_range

    found = Table(
        title=f"to see {percent(plan.difference)} points with probability {plan.power:g}, "
        f"each pair at level {plan.alpha:.3g}"
    )
    found.add_column("pair")
    for name in ("deviation, points", "seeds", "to be safe", "power now", "visible now"):
        found.add_column(name, justify="right")
    for pair in plan.pairs:
        found.add_row(
            f"{pair.first} – {pair.second}",
            f"{percent(pair.deviation.value)} ({percent_range(pair.deviation)})",
            _count(pair.seeds),
            _count(pair.safe_seeds),
            f"{pair.power:.2f}",
            percent(pair.visible),
        )
    return found


def _lines(plan: "SeedPlan", place: str) -> list[str]:
    lines = [
        f"{plan.present} seeds so far. The deviation between seeds is known from them alone (80 % "
        "intervals); `to be safe` counts on its upper end.",
    ]
    if plan.safe_seeds is None:
        return [*lines, "No number of seeds shows this difference. Ask for a larger one."]
    if plan.safe_seeds <= plan.present:
        return [*lines, "They are enough."]
    lines.append(f"Seeds for every pair: {_count(plan.seeds)}, to be safe {plan.safe_seeds:,}.")
    if plan.command:
        where = f" run.dir={shlex.quote(place)}" if Path(place).is_dir() else ""
        lines.append(f"Add them: {plan.command}{where}")
    return lines


def _count(seeds: int | None) -> str:
    return "none" if seeds is None else f"{seeds:,}"
