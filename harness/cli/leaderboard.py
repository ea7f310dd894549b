"""``hgpo leaderboard``: entries on a board, ranked where they can be compared."""

from collections.abc import Sequence

from harness.cli.actions import Action, listed, run_action

ACTIONS = {
    "add": Action("harness.cli.leaderboard_add:run", "put a finished run or comparison on a board"),
    "show": Action("harness.cli.leaderboard_show:run", "print the ranking"),
    "build": Action("harness.cli.leaderboard_build:run", "write the ranking as a page and as JSON"),
}

HELP = """usage: hgpo leaderboard ACTION [...]

Leaderboards are folders: every number on them is computed from the episodes and ledgers in them.

actions:
{actions}

`hgpo leaderboard ACTION --help` lists an action's flags, with examples; every action takes
--json FILE.

examples:
  hgpo leaderboard add runs/bench --board board
  hgpo leaderboard show board
"""


def run(words: Sequence[str]) -> None:
    """Run an action.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    run_action("leaderboard", words, ACTIONS, HELP.format(actions=listed(ACTIONS)))
