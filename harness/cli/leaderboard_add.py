"""``hgpo leaderboard add``."""

from collections.abc import Sequence
from pathlib import Path

from harness.cli.parser import Parser, add_json, command_parser


def parser() -> Parser:
    """Describe the action."""
    described = command_parser(
        "leaderboard add",
        "Put a finished training on a board, or a finished comparison: an entry an algorithm,\n"
        "over its seeds. Episodes and ledgers are checked first; the board keeps copies of them.\n"
        "The answer of an evaluation becomes an entry too, a baseline or a trained policy without\n"
        "its training: it stands beside the ranking of the same tasks and has no rank.",
        "examples:\n  hgpo leaderboard add runs/bench --board board\n"
        "  hgpo evaluate agent=expert env=alfworld env.split=gen_unseen --json expert.json\n"
        "  hgpo leaderboard add expert.json --board board",
    )
    described.add_argument(
        "run", metavar="RUN", help="folder of a run or comparison, or file of an evaluation"
    )
    described.add_argument(
        "--board", metavar="DIR", required=True, help="the board's folder; made where missing"
    )
    add_json(described)
    return described


def run(words: Sequence[str]) -> None:
    """Run the action."""
    arguments = parser().parse(words)
    from harness.cli.leaderboard_show import plain
    from harness.cli.output import as_json, check_json_target, write_json
    from harness.entries import drafts_of
    from leaderboards.board import add_entry

    target = check_json_target(arguments.json)
    board = Path(arguments.board).expanduser()
    drafts = drafts_of(Path(arguments.run).expanduser())
    added = [add_entry(board, draft.entry, draft.seeds) for draft in drafts]
    write_json(
        target,
        as_json(
            [
                {"name": one.entry.name, "sha256": one.entry.sha256, "new": one.is_new}
                for one in added
            ]
        ),
    )
    for one in added:
        there = "added" if one.is_new else "there already"
        entry, seeds = one.entry.entry, len(one.entry.entry.seeds)
        what = f"{seeds} seed{'s' * (seeds > 1)}" if entry.is_trained else entry.kind
        print(  # noqa: T201
            f"{there}: {plain(entry.algorithm)}, {what}, success "
            f"{100 * one.entry.won.mean():.1f} %: {one.folder}"
        )
