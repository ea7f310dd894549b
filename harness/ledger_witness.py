"""Compare a ledger with what its run has kept beside it.

A chain shows that no line was changed, not that lines are missing at its end. The run's result and
its checkpoint remember how far the ledger had come.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from harness.run.checkpoints import Checkpoints
from harness.run.folder import read_json
from leaderboards.ledger_file import LedgerReport, ledger_lines
from leaderboards.ledger_record import parse_line


def witness_failure(ledger: Path, report: LedgerReport) -> str:
    """Say what contradicts a ledger in the folder of its run; empty where nothing does.

    Args:
        ledger: the file ``ledger.jsonl`` of a run.
        report: what was found in it.

    Raises:
        RunError: the run's result or checkpoint can't be read.
    """
    if not report.ok:
        return report.failure
    result = read_json(ledger.parent / "result.json")
    if result is not None:
        return _against_result(report, result)
    checkpoints = Checkpoints(ledger.parent / "checkpoints")
    if not checkpoints.kept():
        return ""
    mark = cast("Mapping[str, int | str]", checkpoints.load("latest")[1]["ledger"])
    return _against_mark(ledger, mark)


def _against_result(report: LedgerReport, result: Mapping[str, object]) -> str:
    if not report.closed:
        return (
            "the run is finished and its ledger is not closed: lines at its end are missing, or it "
            "is another run's"
        )
    for name, found in (("caps", report.caps), ("by_purpose", report.by_purpose)):
        if result.get(name) != found:
            return f"result.json says {name} {result.get(name)}, and the ledger {found}"
    return ""


def _against_mark(ledger: Path, mark: Mapping[str, int | str]) -> str:
    with ledger.open("rb") as file:
        for number, line in enumerate(ledger_lines(file), start=1):
            if number == mark["lines"]:
                same = parse_line(line)[1] == mark["head"]
                return "" if same else f"line {number} is not the one that the checkpoint counts on"
    return (
        f"the checkpoint counts on {mark['lines']} lines, and there are fewer: lines at the "
        "ledger's end are missing"
    )
