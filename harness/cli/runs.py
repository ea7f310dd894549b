"""``hgpo runs``: what is kept, what it takes, removing it."""

from collections.abc import Sequence

from harness.cli.actions import Action, listed, run_action

ACTIONS = {
    "list": Action("harness.cli.runs_list:run", "list runs, comparisons and diagnoses"),
    "du": Action("harness.cli.runs_du:run", "say how many bytes they take"),
    "rm": Action("harness.cli.runs_rm:run", "remove some, or checkpoints that nothing needs"),
}

HELP = """usage: hgpo runs ACTION [...]

See and tidy up what training, comparing and diagnosing has left in a folder.

actions:
{actions}

`hgpo runs ACTION --help` lists an action's flags, with examples; every action takes --json FILE.

examples:
  hgpo runs list
  hgpo runs rm runs/train-1 --dry-run
"""


def run(words: Sequence[str]) -> None:
    """Run an action.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    run_action("runs", words, ACTIONS, HELP.format(actions=listed(ACTIONS)))
