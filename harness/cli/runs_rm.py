"""``hgpo runs rm``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.errors import Failed, UsageError
from harness.cli.parser import Parser, add_json, command_parser

if TYPE_CHECKING:
    from harness.inventory.removal import Removal


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "runs rm",
        "Remove runs, comparisons or diagnoses, or only checkpoints that no evaluation takes.\n"
        "Nothing is removed that a process is at work in, that is no run, or that a link leads "
        "to; if one of those named can't be removed, none is.",
        "examples:\n  hgpo runs rm runs/train-1 runs/train-2 --dry-run\n"
        "  hgpo runs rm runs/bench --checkpoints --yes",
    )
    described.add_argument("runs", nargs="+", metavar="RUN", help="folders")
    described.add_argument("--yes", action="store_true", help="don't ask")
    described.add_argument(
        "--checkpoints",
        action="store_true",
        help="remove the checkpoints of finished trainings but the last, `final`",
    )
    described.add_argument("--dry-run", action="store_true", help="say what would be freed")
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from harness.cli.output import as_json, check_json_target, write_json
    from harness.inventory.removal import plan_removal, remove

    target = check_json_target(arguments.json)
    places = dict.fromkeys(Path(name).expanduser() for name in arguments.runs)
    _check_apart(list(places))
    planned = [plan_removal(place, checkpoints=arguments.checkpoints) for place in places]
    told = {str(each.path): {"files": len(each.files), "bytes": each.size} for each in planned}
    verb = "would be removed" if arguments.dry_run else "removed"
    if not arguments.dry_run:
        _confirm(planned, asked_for=arguments.yes)
        for each in planned:
            remove(each)
    write_json(target, as_json(told))
    for each in planned:
        print(f"{verb}: {_amount(each)} of {each.path}")  # noqa: T201


def _check_apart(places: Sequence[Path]) -> None:
    """Check that none of the folders is in another, whose files would count twice."""
    absolute = [place.absolute() for place in places]
    for place, full in zip(places, absolute, strict=True):
        for above in absolute:
            if above in full.parents:
                raise UsageError(f"{place} is in {above}, which is named, too. Name one of them.")


def _confirm(planned: Sequence["Removal"], *, asked_for: bool) -> None:
    """Ask, where somebody can answer.

    Raises:
        UsageError: nobody can, and ``--yes`` was not given.
        Failed: the answer is no.
    """
    if asked_for:
        return
    if not sys.stdin.isatty():
        raise UsageError("nothing was removed: add --yes, or --dry-run to see what would be.")
    for each in planned:
        print(f"{each.path}: {_amount(each)}")  # noqa: T201
    if input("Remove them? [y/N] ").strip().lower() not in {"y", "yes"}:
        raise Failed("nothing was removed.")


def _amount(planned: "Removal") -> str:
    from harness.inventory.sizes import in_words

    return f"{len(planned.files):,} files, {planned.size:,} bytes ({in_words(planned.size)})"
