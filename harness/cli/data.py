"""``hgpo data``: bring data in, write some, and say what is there."""

from collections.abc import Sequence

from harness.cli.actions import Action, listed, run_action

ACTIONS = {
    "import": Action("harness.cli.data_import:run", "bring official data in, checked and indexed"),
    "generate": Action(
        "harness.cli.data_generate:run", "write games or a shop in the official formats"
    ),
    "status": Action(
        "harness.cli.data_status:run", "say what is there, and how to get what is not"
    ),
}

HELP = """usage: hgpo data ACTION [...]

Official data on this machine. Without any, generated tasks are played.

actions:
{actions}

`hgpo data ACTION --help` lists an action's flags, with examples; every action takes --json FILE.

examples:
  hgpo data import json_2.1.2_tw-pddl.zip json_2.1.1_json.zip
  hgpo data status
"""


def run(words: Sequence[str]) -> None:
    """Run an action.

    Raises:
        UsageError: no action, or one that does not exist.
    """
    run_action("data", words, ACTIONS, HELP.format(actions=listed(ACTIONS)))
