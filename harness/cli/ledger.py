"""``hgpo ledger``."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.errors import Failed
from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from leaderboards.ledger_file import LedgerReport

FILE = "ledger.jsonl"


def parser() -> Parser:
    """Describe the command."""
    described = command_parser(
        "ledger",
        "Show what a run spent, or verify that its ledger is whole and unchanged, and agrees with\n"
        "the run's result and checkpoint.\n"
        "RUN is the folder of a run or comparison, or a ledger's file.",
        "examples:\n  hgpo ledger show runs/train-1\n  hgpo ledger verify runs/bench",
    )
    described.add_argument("action", choices=("show", "verify"), help="what to do")
    described.add_argument("run", metavar="RUN", help="a folder, or a ledger's file")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the command."""
    arguments = parser().parse(words)
    from harness.cli.output import as_json, check_json_target, write_json
    from leaderboards.ledger_file import verify_ledger

    target = check_json_target(arguments.json)
    reports = {str(path): verify_ledger(path) for path in ledgers_in(Path(arguments.run))}
    if arguments.action == "verify":
        reports = {path: witnessed(Path(path), report) for path, report in reports.items()}
    write_json(target, as_json({path: asdict(report) for path, report in reports.items()}))
    for path, report in reports.items():
        lines = spent_lines(report) if arguments.action == "show" else []
        print("\n".join([f"{path}: {verdict(report)}", *lines]))  # noqa: T201
    broken = [path for path, report in reports.items() if not report.ok]
    if broken:
        raise Failed(f"{len(broken)} of {len(reports)} ledgers don't hold: {', '.join(broken)}.")


def ledgers_in(place: Path) -> list[Path]:
    """Find the ledgers of a run or comparison.

    Raises:
        RunError: there is none.
    """
    from harness.errors import RunError

    if place.is_file():
        return [place]
    found = sorted(place.rglob(FILE)) if place.is_dir() else []
    if not found:
        raise RunError(
            f"{str(place)!r} holds no {FILE}. Name the folder of a run, or the ledger's file."
        )
    return found


def witnessed(path: Path, report: "LedgerReport") -> "LedgerReport":
    """Return the report of a ledger, failed where its run's result or checkpoint contradict it."""
    from harness.ledger_witness import witness_failure

    failure = witness_failure(path, report)
    return replace(report, ok=False, failure=f"{failure}.") if report.ok and failure else report


def verdict(report: "LedgerReport") -> str:
    """Say in a line whether a ledger holds."""
    if not report.ok:
        return f"BROKEN: {report.failure}"
    state = "closed" if report.closed else f"open, {report.pending} reservations pending"
    return f"holds, {report.lines} lines, {state}, head {report.head}"


def spent_lines(report: "LedgerReport") -> list[str]:
    """Say what was spent, of each unit in all and for each purpose."""
    from harness.budget import UNITS

    lines = []
    for unit in {**report.caps, **report.spent}:
        cap = report.caps.get(unit)
        of = f" of {cap:,}" if cap is not None else ""
        meaning = f"  (1: {UNITS[unit].meaning})" if unit in UNITS else ""
        lines.append(f"  {unit}: {report.spent.get(unit, 0):,}{of}{meaning}")
    for purpose, amounts in report.by_purpose.items():
        apart = " (apart from the caps)" if purpose in report.apart else ""
        listed = ", ".join(f"{unit} {amount:,}" for unit, amount in amounts.items())
        lines.append(f"  for {purpose}{apart}: {listed}")
    return lines
